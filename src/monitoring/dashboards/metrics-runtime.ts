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

  /** WebLogic, with the exporter as a KubernetesPlatform configures it. "Server state" shows 2 for RUNNING. */
  WEBLOGIC = 'weblogic',

  /**
   * Coherence, with its short names or with those that begin with `vendor:`. The panel "HA status of services" shows 0
   * for ENDANGERED, 1 for NODE-SAFE, 2 for MACHINE-SAFE, 3 for RACK-SAFE and 4 for SITE-SAFE.
   */
  COHERENCE = 'coherence',
}
