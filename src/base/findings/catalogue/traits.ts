import {
  Phrases, showPhrase, CodeSentences, List, commaList, listAnd, Name, ofWords, quotedList, shown,
} from '../sentence';
import type { Shown } from '../finding';

const claimWithMode = ({ claim, mode }: { claim: Name; mode: string }) =>
  `claim ${shown(claim)}, whose access mode ${mode} is for `
    + `${mode === 'ReadWriteOnce' ? 'the pods of one node' : 'one pod'}`;

/**
 * Findings about traits: the metrics of a component without an OAM platform, the number of its pods, and objects beside
 * its workload.
 */
export const TRAITS_CODES = {
  'locked-out': {
    'own-words': ofWords,
    'scraper': ['would lock out the scraper of the component, since it is not known where its pods run',
      "give 'scraper', or set 'withoutScraper' if its metrics need not be collected"],
    'members-locked-out': (p: { kind: string }) =>
      [`does not let in the component itself: the pods of a ${p.kind} call each other, and their operator calls them`,
        "add the binding of the component with 'allPorts', and the pods of the operator"],
  },
  'metrics-exporter-missing': (p: { name: Name }) =>
    [`Domain ${shown(p.name)} has no 'spec.monitoringExporter.configuration', and 'weblogicExporter.enabled' is `
      + 'false: its servers would publish no metrics',
    'write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain '
      + "publishes them, or set 'enabled: false' in a MetricsTrait"],
  'metrics-not-collected': (p: { ports: List; component: Name }) =>
    [`${p.ports.length === 1 ? 'port' : 'ports'} ${listAnd(p.ports)} of component ${shown(p.component)} `
      + `${p.ports.length === 1 ? 'asks' : 'ask'} to be scraped, and nothing collects metrics`,
    "set 'metrics' on the KubernetesPlatform, such as MonitoringProvider.kubePrometheusStack(), or 'enabled: false' "
      + 'in a MetricsTrait',
    "give --prometheus, or 'kubernetes.prometheus' in the settings, or set 'enabled: false' in a MetricsTrait"],
  'metrics-over-tls': ['would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS',
    "set 'scheme' to ScrapeScheme.HTTPS in a MetricsTrait, or switch 'coherence.metrics.ssl' off",
    "set 'scheme: https' in a MetricsTrait, or switch 'coherence.metrics.ssl' off"],
  'metrics-port-not-declared': {
    'help': "declare it in a container, name the right one in a MetricsTrait, or set 'enabled: false'",
    'other-ports': (p: { port: string | number; component: Name; declared: List }) =>
      `port ${shown(p.port)} of component ${shown(p.component)} is declared by none of its containers `
        + `(${commaList(p.declared)})`,
    'no-ports': (p: { port: string | number; component: Name }) =>
      `port ${shown(p.port)} of component ${shown(p.component)} is declared by none of its containers, which declare `
        + 'no TCP ports',
    'other-coherence-ports': (p: { port: string | number; component: Name; declared: List }) =>
      [`port ${shown(p.port)} of component ${shown(p.component)} is declared by none of its containers `
        + `(${commaList(p.declared)})`,
      "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one "
          + "in a MetricsTrait, or set 'enabled: false'"],
    'no-coherence-ports': (p: { port: string | number; component: Name }) =>
      [`port ${shown(p.port)} of component ${shown(p.component)} is declared by none of its containers, which `
        + 'declare no TCP ports',
      "declare it in 'spec.ports' of the Coherence resource, or switch 'coherence.metrics' on, name the right one "
          + "in a MetricsTrait, or set 'enabled: false'"],
  },
  'missing-request': {
    'missing-request': (p: { resource: string; containers: List }) =>
      [`compares with the ${p.resource} that each container requests, which is missing on `
        + `${quotedList(p.containers)}, so that nothing is scaled`,
      `set resources.requests.${p.resource}, unless a LimitRange does`],
    'no-requests': (p: { fields: List }) =>
      [`does not say how much ${listAnd(p.fields)} the container needs: the scheduler puts the pod on any node, `
        + 'however full',
      'give what the container needs'],
  },
  'not-selected': {
    'labels': (p: { missing: Phrases; kind: string; prometheus: string; what: string }) =>
      [`must have ${showPhrase(p.missing)}: ${p.kind} ${p.prometheus} selects no other ${p.what}`,
        p.what === 'rules' ? "add them, in 'objectLabels' for those of MetricsAlerts"
          : "add them, or set 'monitorLabels' of the platform for the monitors that it renders",
        p.what === 'rules' ? undefined
          : "add them, or set 'kubernetes.prometheus.monitorLabels' in the settings for the monitors that are "
            + 'rendered'],
    'other-namespace': (p: { namespace: Name; kind: string; prometheus: string; selector: string; what: string }) =>
      [`is ${shown(p.namespace)}, and ${p.kind} ${p.prometheus} takes ${p.what} in its own namespace only`,
        `set 'spec.${p.selector}' of the ${p.kind}, and `
          + `'${p.what === 'rules' ? 'rule' : 'monitor'}NamespaceSelector' of the platform to the same`,
        p.what === 'rules' ? undefined : `set 'spec.${p.selector}' of the ${p.kind}, and --monitor-namespaces to the `
          + 'same'],
    'no-selector': (p: { kind: string; prometheus: string; what: string }) =>
      [`is not given: ${p.kind} ${p.prometheus} selects no ${p.what} of this kind`, "set it; '{}' selects all of them"],
    'namespace-labels': (p: { namespace: Name; missing: Phrases; kind: string; prometheus: string; what: string }) =>
      [`is ${shown(p.namespace)}, which is not known to have ${showPhrase(p.missing)}: ${p.kind} ${p.prometheus} `
        + 'selects no other namespaces',
      "label the namespace, and list its labels in 'namespaceLabels'",
      "label the namespace, and say so by 'kubernetes.prometheus.namespaceLabels' in the settings"],
  },
  'no-eviction': {
    never: ['allows no pod to be evicted, so that no node with such a pod can be drained',
      'let at least one be evicted, such as by maxUnavailable: 1'],
    unscaled: (p: { kind: string }) =>
      [`is counted against a number of pods that a ${p.kind} does not have, so that Kubernetes allows no pod to be `
        + 'evicted',
      'give minAvailable as a number of pods'],
    replicas: (p: { kept: Shown; replicas: number }) =>
      [`keeps ${shown(p.kept)} of ${p.replicas} pods, so that none can be evicted, and no node with such a pod can `
        + 'be drained',
      'run more pods, or use maxUnavailable: 1'],
    twice: (p: { other: string }) =>
      [`selects pods of ${p.other} too, and Kubernetes evicts no pod of two budgets`, 'merge them'],
  },
  'no-pods': {
    'workload': (p: { kind: string }) => [`is on a ${p.kind}, which has no pods`,
      'put the trait on the component whose workload runs the pods'],
    'unlabelled': (p: { kind: string }) => [`is on a ${p.kind} whose pods have no labels`,
      'give the pods labels, and the workload a selector of them'],
    'api-object': (p: { kind: string }) => [`is a ${p.kind}, which has no pods`,
      'give the object that runs the pods, such as ApiObject.of(deployment)'],
    'api-object-unlabelled': (p: { kind: string }) => [`is a ${p.kind} whose pods have no labels`,
      `give the pods labels, and the ${p.kind} a selector of them`],
    'peer': ['must be a component whose workload has pods that are known here',
      "name such a component, or give 'podLabels' in its place"],
    'network-policy-peer': ['selects no pods that are known here',
      "name a component with pods, give 'podLabels' in its place, or name a namespace in the peer"],
    'elsewhere': (p: { component: Name }) =>
      [`is on component ${shown(p.component)}, which is not declared here, so that the labels of its pods are not `
        + 'known',
      'declare the component here, or write the object by CustomObject'],
  },
  'not-scalable': {
    'help': 'put the trait on the component whose workload runs the pods, or leave it out',
    'workload': (p: { component: Name; kind: string }) =>
      `is on component ${shown(p.component)}, whose workload is a ${p.kind}: it has no number of replicas to set`,
    'no-replicas': (p: { kind: string }) => `is on a ${p.kind}, which has no number of replicas to set`,
    'one-part': (p: { kind: string; part: string; count: number }) =>
      [`is on a ${p.kind}, which autoscalers scale by its ${p.part} resources, and it has ${p.count}`,
        'declare one of them, or write a HorizontalPodAutoscaler for each by CustomObject'],
    'unset': (p: { scaler: string }) => [`is missing: Kubernetes serves no scale for ${p.scaler} then`,
      'give the number with which it starts, and let what applies the manifests ignore the field'],
    'invalid': (p: { kind: string }) =>
      [`is on a ${p.kind} that is invalid with the values of its parameters, so that what is made of it is not known`,
        'correct the values'],
  },
  'scaled-twice': {
    autoscalers: (p: { other: string }) => [`is what ${p.other} scales too, and neither then works`, 'merge them'],
    replicas: (p: { scaler: string; replicas: Shown }) =>
      [`is set to ${shown(p.replicas)} whenever the manifests are applied, and ${p.scaler} sets it too`,
        'leave it out'],
  },
  'shared-volume': {
    several: (p: { claim: Name; mode: string }) =>
      [`lets several pods mount ${claimWithMode(p)}`,
        'run one, use ReadWriteMany, or let a StatefulSet claim a volume for each pod'],
    update: (p: { claim: Name; mode: string }) =>
      [`starts a new pod while the old one has ${claimWithMode(p)}`, 'set its type to Recreate'],
  },
  'scrape-timeout': {
    timeout: (p: { timeout: Shown; interval: Shown }) =>
      [`is ${shown(p.timeout)}, longer than the interval of ${shown(p.interval)}`,
        'shorten it, or lengthen the interval'],
    interval: (p: { interval: Shown; timeout: Shown }) =>
      [`is ${shown(p.interval)}, shorter than the timeout of ${shown(p.timeout)} that is the default`,
        'lengthen it, or give a shorter timeout'],
  },
  'scraped-twice': {
    one: (p: { port: string | number; prometheus: string }) =>
      [`makes the Coherence Operator render a monitor of port ${shown(p.port)}, and Prometheus ${p.prometheus} would `
        + 'select it beside the one that is rendered here: every sample would be counted twice',
      "set 'enabled: false' in it, or ask for other ports in a MetricsTrait ('enabled: false' if there are none) to "
        + "keep the operator's monitor"],
    several: (p: { ports: List; prometheus: string }) =>
      [`is one of several fields that make the Coherence Operator render monitors (of ports ${commaList(p.ports)}), `
        + `and Prometheus ${p.prometheus} would select them beside those that are rendered here: every sample would `
        + 'be counted twice',
      "set 'enabled: false' in each of them, or ask for other ports in a MetricsTrait ('enabled: false' if there are "
        + "none) to keep the operator's monitors"],
  },
} as const satisfies Record<string, CodeSentences>;
