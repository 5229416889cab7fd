import { CheckedTrait } from './checked-trait';
import { ingressTraitSpec } from './ingress-trait';
import { loggingTraitSpec } from './logging-trait';
import { defaultsOf, metricsTraitSpec } from './metrics-trait';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';
import { Platform } from '../platform/platform';
import { Check, FINE, Finding } from '../private/finding';
import { manifest as anyManifest } from '../private/names';
import { fixedKind, vendorTrait } from '../private/oam-kind';

/** Properties of a CustomTrait. */
export interface CustomTraitProps extends DataOptions {
  /** The whole trait: `apiVersion`, `kind`, and whatever else it has. */
  readonly manifest: { [key: string]: any };
}

/** The vendor's own kinds are checked whoever wrote them: their metrics and routes are read from here. */
const VENDOR_KINDS: ReadonlyMap<string, (scope: ComponentBinding) => Check> = new Map([
  ['MetricsTrait', (scope: ComponentBinding) => metricsTraitSpec(defaultsOf(scope))],
  ['IngressTrait', () => ingressTraitSpec],
  ['LoggingTrait', () => loggingTraitSpec],
]);

/** A trait of any kind, carried whole: nothing in it is dropped, nulls and unknown fields included. */
export class CustomTrait extends CheckedTrait {
  /** Checks type and metadata, and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: CustomTraitProps) {
    const { apiVersion, kind, ...fields } = props.manifest ?? {};
    super(scope, id, {
      kind: fixedKind(apiVersion, kind),
      fields,
      options: props,
      spec: (spec, field) => [...anyManifest({ apiVersion, kind }, field), ...vendorKind(scope, apiVersion, kind, spec)],
    });
  }
}

function vendorKind(scope: ComponentBinding, apiVersion: any, kind: any, spec: any): Finding[] {
  const check = VENDOR_KINDS.get(kind);
  return check && Platform.of(scope)._typeOf(vendorTrait(kind)).apiVersion === apiVersion ? check(scope)(spec, '') : FINE;
}
