import { ComponentBinding } from '../../application/component-binding';
import { Platform } from '../../platform/platform';
import { isObject, listOf } from '../../private/check';
import { FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import { fixedKind, OAM_API_VERSION, OamKind, vendorTrait } from '../../private/oam-kind';
import { pathTypeOf } from '../../private/path-types';
import { CustomTrait } from '../../traits/custom-trait';
import { destinationFindings } from '../../traits/ingress-trait';
import { loggingImageFindings } from '../../traits/logging-trait';
import { scalableFindings } from '../../traits/manual-scaler-trait';
import { scrapeableFindings } from '../../traits/metrics-trait';

/** What the typed traits check beside the values of their fields: whether they suit the workload. */
export function traitFindings({ binding, apiVersion, kind }: CustomTrait, { spec }: any): Finding[] {
  const [own, suits] = SUITS.get(kind) ?? [];
  return own && suits && Platform.of(binding)._typeOf(own).apiVersion === apiVersion ? suits(binding, isObject(spec) ? spec : {}) : FINE;
}

type Suits = (binding: ComponentBinding, spec: any) => Finding[];

const SUITS: ReadonlyMap<string, readonly [OamKind, Suits]> = new Map([
  ['IngressTrait', [vendorTrait('IngressTrait'), destinationFindings]],
  ['LoggingTrait', [vendorTrait('LoggingTrait'), loggingImageFindings]],
  ['ManualScalerTrait', [fixedKind(OAM_API_VERSION, 'ManualScalerTrait'), scalableFindings]],
  ['MetricsTrait', [vendorTrait('MetricsTrait'), scrapeableFindings]],
]);

/** The controller reads types of paths in any case; its documentation has one. */
export function spellingFindings({ apiVersion, kind, spec }: any, platform: Platform): Finding[] {
  const own = platform._typeOf(vendorTrait('IngressTrait'));
  if (kind !== own.kind || apiVersion !== own.apiVersion) return FINE;
  return listOf(spec?.rules).flatMap((rule, i) => listOf(rule?.paths).flatMap((path, j) => {
    const meant = pathTypeOf(path?.pathType);
    return meant === undefined || meant === path.pathType ? FINE : finding('invalid-value', `spec.rules[${i}].paths[${j}].pathType`,
      `is ${JSON.stringify(path.pathType)}, and is read as ${JSON.stringify(meant)}`, `write ${JSON.stringify(meant)}`);
  }));
}
