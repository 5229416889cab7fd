import type { Explanation } from '../explanation';

/** What can be wrong with the metrics of a component without an OAM platform. */
export const METRICS_CODES = {
  'metrics-exporter-missing': {
    cause: 'The metrics of a WebLogic domain are to be collected, the platform may add no exporter to it (`weblogicExporter.enabled`), and it has none: the monitor would find nothing.',
    remedy: 'Write `spec.monitoringExporter` with a `configuration` into the Domain, let the platform add one, or set `enabled: false`. Where an application of the domain publishes the metrics, annotate `spec.serverPod` with `prometheus.io/scrape: "true"`.',
    says: {
      problem: 'Domain {name} has no \'spec.monitoringExporter.configuration\', and \'weblogicExporter.enabled\' is false: its servers would publish no metrics',
      remedy: 'write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, or set \'enabled: false\' in a MetricsTrait',
    },
  },
  'metrics-over-tls': {
    cause: 'The metrics of a Coherence cluster are served over TLS, and the platform would take the secret with its certificates for user name and password.',
    remedy: 'Set `scheme` to `https` in a MetricsTrait, with `tls` for the certificate, or switch `coherence.metrics.ssl` off. Where the cluster asks for the certificate of its clients, set `enabled: false` and write the monitor by `CustomTrait`.',
    says: {
      problem: 'would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS',
      remedy: 'set \'scheme\' to ScrapeScheme.HTTPS in a MetricsTrait, or switch \'coherence.metrics.ssl\' off',
      inManifests: 'set \'scheme: https\' in a MetricsTrait, or switch \'coherence.metrics.ssl\' off',
    },
  },
  'metrics-port-not-declared': {
    cause: 'A metrics endpoint is on a port that no container of the workload declares.',
    background: 'Kubernetes discovery finds the declared ports only: the component would silently not be scraped.',
    remedy: 'Declare the port in the container, name the right one in a MetricsTrait, or set `enabled: false` where there are no metrics.',
    says: {
      'other-ports': {
        problem: 'port {port} of component {component} is declared by none of its containers ({declared:list})',
        remedy: 'declare it in a container, name the right one in a MetricsTrait, or set \'enabled: false\'',
      },
      'no-ports': {
        problem: 'port {port} of component {component} is declared by none of its containers (none is declared)',
        remedy: 'declare it in a container, name the right one in a MetricsTrait, or set \'enabled: false\'',
      },
      'other-coherence-ports': {
        problem: 'port {port} of component {component} is declared by none of its containers ({declared:list})',
        remedy: 'declare it in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or set \'enabled: false\'',
      },
      'no-coherence-ports': {
        problem: 'port {port} of component {component} is declared by none of its containers (none is declared)',
        remedy: 'declare it in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or set \'enabled: false\'',
      },
    },
  },
  'monitor-not-selected': {
    cause: 'The labels of a monitor, or its namespace, are not among those that the Prometheus resource selects: the component would silently not be scraped.',
    remedy: 'Give the monitor the labels, or give the platform the selectors as they are in the Prometheus resource.',
    says: {
      'labels': {
        problem: 'must have {missing:phrase}: Prometheus {prometheus:bare} selects no other monitors',
        remedy: 'set them by \'monitorLabels\' of the platform, or in the metadata of the MetricsTrait',
        inManifests: 'set them by \'kubernetes.prometheus.monitorLabels\' in the settings, or in the metadata of the MetricsTrait',
      },
      'other-namespace': {
        problem: 'is {namespace}, and Prometheus {prometheus:bare} takes monitors in its own namespace only',
        remedy: 'set \'spec.{selector:bare}\' of the Prometheus, and \'monitorNamespaceSelector\' of the platform to the same',
        inManifests: 'set \'spec.{selector:bare}\' of the Prometheus, and --monitor-namespaces to the same',
      },
      'namespace-labels': {
        problem: 'is {namespace}, which is not known to have {missing:phrase}: Prometheus {prometheus:bare} selects no other namespaces',
        remedy: 'label the namespace, and list its labels in \'namespaceLabels\'',
        inManifests: 'label the namespace, and say so by \'kubernetes.prometheus.namespaceLabels\' in the settings',
      },
    },
  },
  'monitor-removed': {
    cause: 'A MetricsTrait was taken out of the tree again.',
    background: 'The default monitor had given way to it, so that none is left.',
    remedy: 'Add another MetricsTrait, with `enabled: false` if no metrics are wanted.',
    says: {
      problem: 'has no monitor: the default one gave way to a MetricsTrait, which was then removed from the tree',
      remedy: 'add a MetricsTrait again, with \'enabled: false\' if no metrics are wanted',
    },
  },
  'scrape-timeout': {
    cause: 'A scrape is given up later than the next one begins.',
    background: 'The Prometheus Operator rejects such a monitor.',
    remedy: 'Shorten the `timeout`, or lengthen the `interval`.',
    says: {
      timeout: { problem: 'is {timeout}, longer than the interval of {interval}', remedy: 'shorten it, or lengthen the interval' },
      interval: {
        problem: 'is {interval}, shorter than the timeout of {timeout} that is the default',
        remedy: 'lengthen it, or give a shorter timeout',
      },
    },
  },
  'scraped-twice': {
    cause: 'The operator of a workload creates its own monitor (`serviceMonitor.enabled`) of an endpoint that is scraped here, and the Prometheus would select both: every sample would be counted twice.',
    remedy: 'Switch the operator\'s monitor off, or ask for no such endpoint in the MetricsTrait: series have the operator\'s job name and labels then.',
    says: {
      one: {
        problem: 'makes the Coherence Operator render a monitor of port {port}, and Prometheus {prometheus:bare} would select it beside the one that is rendered here: every sample would be counted twice',
        remedy: 'set \'enabled: false\' in it, or ask for other ports in a MetricsTrait (\'enabled: false\' if there are none) to keep the operator\'s monitor',
      },
      several: {
        problem: 'is one of several fields that make the Coherence Operator render monitors (of ports {ports:list}), and Prometheus {prometheus:bare} would select them beside those that are rendered here: every sample would be counted twice',
        remedy: 'set \'enabled: false\' in each of them, or ask for other ports in a MetricsTrait (\'enabled: false\' if there are none) to keep the operator\'s monitors',
      },
    },
  },
  'tls-not-used': {
    cause: 'A MetricsTrait says how a certificate is verified, and the endpoint is scraped without one, or with the certificates of the mesh.',
    background: 'In a namespace of the mesh that the provider names, the scrape class of the Prometheus has the certificates, unless the trait or the endpoint gives a `scheme`. What is given once for all endpoints must be used by one of them.',
    remedy: 'Set `scheme` to `https` if the endpoint itself serves TLS, or leave `tls` out.',
    says: {
      http: {
        problem: 'is not used: the endpoint is scraped over HTTP',
        remedy: 'set \'scheme\' to ScrapeScheme.HTTPS, or leave it out',
        inManifests: 'set \'scheme: https\', or leave it out',
      },
      mesh: {
        problem: 'is not used: the endpoint is scraped with the certificates of the mesh',
        remedy: 'leave it out, or set \'scheme\' to ScrapeScheme.HTTPS if the endpoint itself serves TLS',
        inManifests: 'leave it out, or set \'scheme: https\' if the endpoint itself serves TLS',
      },
    },
  },
  'two-credentials': {
    cause: 'A MetricsTrait has both a `secret` with user name and password and an `authorization`.',
    background: 'A request has one header for both, and the Prometheus Operator rejects such a monitor. The `authorization` of an entry of `ports` replaces the `secret` for this endpoint.',
    remedy: 'Leave one of them out, or give `authorization` to the endpoints that want it.',
    says: {
      problem: 'is given beside \'secret\': a scrape sends one of them',
      remedy: 'leave one out, or give \'authorization\' to entries of \'ports\'',
    },
  },
  'unknown-scraper': {
    cause: 'A MetricsTrait names another scraper than the one for which monitors are rendered.',
    remedy: 'Leave the scraper out, or say in `replaces` that the Prometheus takes its place.',
    says: {
      problem: 'must be {scraper}, or a scraper that it replaces, got {value}',
      remedy: 'leave it out, or list it in \'replaces\' of the platform\'s metrics',
      inManifests: 'leave it out, or list it in \'kubernetes.prometheus.replaces\' in the settings',
    },
  },
} as const satisfies Record<string, Explanation>;
