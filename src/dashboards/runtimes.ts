import { MetricsRuntime } from './metrics-runtime';
import { BindingModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { isKind } from '../private/kinds/kind-of';
import { COHERENCE, DOMAIN } from '../private/kinds/operator-kinds';
import { isSameType, vendorWorkload } from '../private/oam-kind';

/** The runtime of a workload, by the vendor's kind. */
const BY_VENDOR_KIND: Readonly<Record<string, MetricsRuntime>> = {
  CoherenceWorkload: MetricsRuntime.COHERENCE,
  HelidonWorkload: MetricsRuntime.HELIDON,
  WebLogicWorkload: MetricsRuntime.WEBLOGIC,
};

/** The runtime of a workload, by the kind of an operator. */
const BY_KIND: Readonly<Record<string, MetricsRuntime>> = { [COHERENCE]: MetricsRuntime.COHERENCE, [DOMAIN]: MetricsRuntime.WEBLOGIC };

/** The runtimes of a component, as far as its workload shows. */
export function runtimesOf({ component }: BindingModel, platform: Platform): MetricsRuntime[] {
  if (!component) return [];
  const { kind, source } = component.workload;
  const type = source?.type ?? platform._typeOf(kind);
  const vendors = Object.keys(BY_VENDOR_KIND).filter(each => isSameType(type, platform._typeOf(vendorWorkload(each))));
  const operators = Object.keys(BY_KIND).filter(each => isKind(type, each));
  return [...vendors.map(each => BY_VENDOR_KIND[each]), ...operators.map(each => BY_KIND[each])];
}
