import type { Explanation } from './explanation';

/** What can be wrong when existing manifests are taken over: checked, rendered, imported, compared. */
export const TAKEOVER_CODES = {
  'standalone-oam-object': {
    cause: 'A trait, a workload or a definition of an OAM platform stands by itself, and no application among the manifests says what it belongs to. A cluster without an OAM platform does not know its kind.',
    remedy: 'Put a trait or a workload into an ApplicationConfiguration or a Component; leave out what only an OAM platform reads.',
  },
} as const satisfies Record<string, Explanation>;
