import { oamTraitNamed } from './all';
import { CheckedTrait, TRAIT_PROPS, checkOf } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';
import { bad, FINE } from '../../base/findings/finding';
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
      // metrics and routes are read from a trait of a known kind, however it was written
      spec: (spec, field) => {
        const known = oamTraitNamed({ apiVersion, kind }, Platform.of(scope));
        return [
          ...anyManifest({ apiVersion, kind }, field),
          ...!known ? FINE : isObject(spec) ? checkOf(known, scope)(spec, '')
            : bad('invalid-type', 'object', 'spec', spec),
        ];
      },
    });
  }
}
