import { Explanation, joined } from '../sentence';

/**
 * What can be wrong with traits: the metrics of a component without an OAM platform, the number of its pods, and objects beside its
 * workload.
 */
export const TRAITS_CODES = {
  'locked-out': {
    cause: 'A NetworkPolicyTrait would lock out the scraper or the ingress controller, since it is not known where their pods run.',
    background: 'A NetworkPolicy rejects all that it does not let in, and says so nowhere.',
    remedy: 'Tell the trait where they run: `scraper`, `ingressController`.',
    says: {
      'scraper': ['would lock out the scraper of the component, since it is not known where its pods run',
        "give 'scraper', or set 'withoutScraper' if its metrics need not be collected"],
      'scraper-ports': ['would lock out the scraper of the component, since its operator chooses the ports of the metrics',
        "give 'scraper' with 'ports', or set 'withoutScraper' if its metrics need not be collected"],
      'controller': ['would lock out the ingress controller, which an IngressTrait leads to the component, '
          + 'since it is not known where its pods run',
      "give 'ingressController', or, on a KubernetesPlatform, 'namespace' and 'podLabels' of its IngressController"],
    },
  },
  'members-locked-out': {
    cause: 'The pods of a cluster that an operator runs call each other, and a NetworkPolicyTrait does not let them.',
    background: 'It is a warning: another policy may let them in. Their operator calls them too.',
    remedy: 'Let in the component itself to all ports, and the pods of the operator.',
    says: ['does not let in the component itself: the pods of a {kind:bare} call each other, and their operator calls them',
      "add the binding of the component with 'allPorts', and the pods of the operator"],
  },
  'metrics-exporter-missing': {
    cause: 'The metrics of a WebLogic domain are to be collected, the platform may add no exporter to it (`weblogicExporter.enabled`), '
      + 'and it has none: the monitor would find nothing.',
    remedy: 'Write `spec.monitoringExporter` with a `configuration` into the Domain, let the platform add one, or set `enabled: false`. '
      + 'Where an application of the domain publishes the metrics, annotate `spec.serverPod` with `prometheus.io/scrape: "true"`.',
    says: [joined("Domain {name} has no 'spec.monitoringExporter.configuration', and 'weblogicExporter.enabled' is false: ",
      'its servers would publish no metrics'),
    'write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, '
        + "or set 'enabled: false' in a MetricsTrait"],
  },
  'metrics-over-tls': {
    cause: 'The metrics of a Coherence cluster are served over TLS, and the platform would take the secret with its certificates for user '
      + 'name and password.',
    remedy: 'Set `scheme` to `https` in a MetricsTrait, with `tls` for the certificate, or switch `coherence.metrics.ssl` off. '
      + 'Where the cluster asks for the certificate of its clients, set `enabled: false` and write the monitor by `CustomTrait`.',
    says: ['would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS',
      "set 'scheme' to ScrapeScheme.HTTPS in a MetricsTrait, or switch 'coherence.metrics.ssl' off",
      "set 'scheme: https' in a MetricsTrait, or switch 'coherence.metrics.ssl' off"],
  },
  'metrics-port-not-declared': {
    cause: 'A metrics endpoint is on a port that no container of the workload declares.',
    background: 'Kubernetes discovery finds the declared ports only: the component would silently not be scraped.',
    remedy: 'Declare the port in the container, name the right one in a MetricsTrait, or set `enabled: false` where there are no metrics.',
    help: "declare it in a container, name the right one in a MetricsTrait, or set 'enabled: false'",
    says: {
      'other-ports': 'port {port} of component {component} is declared by none of its containers ({declared:list})',
      'no-ports': 'port {port} of component {component} is declared by none of its containers (none is declared)',
      'other-coherence-ports': ['port {port} of component {component} is declared by none of its containers ({declared:list})',
        "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one in a MetricsTrait, "
          + "or set 'enabled: false'"],
      'no-coherence-ports': ['port {port} of component {component} is declared by none of its containers (none is declared)',
        "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one in a MetricsTrait, "
          + "or set 'enabled: false'"],
    },
  },
  'metrics-merged': {
    cause: 'Istio changes the annotations of the pods that say where WebLogic servers are scraped.',
    background: 'By default (`enablePrometheusMerge`) its injector writes port 15020 and its own path into them, and serves the metrics '
      + 'of the pod together with its own there, in plain text, without a certificate of the mesh.',
    remedy: "Annotate the pods with `prometheus.istio.io/merge-metrics: 'false'`, as the library does where it renders the Domain.",
    says: [joined('has pods in the mesh whose annotations Istio changes: ',
      'the servers of Domain {name} would be scraped at port 15020 of the sidecar'),
    'set prometheus.istio.io/merge-metrics: "false" in \'spec.serverPod.annotations\' of the Domain'],
  },
  'missing-request': {
    cause: 'An AutoscalerTrait compares what pods use with what they request, and a container requests nothing.',
    background: 'The HorizontalPodAutoscaler reports "missing request" then, and scales nothing.',
    remedy: 'Give each container a request of the resource, or scale by another metric.',
    says: [joined('compares with the {resource:bare} that each container requests, which is missing on {containers:quoted}, ',
      'so that nothing is scaled'),
    "set resources.requests.{resource:bare}; where you cannot, or a LimitRange does, give the metric in 'metrics'"],
  },
  'monitor-not-selected': {
    cause: 'The labels of a monitor, or its namespace, are not among those that the Prometheus resource selects: '
      + 'the component would silently not be scraped.',
    remedy: 'Give the monitor the labels, or give the platform the selectors as they are in the Prometheus resource.',
    says: {
      'labels': ['must have {missing:phrase}: {kind:bare} {prometheus:bare} selects no other monitors',
        "set them by 'monitorLabels' of the platform, or in the metadata of the MetricsTrait",
        "set them by 'kubernetes.prometheus.monitorLabels' in the settings, or in the metadata of the MetricsTrait"],
      'other-namespace': ['is {namespace}, and {kind:bare} {prometheus:bare} takes monitors in its own namespace only',
        "set 'spec.{selector:bare}' of the {kind:bare}, and 'monitorNamespaceSelector' of the platform to the same",
        "set 'spec.{selector:bare}' of the {kind:bare}, and --monitor-namespaces to the same"],
      'no-selector': ['is not given: {kind:bare} {prometheus:bare} selects no monitor of this kind', "set it; '{}' selects all of them"],
      'namespace-labels': [joined('is {namespace}, which is not known to have {missing:phrase}: ',
        '{kind:bare} {prometheus:bare} selects no other namespaces'), "label the namespace, and list its labels in 'namespaceLabels'",
      "label the namespace, and say so by 'kubernetes.prometheus.namespaceLabels' in the settings"],
    },
  },
  'monitor-removed': {
    cause: 'A MetricsTrait was taken out of the tree again.',
    background: 'The default monitor had given way to it, so that none is left.',
    remedy: 'Add another MetricsTrait, with `enabled: false` if no metrics are wanted.',
    says: ['has no monitor: the default one gave way to a MetricsTrait, which was then removed from the tree',
      "add a MetricsTrait again, with 'enabled: false' if no metrics are wanted"],
  },
  'no-eviction': {
    cause: 'A disruption budget allows no pod to be evicted, so that the nodes of the pods cannot be drained.',
    background: 'Kubernetes counts a percentage of the pods and rounds up.',
    remedy: 'Let at least one pod be evicted, or run more of them.',
    says: {
      never: ['allows no pod to be evicted, so that no node with such a pod can be drained',
        'let at least one be evicted, such as by maxUnavailable: PercentOrAbsolute.absolute(1)'],
      unscaled: ['is counted against a number of pods that a {kind:bare} does not have, so that Kubernetes allows no pod to be evicted',
        'give minAvailable as a number of pods, such as PercentOrAbsolute.absolute(1)'],
      replicas: ['keeps {kept} of {replicas} pods, so that none can be evicted, and no node with such a pod can be drained',
        'run more pods, or use maxUnavailable: PercentOrAbsolute.absolute(1)'],
    },
  },
  'no-pods': {
    cause: 'A trait selects the pods of its component, or a component stands for an object that runs pods, and there are none, '
      + 'or how they are labelled is not known.',
    remedy: 'Put the trait on the component whose workload runs the pods; give `fromApiObject()` the object that runs them.',
    says: {
      'workload': ['is on a {kind:bare}, which has no pods', 'put the trait on the component whose workload runs the pods'],
      'unlabelled': ['is on a {kind:bare} whose pods have no labels', 'give the pods labels, and the workload a selector of them'],
      'api-object': ['is a {kind:bare}, which has no pods', 'give the object that runs the pods, such as ApiObject.of(deployment)'],
      'api-object-unlabelled': ['is a {kind:bare} whose pods have no labels',
        'give the pods labels, and the {kind:bare} a selector of them'],
      'peer': ['must be a component whose workload has pods that are known here',
        "name such a component, or give 'podLabels' in its place"],
      'elsewhere': ['is on component {component}, which is not declared here, so that the labels of its pods are not known',
        'declare the component here, or write the object by CustomObject'],
    },
  },
  'not-scalable': {
    cause: 'A ManualScalerTrait or an AutoscalerTrait is on a workload whose number of pods cannot be set.',
    background: 'On an OAM platform a ManualScalerTrait fails with "cannot scale the resource" then.',
    remedy: 'Put it on the component whose workload runs the pods. In place of a ManualScalerTrait, '
      + 'the workload itself may have the number.',
    help: 'put the trait on the component whose workload runs the pods, or leave it out',
    says: {
      'workload': 'is on component {component}, whose workload is a {kind:bare}: it has no number of replicas to set',
      'no-replicas': 'is on a {kind:bare}, which has no number of replicas to set',
      'exclusive-volume': ['must be 0 or 1, since its pods cannot share a volume (claim {claim})',
        'share the volume with sharingPolicy Shared, or make it ephemeral'],
      'one-part': ['is on a {kind:bare}, which autoscalers scale by its {part:bare} resources, and it has {count}',
        'declare one of them, or write a HorizontalPodAutoscaler for each by CustomObject'],
      'unset': ['scales a {kind:bare} without a number of replicas: Kubernetes serves no scale of it then',
        'give it the number with which it starts, and let what applies the manifests ignore the field'],
      'invalid': ['is on a {kind:bare} that is invalid with the values of its parameters, so that what is made of it is not known',
        'correct the values'],
    },
  },
  'scaled-twice': {
    cause: 'An autoscaler sets the number of pods of a component, and so does something else.',
    background: 'Each time the manifests are applied, the number that the autoscaler has chosen is overwritten.',
    remedy: 'Leave the number to one of them.',
    says: {
      trait: ['is beside {maker:maker}, which sets the number of pods too', 'leave one of them out'],
      replicas: [joined('is on a {kind:bare} with a number of replicas of its own ({replicas}), ',
        'which is set again whenever the manifests are applied'), "leave 'replicas' out of the workload"],
    },
  },
  'scrape-timeout': {
    cause: 'A scrape is given up later than the next one begins.',
    background: 'The Prometheus Operator rejects such a monitor.',
    remedy: 'Shorten the `timeout`, or lengthen the `interval`.',
    says: {
      timeout: ['is {timeout}, longer than the interval of {interval}', 'shorten it, or lengthen the interval'],
      interval: ['is {interval}, shorter than the timeout of {timeout} that is the default', 'lengthen it, or give a shorter timeout'],
    },
  },
  'scraped-twice': {
    cause: 'The operator of a workload creates its own monitor (`serviceMonitor.enabled`) of an endpoint that is scraped here, '
      + 'and the Prometheus would select both: every sample would be counted twice.',
    remedy: "Switch the operator's monitor off, or ask for no such endpoint in the MetricsTrait: "
      + "series have the operator's job name and labels then.",
    says: {
      one: [joined('makes the Coherence Operator render a monitor of port {port}, and Prometheus {prometheus:bare} would select it beside ',
        'the one that is rendered here: every sample would be counted twice'),
      "set 'enabled: false' in it, or ask for other ports in a MetricsTrait ('enabled: "
          + "false' if there are none) to keep the operator's monitor"],
      several: [joined('is one of several fields that make the Coherence Operator render monitors (of ports {ports:list}), ',
        'and Prometheus {prometheus:bare} would select them beside those that are rendered here: every sample would be counted twice'),
      "set 'enabled: false' in each of them, or ask for other ports in a MetricsTrait ('enabled: "
          + "false' if there are none) to keep the operator's monitors"],
    },
  },
  'tls-not-used': {
    cause: 'A MetricsTrait says how a certificate is verified, and the endpoint is scraped without one, '
      + 'or with the certificates of the mesh.',
    background: 'In a namespace of the mesh that the provider names, the scrape class of the Prometheus has the certificates, '
      + 'unless the trait or the endpoint gives a `scheme`. What is given once for all endpoints must be used by one of them.',
    remedy: 'Set `scheme` to `https` if the endpoint itself serves TLS, or leave `tls` out.',
    says: {
      http: ['is not used: the endpoint is scraped over HTTP', "set 'scheme' to ScrapeScheme.HTTPS, or leave it out",
        "set 'scheme: https', or leave it out"],
      mesh: ['is not used: the endpoint is scraped with the certificates of the mesh',
        "leave it out, or set 'scheme' to ScrapeScheme.HTTPS if the endpoint itself serves TLS",
        "leave it out, or set 'scheme: https' if the endpoint itself serves TLS"],
    },
  },
  'two-credentials': {
    cause: 'A MetricsTrait has both a `secret` with user name and password and an `authorization`.',
    background: 'A request has one header for both, and the Prometheus Operator rejects such a monitor. '
      + 'The `authorization` of an entry of `ports` replaces the `secret` for this endpoint.',
    remedy: 'Leave one of them out, or give `authorization` to the endpoints that want it.',
    says: ["is given beside 'secret': a scrape sends one of them", "leave one out, or give 'authorization' to entries of 'ports'"],
  },
  'unknown-scraper': {
    cause: 'A MetricsTrait names another scraper than the one for which monitors are rendered.',
    remedy: 'Leave the scraper out, or say in `replaces` that the Prometheus takes its place.',
    says: ['must be {scraper}, or a scraper that it replaces, got {value}',
      "leave it out, or list it in 'replaces' of the platform's metrics",
      "leave it out, or list it in 'kubernetes.prometheus.replaces' in the settings"],
  },
} as const satisfies Record<string, Explanation>;
