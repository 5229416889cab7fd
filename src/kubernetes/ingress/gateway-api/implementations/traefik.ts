import { Implementation } from './implementation';

/** https://traefik.io. */
export const TRAEFIK: Implementation = {
  title: 'Traefik',
  // PathRegexp looks for a part that matches
  regex: { write: expression => `^(?:${expression})$`, rank: 'by length' },
  notes: [
    'Of a regular expression and a prefix that both match, the longer one gets the request. A longer path of a wildcard host precedes '
    + 'a shorter path of an exact host.',
    'Cookies need a TraefikService and are not rendered.',
  ],
};
