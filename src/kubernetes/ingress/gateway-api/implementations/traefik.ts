import { Implementation } from './implementation';

/** https://traefik.io. */
export const TRAEFIK: Implementation = {
  title: 'Traefik',
  // PathRegexp looks for a part that matches
  regex: { write: expression => `^(?:${expression})$`, rank: 'by length' },
  notes: [
    'Regular expressions are written with anchors, since Traefik looks for a part of the path that matches.',
    'The longer of a regular expression and a prefix takes a request that both match. The length of the path precedes that of the host: '
    + 'a longer path of a wildcard takes requests of a host that has a route of its own.',
    'A session cookie needs a TraefikService, which an HTTPRoute cannot name across providers without further settings: none is rendered.',
  ],
};
