import { CheckedTrait } from './checked-trait';
import { ingressTraitSpec } from './ingress-trait';
import { loggingTraitSpec } from './logging-trait';
import { manualScalerTraitSpec } from './manual-scaler-trait';
import { defaultsOf } from './metrics-trait';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';
import { Platform } from '../platform/platform';
import { isObject } from '../private/check';
import { bad, Check, Finding, FINE } from '../findings/finding';
import { metricsTraitSpec } from '../private/metrics-trait-spec';
import { manifest as anyManifest } from '../private/names';
import { fixedKind, OAM_API_VERSION, vendorTrait } from '../private/oam-kind';
import { readAs } from '../private/plain';

/** Properties of a CustomTrait. */
export interface CustomTraitProps extends DataOptions {
  /** The whole trait: `apiVersion`, `kind`, and whatever else it has. */
  readonly manifest: { [key: string]: any };
}

/** The platform's own kinds are checked whoever wrote them: metrics and routes are read from them. */
const KNOWN_KINDS: ReadonlyMap<string, (scope: ComponentBinding) => Check> = new Map([
  ['ManualScalerTrait', () => manualScalerTraitSpec],
  ['MetricsTrait', (scope: ComponentBinding) => metricsTraitSpec(defaultsOf(scope))],
  ['IngressTrait', () => ingressTraitSpec],
  ['LoggingTrait', () => loggingTraitSpec],
]);

/** A trait of any kind, carried whole: nothing in it is dropped, nulls and unknown fields included. */
export class CustomTrait extends CheckedTrait {
  /** Checks type and metadata, and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: CustomTraitProps) {
    const { apiVersion, kind, ...fields } = isObject(props?.manifest) ? props.manifest : {};
    super(scope, id, {
      kind: fixedKind(apiVersion, kind),
      fields: isObject(props?.manifest) ? readAs(props.manifest, fields) : fields,
      options: props,
      known: ['manifest'],
      typed: false,
      spec: (spec, field) => [...anyManifest({ apiVersion, kind }, field), ...knownKind(scope, apiVersion, kind, spec)],
    });
  }
}

function knownKind(scope: ComponentBinding, apiVersion: any, kind: any, spec: any): Finding[] {
  const check = KNOWN_KINDS.get(kind);
  const own = [OAM_API_VERSION, Platform.of(scope)._typeOf(vendorTrait(kind)).apiVersion].includes(apiVersion);
  if (!check || !own) return FINE;
  return isObject(spec) ? check(scope)(spec, '') : bad('invalid-type', 'object', 'spec', spec);
}
