import { Explanation, joined } from '../sentence';

/** Findings about traits: the metrics of a component without an OAM platform, the number of its pods, and objects beside its workload. */
export const TRAITS_CODES = {
  'locked-out': {
    cause: 'A NetworkPolicyTrait would block the scraper or the ingress controller, whose pods are unknown.',
    remedy: 'Set `scraper` and `ingressController` on the trait.',
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
    cause: 'A NetworkPolicyTrait blocks traffic between the pods of a cluster, or from its operator (warning).',
    remedy: 'Allow the component itself on all ports, and the pods of the operator.',
    says: ['does not let in the component itself: the pods of a {kind:bare} call each other, and their operator calls them',
      "add the binding of the component with 'allPorts', and the pods of the operator"],
  },
  'metrics-exporter-missing': {
    cause: 'A WebLogic domain has no metrics exporter, and the platform may not add one (`weblogicExporter.enabled`).',
    remedy: 'Write `spec.monitoringExporter` with a `configuration` into the Domain, allow the platform to add one, or set `enabled: '
      + 'false`. If an application publishes metrics, annotate `spec.serverPod` with `prometheus.io/scrape: "true"`.',
    says: [joined("Domain {name} has no 'spec.monitoringExporter.configuration', and 'weblogicExporter.enabled' is false: ",
      'its servers would publish no metrics'),
    'write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, '
        + "or set 'enabled: false' in a MetricsTrait"],
  },
  'metrics-over-tls': {
    cause: 'Coherence serves its metrics over TLS, and the platform would read credentials from its certificate Secret.',
    remedy: 'Set `scheme` to `https` and `tls` in a MetricsTrait, or disable `coherence.metrics.ssl`. If the cluster requires client '
      + 'certificates, set `enabled: false` and use `CustomTrait`.',
    says: ['would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS',
      "set 'scheme' to ScrapeScheme.HTTPS in a MetricsTrait, or switch 'coherence.metrics.ssl' off",
      "set 'scheme: https' in a MetricsTrait, or switch 'coherence.metrics.ssl' off"],
  },
  'metrics-port-not-declared': {
    cause: 'No container declares the port of a metrics endpoint, so Prometheus would not discover it.',
    remedy: 'Declare the port, correct it in a MetricsTrait, or set `enabled: false`.',
    help: "declare it in a container, name the right one in a MetricsTrait, or set 'enabled: false'",
    says: {
      'other-ports': 'port {port} of component {component} is declared by none of its containers ({declared:list})',
      'no-ports': 'port {port} of component {component} is declared by none of its containers, which declare no TCP ports',
      'other-coherence-ports': ['port {port} of component {component} is declared by none of its containers ({declared:list})',
        "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one in a MetricsTrait, "
          + "or set 'enabled: false'"],
      'no-coherence-ports': ['port {port} of component {component} is declared by none of its containers, which declare no TCP ports',
        "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one in a MetricsTrait, "
          + "or set 'enabled: false'"],
    },
  },
  'metrics-merged': {
    cause: 'Istio redirects scrapes of WebLogic servers to port 15020, in plain text (`enablePrometheusMerge`).',
    remedy: "Annotate the pods with `prometheus.istio.io/merge-metrics: 'false'`. The library does so if it renders the Domain.",
    says: [joined('has pods in the mesh whose annotations Istio changes: ',
      'the servers of Domain {name} would be scraped at port 15020 of the sidecar'),
    'set prometheus.istio.io/merge-metrics: "false" in \'spec.serverPod.annotations\' of the Domain'],
  },
  'missing-request': {
    cause: 'A container has no request for the resource by which an AutoscalerTrait scales.',
    remedy: 'Set the request in each container, or scale by another metric.',
    says: [joined('compares with the {resource:bare} that each container requests, which is missing on {containers:quoted}, ',
      'so that nothing is scaled'),
    "set resources.requests.{resource:bare}; where you cannot, or a LimitRange does, give the metric in 'metrics'"],
  },
  'monitor-not-selected': {
    cause: 'The Prometheus resource does not select the labels or the namespace of a monitor.',
    remedy: "Add the labels to the monitor, or set the platform's selectors to those of the Prometheus resource.",
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
    cause: 'A MetricsTrait was removed after it had replaced the default monitor.',
    remedy: 'Add another MetricsTrait, with `enabled: false` for no metrics.',
    says: ['has no monitor: the default one gave way to a MetricsTrait, which was then removed from the tree',
      "add a MetricsTrait again, with 'enabled: false' if no metrics are wanted"],
  },
  'no-eviction': {
    cause: 'A disruption budget allows no eviction, so the nodes of the pods cannot be drained; Kubernetes rounds percentages up.',
    remedy: 'Allow at least one eviction, or run more pods.',
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
    cause: 'A trait or component needs pods, and there are none, or their labels are unknown.',
    remedy: 'Put the trait on the component that runs the pods; pass `fromApiObject()` the object that runs them.',
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
    cause: 'A ManualScalerTrait or AutoscalerTrait is on a workload without an adjustable number of pods.',
    remedy: 'Put it on the component that runs the pods, or set the number in the workload.',
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
    cause: 'An autoscaler and something else both set the number of pods.',
    remedy: 'Leave the number to one of them.',
    says: {
      trait: ['is beside {maker:maker}, which sets the number of pods too', 'leave one of them out'],
      replicas: [joined('is on a {kind:bare} with its own number of replicas ({replicas}), ',
        'which is set again whenever the manifests are applied'), "leave 'replicas' out of the workload"],
    },
  },
  'scrape-timeout': {
    cause: 'A scrape timeout exceeds the interval, so the Prometheus Operator rejects the monitor.',
    remedy: 'Shorten `timeout`, or lengthen `interval`.',
    says: {
      timeout: ['is {timeout}, longer than the interval of {interval}', 'shorten it, or lengthen the interval'],
      interval: ['is {interval}, shorter than the timeout of {timeout} that is the default', 'lengthen it, or give a shorter timeout'],
    },
  },
  'scraped-twice': {
    cause: 'The operator of a workload creates its own monitor (`serviceMonitor.enabled`) for an endpoint that is also scraped here.',
    remedy: "Disable that monitor, or remove the endpoint from the MetricsTrait; series then have the operator's job and labels.",
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
    cause: 'A MetricsTrait sets `tls`, but its endpoints use no TLS, or the certificates of the mesh.',
    remedy: 'Set `scheme` to `https` if the endpoint itself serves TLS, or remove `tls`.',
    says: {
      http: ['is not used: the endpoint is scraped over HTTP', "set 'scheme' to ScrapeScheme.HTTPS, or leave it out",
        "set 'scheme: https', or leave it out"],
      mesh: ['is not used: the endpoint is scraped with the certificates of the mesh',
        "leave it out, or set 'scheme' to ScrapeScheme.HTTPS if the endpoint itself serves TLS",
        "leave it out, or set 'scheme: https' if the endpoint itself serves TLS"],
    },
  },
  'two-credentials': {
    cause: 'A MetricsTrait has both `secret` and `authorization`, but a request has one header for both.',
    remedy: 'Remove one, or set `authorization` on individual endpoints.',
    says: ["is given beside 'secret': a scrape sends one of them", "leave one out, or give 'authorization' to entries of 'ports'"],
  },
  'unknown-scraper': {
    cause: 'A MetricsTrait names another scraper than the platform has.',
    remedy: 'Remove `scraper`, or add the name to `replaces` if the Prometheus takes its place.',
    says: ['must be {scraper}, or a scraper that it replaces, got {value}',
      "leave it out, or list it in 'replaces' of the platform's metrics",
      "leave it out, or list it in 'kubernetes.prometheus.replaces' in the settings"],
  },
} as const satisfies Record<string, Explanation>;
