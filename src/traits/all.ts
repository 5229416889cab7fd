import * as kinds from './kinds';
import { OamTrait, ObjectTrait } from './trait';
import { APPLICATION_CONFIGURATION } from '../application/application-configuration';
import { COMPONENT } from '../application/component';
import { OamDefinition, definitionsIn } from '../definitions/type';
import { Platform } from '../platform/platform';
import { isSameType, OAM_API_VERSION, ObjectType, vendorTrait } from '../private/oam-kind';
import { OAM_WORKLOADS } from '../workloads/known-kinds';

/** The kinds of traits of OAM that are known. */
export const OAM_TRAITS: readonly OamTrait[] = definitionsIn<OamTrait | ObjectTrait>(kinds).filter(each => 'render' in each);

/** The kinds of OAM and of a platform's vendor that are known. */
export const OAM_KINDS: readonly OamDefinition[] = [APPLICATION_CONFIGURATION, COMPONENT, ...OAM_WORKLOADS, ...OAM_TRAITS];

/** The kind of a trait on a platform. */
export function oamTraitOn(type: ObjectType, platform: Platform): OamTrait | undefined {
  return OAM_TRAITS.find(({ kind }) => isSameType(platform._typeOf(kind), type));
}

/** The same, also where one of OAM's own is written as one of the vendor's, or the other way round. */
export function oamTraitNamed({ apiVersion, kind }: ObjectType, platform: Platform): OamTrait | undefined {
  const isOam = [OAM_API_VERSION, platform._typeOf(vendorTrait(kind)).apiVersion].includes(apiVersion);
  return isOam ? OAM_TRAITS.find(({ name }) => name === kind) : undefined;
}
