import * as kinds from './kinds';
import { OamTrait, ObjectTrait } from './trait';
import { APPLICATION_CONFIGURATION } from '../application/application-configuration';
import { COMPONENT } from '../application/component';
import { OamDefinition, definitionsIn } from '../../base/definitions/type';
import { Platform } from '../platform/platform';
import { OAM_API_VERSION, ObjectType, vendorTrait } from '../../base/oam-kind';
import { OAM_WORKLOADS } from '../workloads/known-kinds';

/** The known kinds of OAM traits. */
export const OAM_TRAITS: readonly OamTrait[] =
  definitionsIn<OamTrait | ObjectTrait>(kinds).filter(each => 'render' in each);

/** The known kinds of OAM and of a platform's vendor. */
export const OAM_KINDS: readonly OamDefinition[] =
  [APPLICATION_CONFIGURATION, COMPONENT, ...OAM_WORKLOADS, ...OAM_TRAITS];

/** The kind of OAM trait with a type on a platform; also one of OAM with the vendor's API version, or vice versa. */
export function oamTraitNamed({ apiVersion, kind }: ObjectType, platform: Platform): OamTrait | undefined {
  const isOam = [OAM_API_VERSION, platform._typeOf(vendorTrait(kind)).apiVersion].includes(apiVersion);
  return isOam ? OAM_TRAITS.find(({ name }) => name === kind) : undefined;
}
