import { FINE, Finding } from '../findings/finding';
import { wrong } from '../findings/unsaid';
import { OAM_API_VERSION, ObjectType,  } from '../private/oam-kind';
import { groupOf } from '../private/scopes';

// what an OAM platform rejects, though its CRDs may take it

/** The versions that the platform serves, by the group of a kind. */
export function rejectedVersion({ apiVersion, kind }: ObjectType, vendor: string): Finding[] {
  // what is no version is told by another check
  if (typeof apiVersion !== 'string') return FINE;
  const served = [OAM_API_VERSION, ...['oam', 'clusters'].map(name => `${name}.${vendor}.io/v1alpha1`)].find(each => groupOf({ apiVersion: each }) === groupOf({ apiVersion }));
  return served === undefined || served === apiVersion ? FINE
    : wrong('other-oam-version', 'apiVersion', `be ${JSON.stringify(served)}, the only version of ${kind} that the platform serves`, apiVersion);
}
