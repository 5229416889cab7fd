// What an nginx does below a path, well or badly: directives of a `location`. The password goes no further, as with an ingress controller.

/** Passes on what is below the path. */
export function pass(url: string): string[] {
  return [`proxy_pass ${url}/`, 'proxy_set_header Authorization ""'];
}

/** Passes on, and compresses what comes back itself. */
export function compress(url: string): string[] {
  const compression = ['gzip on', 'gzip_types application/json', 'gzip_min_length 1', 'gzip_proxied any'];
  return [...pass(url), 'proxy_set_header Accept-Encoding ""', ...compression];
}

/** Passes on, and lets few bytes a second through. */
export function slow(url: string, bytesPerSecond: number): string[] {
  return [...pass(url), `limit_rate ${bytesPerSecond}`];
}

/** Shows a page, as what stands before a scraper does. */
export function page(status: number, html = '<!doctype html><title>Sign in</title><form></form>'): string[] {
  return ['default_type text/html', `return ${status} '${html}'`];
}

/** Has nginx say something with its own page of that status. */
export function error(status: number): string[] {
  return [`return ${status}`];
}

/** Sends the client away; the query goes with it. */
export function redirect(status: 301 | 302 | 303 | 307 | 308, to: string): string[] {
  return [`return ${status} ${to}$is_args$args`];
}
