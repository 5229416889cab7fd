import { ScraperError } from '../../src/query';

/** The error of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(result => { throw new Error(`nothing was thrown, but given: ${JSON.stringify(result)}`); }, (error: unknown) => error as Error);
}

/** The whole message of a call that has to fail, without the port of this run. */
export async function said(call: Promise<unknown>): Promise<string> {
  return withoutPort((await errorOf(call)).message);
}

/** The error of a scraper, which a call has to fail with. */
export async function failed(call: Promise<unknown>): Promise<ScraperError> {
  const error = await errorOf(call);
  if (error instanceof ScraperError) return error;
  throw error;
}

/** A text without the ports of this run. */
export function withoutPort(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

// What many messages end with.
export const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
export const WHICH = 'check the URL: it is that of the scraper, with its path prefix';
export const LATER = 'try again later, and check that the scraper runs behind what answers';
export const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';
