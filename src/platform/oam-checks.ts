import { Finding, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { groupOf, OAM_API_VERSION, ObjectType } from '../private/oam-kind';

// what an OAM platform rejects, though its CRDs may take it

/** The versions that the platform serves, by the group of a kind. */
export function rejectedVersion({ apiVersion, kind }: ObjectType, vendor: string): Finding[] {
  // what is no version is told by another check
  if (typeof apiVersion !== 'string') return FINE;
  const served = [OAM_API_VERSION, ...['oam', 'clusters'].map(name => `${name}.${vendor}.io/v1alpha1`)].find(each => groupOf({ apiVersion: each }) === groupOf({ apiVersion }));
  return served === undefined || served === apiVersion ? FINE
    : found('other-oam-version', 'apiVersion', { reason: 'not-served', served, kind, value: Shown.of(apiVersion) });
}
