import { Implementation } from './implementation';

/** https://traefik.io. */
export const TRAEFIK: Implementation = {
  title: 'Traefik',
  // PathRegexp matches any part of a path
  regex: { write: expression => `^(?:${expression})$`, rank: 'by length' },
  notes: [
    'If a regular expression and a prefix both match, the longer one gets the request. A longer path of a wildcard host precedes '
    + 'a shorter path of an exact host.',
    'Cookies need a TraefikService and are not rendered.',
  ],
};
