import { ObjectType } from '../private/oam-kind';
import { groupOf } from '../private/scopes';

/** Whether a type is OAM's, or that of a platform: a cluster without one does not know it. */
export function isOamType(type: ObjectType): boolean {
  return /^oam\.|(^|\.)oam\.dev$/.test(groupOf(type));
}

/** Whether a type is one of the platform's own beside OAM: of `clusters.verrazzano.io`, say. */
export function isVendorType(type: ObjectType, vendor: string): boolean {
  return [`clusters.${vendor}.io`, `install.${vendor}.io`].includes(groupOf(type));
}
