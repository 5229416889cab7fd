import { Explanation, joined } from '../sentence';

/** What can be wrong with what is declared. */
export const MODEL_CODES = {
  'authorization-without-from': {
    cause: 'A rule of an authorization policy has no `from`.',
    background: 'The platform rejects such a policy when it reconciles the trait, after the deployment.',
    remedy: "Name the request principals: `from: { requestPrincipals: ['*'] }`. A `when` is beside `from`, not in it.",
    says: ['is required: the platform rejects a rule without it', "name the request principals, '*' for any valid token"],
  },
  'component-bound-twice': {
    cause: 'Two entries of one application, or of two applications in one namespace, name the same component: '
      + 'both would own and change the one workload.',
    remedy: 'Bind the component once, or declare a second component with its own workload.',
    says: ['component {component} is already bound by {maker:maker}: both would change its one workload',
      'bind it once, or declare a second component with its own workload'],
  },
  'component-not-rendered': {
    cause: 'An application binds a component that was removed from the tree, or that belongs to another app: no manifest would hold it.',
    remedy: 'Declare the component in the same app. For a component that is declared elsewhere, use `Component.fromComponentName()`.',
    says: ['binds component {component}, which is no longer declared in this app',
      'declare it in this app, or refer to it by Component.fromComponentName()'],
  },
  'duplicate-endpoint': {
    cause: 'A MetricsTrait names the same port and path twice, often in `port` and in `ports`.',
    background: 'Each would be scraped, and every sample counted twice.',
    remedy: 'Leave out one of the two. `port` is added to `ports`, it does not replace them.',
    says: {
      entry: ['repeats {first:path}: port {port:bare}, path {path:bare}', 'leave one of them out'],
      port: ['repeats {first:path}: port {port:bare}, path {path:bare}', "leave one of them out: 'port' adds an endpoint"],
    },
  },
  'duplicate-job-name': {
    cause: "Two metrics endpoints get one Prometheus job name, so that one of them takes the other's place.",
    background: 'The platform drops the component from a name over 63 characters and cuts what is still too long.',
    remedy: 'Shorten the name of the application, the namespace or the component.',
    says: ['port {port} of component {component} and port {firstPort} of component {first} ({maker:maker}) share the job name {job}',
      'shorten the name of the application, the namespace or the component'],
  },
  'duplicate-object': {
    cause: 'Two API objects of one kind, namespace and name are rendered, or would be made by the platform: '
      + 'the second silently overwrites the first.',
    remedy: 'Rename one of them, or put it into another namespace.',
    says: {
      'tree': ['{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}',
        'rename one of them, or put it into another namespace'],
      'rendered': ['is a second {kind:bare} {name}', 'rename one of them'],
      'same': ['is the same object as at {place:bare}, and is written once', 'remove one of the two'],
      'documents': ['must be unique: there is another {kind:bare} {name} {namespace:namespace}, which differs, at {place:bare}',
        'import them separately, or leave out one of them'],
      'tls-secret': ['must not be {secret}, a Secret that the access has for something else', 'name another one'],
      'controller-secret': ['must not name {secret}, a Secret that is rendered for the controller', 'name another one'],
      'list': ['{kind:bare} {name} {namespace:namespace} is also made by {at:path} of {maker:maker}',
        'rename one of them, or put it into another namespace'],
      'generated': ['{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}: both names are generated',
        "choose another id, give one of them a 'metadata.name', or do not disable the hashes of names"],
      'cut': [joined('{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}: both names are generated, ',
        'and cut at {max} characters'), "shorten the ids, give one of them a 'metadata.name', or do not disable the hashes of names"],
      'cluster-tree': ['{kind:bare} {name} is also made by {maker:maker}', 'rename one of them'],
      'cluster-list': ['{kind:bare} {name} is also made by {at:path} of {maker:maker}', 'rename one of them'],
      'cluster-generated': ['{kind:bare} {name} is also made by {maker:maker}: both names are generated',
        "choose another id, give one of them a 'metadata.name', or do not disable the hashes of names"],
      'cluster-cut': ['{kind:bare} {name} is also made by {maker:maker}: both names are generated, and cut at {max} characters',
        "shorten the ids, give one of them a 'metadata.name', or do not disable the hashes of names"],
      'name-of-another': ['is that of another {kind:bare}, {maker:maker}', 'leave out one of them'],
      'manifests': ['{kind:bare} {name} {namespace:namespace} is also made by {place:bare}',
        'rename one of them, or put it into another namespace'],
    },
  },
  'duplicate-route': {
    cause: 'One host and path are claimed by two ingress paths.',
    background: 'Which of them answers is decided by the order in which the cluster sees them. '
      + 'Rules without a host share the generated host of their application.',
    remedy: 'Give each its own path or host.',
    says: {
      'named': ['claims path {route} on host {host:bare}, which {first:path} of {maker:maker} has claimed already',
        'give each its own path or host'],
      'any': [joined('claims path {route} on host {host:bare}, which {first:path} of {maker:maker} has claimed already: ',
        'the platform rejects the second'), 'leave the host out: each application has a generated one then'],
      'other-application': [joined('claims host {host}, which {first:path} of {maker:maker} has claimed for another application: of two ',
        'Gateways of Istio with one host, the second is ignored'), 'give each application its own hosts'],
      'other-certificate': ['has another certificate for host {host} than {first:path} of {maker:maker}',
        "give the same 'tls.secretName' in both, or in neither of them"],
      'f5-nginx': [joined('needs a second Ingress for host {host:bare} beside that of {first:path} of {maker:maker}, ',
        'and controller f5-nginx serves one for each host'),
      'name its own host, use the same cookie, or write mergeable Ingresses by CustomTrait',
      'name its own host, use the same cookie, or write mergeable Ingresses as a further trait'],
    },
  },
  'duplicate-trait': {
    cause: 'A component has two MetricsTraits, or two traits of one kind and name: the platform would write them to one object.',
    remedy: 'Merge them (a MetricsTrait takes several `ports`), or give each its own `metadata.name`.',
    help: 'leave one of them out',
    says: {
      'several-ports': ['is a second {kind:bare}{name:named} beside {maker:maker}', 'merge them: a MetricsTrait takes several ports'],
      'single-port': 'is a second {kind:bare}{name:named} beside {maker:maker}',
      'same-identity': ['is a second {kind:bare}{name:named} beside {maker:maker}', "merge them, or give each its own 'metadata.name'"],
      'same-pods': ['is a second {kind:bare}{name:named} beside {maker:maker}, and Kubernetes evicts no pod that two of them select',
        'merge them'],
      'same-target': ['is a second {kind:bare}{name:named} beside {maker:maker}, and Kubernetes scales nothing that two of them scale',
        'merge them: one takes several metrics'],
      'one-workload': 'is a second {kind:bare} beside {maker:maker}, and both would change the one workload',
    },
  },
  'ingress-without-rules': {
    cause: 'An IngressTrait has no rules.',
    background: 'The platform then makes a route without a host and a certificate for no name.',
    remedy: 'Write `rules: [{}]` for all paths on the generated host.',
    says: ['must have at least one rule', 'write [{}] for all paths on the generated host'],
  },
  'invalid-parameter-value': {
    cause: 'The value of a parameter is neither a string nor an integer, which is all that OAM can set.',
    remedy: 'Turn it into a string, or set the field in the workload itself.',
    says: ['must be a string or an integer of 32 bits, got {value}', 'turn it into a string'],
  },
  'logging-without-image': {
    cause: 'A LoggingTrait names no image.',
    background: 'The platform has its own for Coherence and WebLogic; other workloads get a container without an image, '
      + 'which Kubernetes rejects.',
    remedy: 'Give `loggingImage`, an image with Fluentd.',
    help: 'give an image with Fluentd',
    says: {
      'oam': 'is required on this workload: the platform has its own image for Coherence and WebLogic only',
      'no-platform': 'is required: only an OAM platform has its own image',
    },
  },
  'metrics-not-scrapeable': {
    cause: 'A MetricsTrait is on a component whose workload has no pods (a Service, a ConfigMap), '
      + 'or pods that the OAM platform does not scrape (a StatefulSet, a DaemonSet).',
    background: 'The platform silently deletes such a trait. `enabled: false` is allowed. In manifests it is a warning, '
      + 'and the trait is left out.',
    remedy: 'Put the trait on the component whose workload runs the pods. Where it is there, render for Kubernetes, '
      + 'or set `writePrunedFields` of the OamPlatform, which leaves it to the platform in the cluster.',
    help: 'put it on the component whose workload runs the pods, or leave it out',
    says: {
      'workload': 'is on component {component}, whose workload has no pods that the platform scrapes',
      'kind': ['is on component {component}, whose workload is of kind {kind:bare}: the OAM platform of {vendor} does not scrape its pods',
        'leave it out, install a KubernetesPlatform, or an OamPlatform with writePrunedFields: '
          + 'true if the platform in your cluster scrapes them',
        "leave it out, render for platform kubernetes, or set 'oam.writePrunedFields: "
          + "true' in the settings if the platform in your cluster scrapes them"],
      'no-pods': 'is on a {kind:bare}, which has no pods to scrape',
    },
  },
  'namespace-mismatch': {
    cause: 'A component is in another namespace than the application that binds it.',
    background: "OAM looks for components in the application's own namespace only.",
    remedy: 'Declare both in one chart, or give both one namespace.',
    says: {
      'tree': ['component {component} is {own:namespace}, its application {namespace:namespace}',
        'declare both in one chart, or give both one namespace', 'give all of them one namespace, or leave it out'],
      'own': ['is {own}, its application is {namespace:namespace}', 'leave it out', 'give all of them one namespace, or leave it out'],
      'rendered': ['must be {namespace}, that of the application, got {value}', 'leave it out'],
      'api-object': ['is {own:namespace}, its application {namespace:namespace}', 'make both in one chart, or give both one namespace'],
      'system': ["must be the platform's system namespace {system}, got {value}", 'leave it out'],
      'no-effect': ['is {own}, and has no effect: all objects of an application are in its namespace, {namespace}',
        'give all of them one namespace, or leave it out'],
      'manifests': ['binds component {component}, which is in namespace {own}, its application in namespace {namespace}',
        'give all of them one namespace, or leave it out'],
    },
  },
  'no-platform': {
    cause: 'A construct of this library was created where no platform is installed.',
    remedy: 'Call `Platform.install()` with a `KubernetesPlatform` or an `OamPlatform` before the first construct that needs one.',
    says: ['has no platform',
      'call Platform.install() with a KubernetesPlatform or an OamPlatform before the first construct that needs one'],
  },
  'other-copy': {
    cause: 'An object of this library was made by another copy of it than the one that reads it: `node_modules` has two, '
      + 'often because two packages depend on different versions.',
    background: 'Each copy keeps the content of its objects to itself.',
    remedy: 'Install one copy: `npm ls cdk8s-oam` shows them all. Give all packages one version and run `npm dedupe`; '
      + 'a package of constructs has `cdk8s-oam` among its `peerDependencies`.',
    says: ['must be a {type:bare} of this copy of cdk8s-oam ({own:bare}), got one of another copy ({other:bare})',
      'install one copy in node_modules: npm ls cdk8s-oam shows them all'],
  },
  'platform-already-installed': {
    cause: 'A platform was installed twice on one construct, or below components that had found another one.',
    remedy: 'Install it once, before the first component of its scope.',
    help: 'install one platform, before the first component of its scope',
    says: {
      'twice': 'has a platform already',
      'too-late': 'cannot change the platform of {maker:maker}, which was made before',
    },
  },
  'platform-owned-object': {
    cause: 'An object is rendered that the platform itself owns and reconciles: both would change it in turn.',
    remedy: 'Leave it to the platform, or give yours another name.',
    says: {
      tree: ['{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it',
        'leave it to the platform, or give yours another name'],
      access: [joined('{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it: ',
        'its operator would change it back, and all users could be locked out'),
      'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it anyway'],
    },
  },
  'ports-not-supported': {
    cause: '`ports` or `enabled` is used on a platform whose MetricsTrait has the single-port shape.',
    background: 'Its schema prunes both, so that they would be lost.',
    remedy: 'Use `port` in place of `ports` and leave `enabled` out, or install a platform whose `metricsTraitShape` is `PORTS`.',
    says: {
      ports: ['is not known to the single-port MetricsTrait, whose schema silently drops it',
        "use 'port', or install a platform with MetricsTraitShape.PORTS",
        "use 'port', or set 'oam.metricsTraitShape: ports' in the settings"],
      enabled: ['is not known to the single-port MetricsTrait, whose schema silently drops it',
        'leave it out, or install a platform with MetricsTraitShape.PORTS',
        "leave it out, or set 'oam.metricsTraitShape: ports' in the settings"],
    },
  },
  'pruned-field': {
    cause: 'The schema in the cluster does not have a field, so that the API server silently drops it.',
    background: 'That happens to `metadata` of the `serviceTemplate` of a Helidon workload on Verrazzano 1.4 to 1.7, '
      + 'and to fields of traits that only a KubernetesPlatform reads, such as `interval` of a MetricsTrait.',
    remedy: 'Leave it out. The Service of a Helidon workload has the name of the Deployment; one of another name is a separate component, '
      + 'whose workload is a Service. If the CRDs of your cluster have the field, set `writePrunedFields` of the OamPlatform.',
    says: {
      'named': ['is dropped by the API server of Verrazzano 1.4 to 1.7: the Service is called {service}, as its Deployment',
        'leave it out, and use that name'],
      'unnamed': ['is dropped by the API server of Verrazzano 1.4 to 1.7', 'leave it out'],
      'not-in-crd': ['is dropped by the API server of the OAM platform of {vendor}, whose CRD does not have it',
        'leave it out, or install an OamPlatform with writePrunedFields: true if the CRD in your cluster has it',
        "leave it out, or set 'oam.writePrunedFields: true' in the settings if the CRD in your cluster has it"],
    },
  },
  'selector-mismatch': {
    cause: 'A Deployment selects pods by a label that its own pod template does not have.',
    background: 'Kubernetes rejects it.',
    remedy: 'Give the selector and the template the same label.',
    says: {
      template: ['is not among the labels of the pod template', 'give both the same label'],
      unselected: ['does not select the pods of the template, which would have to have {missing:phrase}',
        'give the selector and the template the same labels'],
      deployment: ['does not select the pods of the Deployment, which would have to have {missing:phrase}',
        'give the workload labels that it selects'],
      scraped: ['the pods of a {kind:bare} are not known to have the labels by which they are scraped ({labels:list})',
        "write these labels into 'spec.template.metadata.labels', or give the KubernetesPlatform a renderer for the kind",
        "write these labels into 'spec.template.metadata.labels'"],
    },
  },
  'tls-without-host': {
    cause: 'An IngressTrait names a TLS secret, and one of its rules has no host.',
    background: 'The platform counts neither the empty host nor one with a wildcard.',
    remedy: 'Give every rule a host that the certificate holds.',
    says: ["must have at least one host, since 'tls.secretName' is given (hosts with a wildcard and empty ones count as none)",
      'name the hosts that the certificate holds'],
  },
  'unknown-parameter': {
    cause: 'An application gives a value for a parameter that the component does not declare.',
    remedy: "Declare it in the component's `parameters`, or leave the value out.",
    says: {
      'none-declared': ['must be a parameter of component {component}, which declares none, got {value}', '',
        'leave the value out, or declare the parameter in the component'],
      'not-declared': ['must be a parameter of component {component} ({declared:list}), got {value}', '',
        'leave the value out, or declare the parameter in the component'],
      'not-declared-here': ['{name} is not a parameter of the component', 'leave it out'],
    },
  },
  'unused-path': {
    cause: 'A MetricsTrait has a `path` that belongs to no endpoint: beside `ports`, `path` goes with `port` only.',
    remedy: 'Put the path into the entries of `ports`, or give `port` too.',
    says: ["belongs to no endpoint: beside 'ports' it goes with 'port' only", "put it into the entries of 'ports', or give 'port' too"],
  },
} as const satisfies Record<string, Explanation>;
