/** How the path of a route is compared with that of a request: as a whole, or element by element from the beginning. */
export type PathMatch = 'Exact' | 'Prefix';

const TAKES: Readonly<Record<PathMatch, (own: string, asked: string) => boolean>> = {
  Exact: (own, asked) => own === asked,
  Prefix: (own, asked) => `${asked}/`.startsWith(`${own}/`.replace(/\/\/$/, '/')),
};

/** Whether the path of a route takes that of a request. */
export function takesPath(own: string, type: PathMatch, asked: string): boolean {
  return TAKES[type](own, asked);
}

/** A path as it is compared with those of other routes: a slash at the end of a prefix says nothing. */
export function comparedPath(path: string, type: PathMatch): string {
  return type === 'Exact' ? path : path.replace(/(.)\/$/, '$1');
}

/** The key of a host and a path, which two routes share that claim the same. A claim of no type is compared with its like alone. */
export function claimKey(host: string, path: string, type?: string): string {
  return JSON.stringify([host, path, type ?? '']);
}

/** Whether a route takes every request at a path and below it. */
export function coversPath(own: string, type: PathMatch, path: string): boolean {
  return type === 'Prefix' && takesPath(own, type, path);
}

/** Whether a route takes some request at a path or below it. */
export function meetsPath(own: string, type: PathMatch, path: string): boolean {
  return coversPath(own, type, path) || takesPath(path, 'Prefix', own);
}
