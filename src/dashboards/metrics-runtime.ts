import { BindingModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { isKind } from '../private/kinds/kind-of';
import { COHERENCE, DOMAIN } from '../private/kinds/operator-kinds';
import { isSameType, vendorWorkload } from '../private/oam-kind';

/** The runtime of a component, by the metrics that it publishes: each is a row of a MetricsDashboard. */
export enum MetricsRuntime {
  /** Any process with an official client library of Prometheus: CPU, memory, open files. */
  PROCESS = 'process',

  /** A Go program with `client_golang`. */
  GO = 'go',

  /** A JVM with the client library for Java, of any version, or with Micrometer. */
  JVM = 'jvm',

  /** Node.js with `prom-client`. */
  NODE = 'node',

  /** Helidon 2 and later, with its built-in metrics. */
  HELIDON = 'helidon',

  /** WebLogic, with the exporter as a KubernetesPlatform configures it. The panel "Server state" shows 2 for RUNNING. */
  WEBLOGIC = 'weblogic',

  /**
   * Coherence, with its short names or with those that begin with `vendor:`. The panel "HA status of services" shows 0 for ENDANGERED, 1
   * for NODE-SAFE, 2 for MACHINE-SAFE, 3 for RACK-SAFE and 4 for SITE-SAFE.
   */
  COHERENCE = 'coherence',
}

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
