/** What a component is made of, by the metrics that it publishes: each is a row of a MetricsDashboard. */
export enum MetricsRuntime {
  /** Any process of an official client library of Prometheus: CPU, memory, open files. */
  PROCESS = 'process',

  /** A Go program with `client_golang`. */
  GO = 'go',

  /** A JVM with the client library for Java, of any version, or with Micrometer. */
  JVM = 'jvm',

  /** Node.js with `prom-client`. */
  NODE = 'node',

  /** Helidon 2 and later, with its built-in metrics. */
  HELIDON = 'helidon',

  /** WebLogic, with the exporter as a KubernetesPlatform configures it. */
  WEBLOGIC = 'weblogic',

  /** Coherence, with its short names or with those that begin with `vendor:`. */
  COHERENCE = 'coherence',
}
