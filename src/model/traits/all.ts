import * as kinds from './kinds';
import { OamTrait, ObjectTrait } from './trait';
import { APPLICATION_CONFIGURATION } from '../application/application-configuration';
import { COMPONENT } from '../application/component';
import { OamDefinition, definitionsIn } from '../../base/definitions/type';
import { Platform } from '../platform/platform';
import { isSameType, OAM_API_VERSION, ObjectType, vendorTrait } from '../../base/oam-kind';
import { OAM_WORKLOADS } from '../workloads/known-kinds';

/** The known kinds of OAM traits. */
export const OAM_TRAITS: readonly OamTrait[] =
  definitionsIn<OamTrait | ObjectTrait>(kinds).filter(each => 'render' in each);

/** The known kinds of OAM and of a platform's vendor. */
export const OAM_KINDS: readonly OamDefinition[] =
  [APPLICATION_CONFIGURATION, COMPONENT, ...OAM_WORKLOADS, ...OAM_TRAITS];

/** The kind of OAM trait that has a type on a platform. */
export function oamTraitOn(type: ObjectType, platform: Platform): OamTrait | undefined {
  return OAM_TRAITS.find(({ kind }) => isSameType(platform._typeOf(kind), type));
}

/** Like `oamTraitOn`, but also finds a trait of OAM written with the vendor's API version, and vice versa. */
export function oamTraitNamed({ apiVersion, kind }: ObjectType, platform: Platform): OamTrait | undefined {
  const isOam = [OAM_API_VERSION, platform._typeOf(vendorTrait(kind)).apiVersion].includes(apiVersion);
  return isOam ? OAM_TRAITS.find(({ name }) => name === kind) : undefined;
}
