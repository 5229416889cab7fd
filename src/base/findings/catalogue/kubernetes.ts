import type { Path, Shown } from '../finding';
import {
  CodeSentences, quotedPath, List, commaList, listAnd, Maker, Name, calledName, ofWords, showMaker, shown,
} from '../sentence';

/** Findings about what is rendered for a cluster without an OAM platform: workloads, their pods and Services. */
export const KUBERNETES_CODES = {
  'ambiguous-service': {
    'ports': (p: { service: Name; ports: List }) =>
      [`is required: Service ${shown(p.service)} has the ports ${commaList(p.ports)}, of which not exactly one has a `
        + 'name that begins with "http"',
      'give the port'],
    'beside-metrics': (p: { service: Name; ports: List }) =>
      [`is required: Service ${shown(p.service)} has the ports ${commaList(p.ports)}, of which, apart from those for `
        + 'metrics, not exactly one has a name that begins with "http"',
      'give the port'],
    'metrics-ports': (p: { service: Name; ports: List }) =>
      [`is required: Service ${shown(p.service)} has ports for metrics alone (${commaList(p.ports)}), and requests go `
        + 'to none of them by default',
      'declare a port for requests, or give the port'],
    'several-names': (p: { component: Name; services: List }) =>
      [`component ${shown(p.component)} has several Services: ${commaList(p.services)}`,
        'write the name of the one that is meant'],
    'services': (p: { component: Name; services: List }) =>
      [`is required: requests for component ${shown(p.component)} could go to any of its Services `
        + `(${commaList(p.services)})`,
      "name Service and port in 'destination'"],
  },
  'applied-as-is': (p: { kind: string; vendor: Name }) =>
    [`is a ${p.kind}, which the OAM platform of ${shown(p.vendor)} applies as it is: it collects no metrics from the `
      + 'pods, and its OAM runtime needs the right to manage the kind',
    'check the ClusterRole of the OAM runtime'],
  'component-elsewhere': {
    'component-elsewhere': (p: { component: Name }) =>
      [`component ${shown(p.component)} is declared elsewhere: a cluster without an OAM platform cannot look it up`,
        'declare it in this program: with new Component() in place of Component.fromComponentName()',
        'give the file of its Component too'],
    'component-not-rendered': (p: { component: Name }) =>
      [`binds component ${shown(p.component)}, which is no longer declared in this app`,
        'declare it in this app, or refer to it by Component.fromComponentName()'],
  },
  'component-not-bound': (p: { component: Name }) =>
    [`component ${shown(p.component)} is bound by no application, so that nothing is rendered of it`,
      'bind it with addComponent(), or leave it out',
      'bind it in an ApplicationConfiguration, and give its file too'],
  'dangling-volume': {
    'own-words': ofWords,
    'not-in-pod': (p: { name: Name }) =>
      [`is ${shown(p.name)}, and the pod has no volume of this name`, "declare it in 'volumes'"],
    'exclusive': (p: { name: Name; container: Name }) =>
      [`is ${shown(p.name)}, which container ${shown(p.container)} has for itself alone`,
        'set sharingPolicy Shared on both, or use another name'],
    'other-disk': (p: { container: Name }) =>
      [`differs from that of the same volume in container ${shown(p.container)}`, 'declare both alike'],
    'not-made': (p: { volume: Name }) =>
      [`mounts volume ${shown(p.volume)}, which the pods do not have: the platform does not create it, and `
        + 'Kubernetes rejects the Deployment',
      'use a workload with a pod spec, such as a Deployment, and declare the volume there'],
  },
  'duplicate-port': {
    element: (p: { port: string | number; first: Name }) =>
      [`is port ${p.port}, which element ${shown(p.first)} has already`, 'leave one of them out'],
    service: (p: { port: string | number; first: Path }) =>
      [`leads to port ${p.port} of the Service, as ${quotedPath(p.first)} does`,
        'give one of them another servicePort'],
    pod: (p: { port: string | number; protocol: string; first: Path }) =>
      [`is port ${shown(p.port)} (${p.protocol}), which ${quotedPath(p.first)} of the workload has already: the `
        + 'containers of a pod share its network',
      'give each container its own port'],
    entry: (p: { first: Path; port: string | number; path: string }) =>
      [`repeats ${quotedPath(p.first)}: port ${p.port}, path ${p.path}`, 'leave one of them out'],
    port: (p: { first: Path; port: string | number; path: string }) =>
      [`repeats ${quotedPath(p.first)}: port ${p.port}, path ${p.path}`,
        "leave one of them out: 'port' adds an endpoint"],
  },
  'no-config-map': ['has no effect: the pods use no ConfigMap that the program declares in their namespace',
    'declare the ConfigMap in the program and mount it, or leave it out'],
  'no-ingress-provider': ['needs to know how requests enter the cluster',
    "set 'ingress' on the KubernetesPlatform, such as IngressProvider.traefik()",
    "give --ingress-class and where certificates come from, or 'kubernetes.ingress' in the settings"],
  'secrets-not-read': (p: { namespace: Name; system: Name }) =>
    [`is scraped with a Secret of namespace ${shown(p.namespace)}, and the target allocator reads those of `
      + `${shown(p.system)} only, unless others are configured`,
    "list the namespace in 'prometheusCR.secretNamespaces' of the target allocator, and enable its 'mtls'"],
  'labels-differ': {
    job: ["'job' of all series is '<app>-<namespace>-<component>' with '-' in place of '_': it is the name of the "
      + 'PodMonitoring; what asks for the job by its name elsewhere finds nothing',
    "ask for the labels 'app_oam_dev_name' and 'app_oam_dev_component'"],
    instance: ["'instance' of all series is '<pod>:<port>', not an address: what joins series by it with series of "
      + 'others finds nothing',
    "join by the label 'pod'"],
    samples: ["'up' and 'scrape_...' have no labels 'pod_name', 'application' and those of 'clusterName' and "
      + "'extraLabels', which rules give to samples alone: alerts on them find nothing",
    "ask for the label 'pod', and the labels of the pods"],
    pods: (p: { labels: List }) =>
      [`series do not get the labels ${commaList(p.labels)} of the pods: the managed collection sets labels of these `
        + 'names itself, takes no label of such a name, or has 100 others',
      'call them otherwise if you need them'],
  },
  'pod-security': {
    'help': "change it, or set another standard in 'podSecurity'",
    'not-allowed': (p: { allowed: List; value: Shown; standard: Name }) =>
      `must be one of ${commaList(p.allowed)}, got ${shown(p.value)}: the Pod Security Standard ${shown(p.standard)} `
        + 'allows nothing else',
    'must-be': (p: { only: string; value: Shown; standard: Name }) =>
      `must be ${p.only}, got ${shown(p.value)}: the Pod Security Standard ${shown(p.standard)} allows nothing else`,
    'must-not-be-set': (p: { standard: Name }) =>
      [`must not be set: the Pod Security Standard ${shown(p.standard)} forbids it`,
        "leave it out, or set another standard in 'podSecurity'"],
    'source': (p: { standard: Name; allowed: List }) =>
      [`is not a source of volumes that the Pod Security Standard ${shown(p.standard)} allows `
        + `(${commaList(p.allowed)})`,
      "use one of them, or set another standard in 'podSecurity'"],
    'drop': (p: { standard: Name }) =>
      [`must contain "ALL": the Pod Security Standard ${shown(p.standard)} demands that all capabilities are dropped`,
        "leave 'drop' out, and it is written"],
    'root': (p: { standard: Name }) =>
      [`must not be 0: the Pod Security Standard ${shown(p.standard)} forbids containers that run as root`,
        'give the user of the image, or leave it out'],
  },
  'renderer-failed': (p: { message: string; kind: string }) => [`failed: ${p.message}`, `fix the renderer for ${p.kind}`],
  'reserved-label': {
    'help': 'leave it out',
    'own-words': ofWords,
    'application': 'must not be set: it differs for each component',
    'series': ['must not be set: the label identifies the target of each series',
      'leave it out, or give it another name'],
    'other-value': (p: { expected: Name; value: Shown }) =>
      `must be ${shown(p.expected)}, got ${shown(p.value)}: the label identifies the owner of the object`,
  },
  'resource-not-found': (p: { kind: string; name: string | undefined; component: Name; objects: List }) =>
    [`no ${p.kind}${calledName(p.name)} is rendered for component ${shown(p.component)}, only ${commaList(p.objects)}`,
      'ask for one of these, or use tryFindResource()'],
  'service-not-found': {
    'no-port': (p: { service: Name }) => [`cannot be chosen: Service ${shown(p.service)} has no port over TCP`,
      "name Service and port in 'destination'"],
    'not-a-port': (p: { service: Name; ports: List; value: Shown }) =>
      [`must be a port of Service ${shown(p.service)} (${commaList(p.ports)}), got ${shown(p.value)}`,
        '', 'give the name or the number of one of its ports'],
    'made-by-none': (p: { component: Name; kind: string }) =>
      [`is on component ${shown(p.component)}, whose workload is a ${p.kind}: the platform looks for a Service among `
        + 'the objects that it creates from it, and finds none',
      'put the trait on a component whose workload is the Service, or use a workload for which the platform creates '
        + 'one'],
    'without-service': (p: { component: Name; kind: string }) =>
      [`is on component ${shown(p.component)}, whose ${p.kind} has no Service`,
        "declare a port without 'service.enabled: false': those for metrics are in the Service only with "
          + "'published: true', those of sidecars only in 'service.spec.ports', and pods that run to their end have no "
          + 'Service'],
    'target': (p: { value: Shown }) => [`leads to port ${shown(p.value)}, which no container of the pods declares`,
      "change the port in 'ports', and not by overrides or parameters, or give the ports of the Service"],
    'no-name': (p: { component: Name }) =>
      [`no Service is known that leads to component ${shown(p.component)}`,
        'declare its ports, or bind a component with the Service; on an OAM platform, only the Services are known '
          + 'that a workload has by itself'],
    'none-in-app': (p: { component: Name; kind: string }) =>
      [`is required: no Service of this app in the namespace leads to component ${shown(p.component)}, whose `
        + `${p.kind} is made elsewhere in the program`,
      "make one, such as by exposeViaService() of cdk8s-plus, or name Service and port in 'destination'"],
    'none-rendered': (p: { component: Name }) =>
      [`is required: no Service is rendered that leads to component ${shown(p.component)}`,
        "name Service and port in 'destination', or bind a component with such a Service"],
    'of-operator': (p: { component: Name; ofCluster: string; ofServer: string }) =>
      [`is required: the WebLogic Kubernetes Operator creates the Services of component ${shown(p.component)}, `
        + `"${p.ofCluster}<cluster>" for each cluster and "${p.ofServer}<server>" for each server`,
      "give the name of one of them as 'destination.host', and the port on which the servers listen as "
        + "'destination.port'"],
    'monitor': (p: { ports: List; component: Name }) =>
      [`a ServiceMonitor needs a Service with labels that leads to port ${listAnd(p.ports)} of component `
        + `${shown(p.component)}, and none is rendered`,
      'declare the port, bind a component with such a Service, or use MonitorKind.POD_MONITOR',
      'declare the port, bind a component with such a Service, or use --monitor-kind PodMonitor'],
    'monitor-of-weblogic': (p: { component: Name }) =>
      [`a ServiceMonitor needs a Service, and those of the servers of component ${shown(p.component)} are created by `
        + 'the WebLogic Kubernetes Operator',
      'use MonitorKind.POD_MONITOR', 'use --monitor-kind PodMonitor'],
  },
  'unknown-oam-kind': {
    'no-renderer': (p: { kind: string; version: string }) =>
      [`is a ${p.kind} of ${p.version}, which a cluster without an OAM platform does not know`,
        "give the KubernetesPlatform a renderer for it: 'renderers: [{ apiVersion, kind, render }]'",
        'write it as objects that the cluster knows, or leave it out'],
    'rendered': (p: { kind: string; version: string }) =>
      [`is a ${p.kind} of ${p.version}, which a cluster without an OAM platform does not know`,
        'return Kubernetes objects'],
    'version': (p: { served: Name; kind: string; value: Shown }) =>
      [`must be ${shown(p.served)}, the only known version of ${p.kind}, got ${shown(p.value)}`,
        `write ${shown(p.served)}`],
    'misspelt': (p: { kind: Name; version: string }) =>
      [`is ${shown(p.kind)}, which ${p.version} is not known to have`, 'check its spelling'],
  },
  'unmounted-claim': (p: { name: Name }) => [`claims volume ${shown(p.name)}, which no container mounts`,
    "mount it in 'volumeMounts', or leave it out"],
  'unusable-api-object': {
    failed: (p: { kind: string; message: string }) =>
      [`is a ${p.kind} that cannot be rendered: ${p.message}`, `correct the ${p.kind}`],
    taken: (p: { kind: string; maker: Maker }) =>
      [`is a ${p.kind} that is already the workload of the component bound by ${showMaker(p.maker)}: its series `
        + 'would have the labels of both',
      'bind it once'],
  },
  'object-too-large': {
    stored: (p: { kind: string; name: Name; bytes: number; max: number }) =>
      [`makes ${p.kind} ${shown(p.name)} with ${p.bytes} bytes, and ${p.max} are possible`,
        "list fewer runtimes in 'components', or divide the application"],
    parts: (p: { kind: string; name: Name; bytes: number; max: number }) =>
      [`${p.kind} ${shown(p.name)} would have ${p.bytes} bytes of scrape jobs, and ${p.max} are possible`,
        "set a smaller 'jobsPerObject'"],
    whole: (p: { kind: string; name: Name; bytes: number; max: number }) =>
      [`${p.kind} ${shown(p.name)} would have ${p.bytes} bytes of scrape jobs, and ${p.max} are possible`,
        'use ScrapeConfigurationForm.FILES, which has several objects'],
  },
} as const satisfies Record<string, CodeSentences>;
