import { oamTraitNamed } from './all';
import { CheckedTrait, TRAIT_PROPS, checkOf } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';
import { bad, Finding, FINE } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { isObject, only, asObject } from '../../base/check';
import { manifest as anyManifest } from '../../base/names';
import { fixedKind, ObjectType } from '../../base/oam-kind';
import { readAs } from '../../base/plain';

/** Properties of a CustomTrait. */
export interface CustomTraitProps extends DataOptions {
  /** The whole trait: `apiVersion`, `kind`, and whatever else it has. */
  readonly manifest: { [key: string]: any };
}

/**
 * A trait of any kind, written as it is, including nulls and unknown fields.
 *
 * A KubernetesPlatform adds the application's namespace and labels, but no `workloadRef`. It does not know every
 * cluster-scoped kind: write such an object with CustomObject.
 */
export class CustomTrait extends CheckedTrait {
  /**
   * Checks type and metadata, and adds the trait to the component.
   *
   * @throws ModelError if the manifest is invalid, or the component cannot have the trait
   */
  public constructor(scope: ComponentBinding, id: string, props: CustomTraitProps) {
    const { apiVersion, kind, ...fields } = asObject<ObjectType>(props?.manifest);
    super(scope, id, {
      kind: fixedKind(apiVersion, kind),
      fields: isObject(props?.manifest) ? readAs(props.manifest, fields) : fields,
      options: props,
      unknown: () => only(...TRAIT_PROPS, 'manifest')(props, ''),
      spec: (spec, field) =>
        [...anyManifest({ apiVersion, kind }, field), ...knownKind(scope, { apiVersion, kind }, spec)],
    });
  }
}

/** Checks a trait of a known kind, however it was written: metrics and routes are read from it. */
function knownKind(scope: ComponentBinding, type: ObjectType, spec: unknown): Finding[] {
  const known = oamTraitNamed(type, Platform.of(scope));
  if (!known) return FINE;
  return isObject(spec) ? checkOf(known, scope)(spec, '') : bad('invalid-type', 'object', 'spec', spec);
}
