import { Explanation, joined } from '../sentence';

/** Findings about what is declared. */
export const MODEL_CODES = {
  'authorization-without-from': {
    cause: 'A rule of an authorization policy has no `from`, so the platform rejects the policy after deployment.',
    remedy: "Name the request principals: `from: { requestPrincipals: ['*'] }`. Put `when` beside `from`, not into it.",
    says: ['is required: the platform rejects a rule without it', "name the request principals, '*' for any valid token"],
  },
  'component-bound-twice': {
    cause: 'Applications in one namespace bind a component twice, so both bindings would own its workload.',
    remedy: 'Bind the component once, or declare a second component with its own workload.',
    says: ['component {component} is already bound by {maker:maker}: both would change its one workload',
      'bind it once, or declare a second component with its own workload'],
  },
  'component-not-rendered': {
    cause: 'An application binds a component that is removed from the tree or belongs to another app.',
    remedy: 'Declare it in the same app, or use `Component.fromComponentName()`.',
    says: ['binds component {component}, which is no longer declared in this app',
      'declare it in this app, or refer to it by Component.fromComponentName()'],
  },
  'duplicate-endpoint': {
    cause: 'A MetricsTrait has the same port and path twice, so each sample counts twice.',
    remedy: 'Remove one. `port` adds to `ports`; it does not replace them.',
    says: {
      entry: ['repeats {first:path}: port {port:bare}, path {path:bare}', 'leave one of them out'],
      port: ['repeats {first:path}: port {port:bare}, path {path:bare}', "leave one of them out: 'port' adds an endpoint"],
    },
  },
  'duplicate-job-name': {
    cause: 'Two metrics endpoints get the same Prometheus job name; the platform shortens names over 63 characters.',
    remedy: 'Shorten the name of the application, the namespace or the component.',
    says: ['port {port} of component {component} and port {firstPort} of component {first} ({maker:maker}) share the job name {job}',
      'shorten the name of the application, the namespace or the component'],
  },
  'duplicate-object': {
    cause: 'Two API objects have the same kind, namespace and name, so the second overwrites the first.',
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
    cause: 'Two ingress paths claim the same host and path; rules without a host share a generated one.',
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
    cause: 'A component has two MetricsTraits, or two traits of the same kind and name, which become one object.',
    remedy: 'Merge them, or give each its own `metadata.name`.',
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
    cause: 'An IngressTrait has no rules, so its route and certificate would have no host.',
    remedy: 'Write `rules: [{}]` for all paths on the generated host.',
    says: ['must have at least one rule', 'write [{}] for all paths on the generated host'],
  },
  'invalid-parameter-value': {
    cause: 'A parameter is neither a string nor an integer, the only types that OAM can set.',
    remedy: 'Convert it to a string, or set the field in the workload.',
    says: ['must be a string or an integer of 32 bits, got {value}', 'turn it into a string'],
  },
  'logging-without-image': {
    cause: 'A LoggingTrait has no image, and the platform has a default only for Coherence and WebLogic.',
    remedy: 'Set `loggingImage` to an image with Fluentd.',
    help: 'give an image with Fluentd',
    says: {
      'oam': 'is required on this workload: the platform has its own image for Coherence and WebLogic only',
      'no-platform': 'is required: only an OAM platform has its own image',
    },
  },
  'metrics-not-scrapeable': {
    cause: 'The workload of a MetricsTrait has no pods that the OAM platform scrapes, so the platform silently deletes the trait (in '
      + 'manifests, a warning).',
    remedy: 'Move the trait to the component that runs the pods, set `enabled: false`, or render for Kubernetes. `writePrunedFields` '
      + 'of the OamPlatform leaves it to the cluster.',
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
    cause: 'A component and its application are in different namespaces; OAM looks only in that of the application.',
    remedy: 'Declare both in one chart or with one namespace.',
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
    cause: 'A construct was created before any platform was installed.',
    remedy: 'Call `Platform.install()` with a `KubernetesPlatform` or `OamPlatform` first.',
    says: ['has no platform',
      'call Platform.install() with a KubernetesPlatform or an OamPlatform before the first construct that needs one'],
  },
  'other-copy': {
    cause: 'The object comes from another copy of this library in `node_modules`.',
    remedy: 'Find the copies with `npm ls cdk8s-oam`, use one version, and run `npm dedupe`. Packages of constructs must list '
      + '`cdk8s-oam` in `peerDependencies`.',
    says: ['must be a {type:bare} of this copy of cdk8s-oam ({own:bare}), got one of another copy ({other:bare})',
      'install one copy in node_modules: npm ls cdk8s-oam shows them all'],
  },
  'platform-already-installed': {
    cause: 'A platform is installed twice on a construct, or below components that use another platform.',
    remedy: 'Install it once, before the first component of its scope.',
    help: 'install one platform, before the first component of its scope',
    says: {
      'twice': 'has a platform already',
      'too-late': 'cannot change the platform of {maker:maker}, which was made before',
    },
  },
  'platform-owned-object': {
    cause: 'The platform owns and reconciles this object and would conflict with yours.',
    remedy: 'Remove the object, or rename it.',
    says: {
      tree: ['{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it',
        'leave it to the platform, or give yours another name'],
      access: [joined('{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it: ',
        'its operator would change it back, and all users could be locked out'),
      'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it anyway'],
    },
  },
  'ports-not-supported': {
    cause: 'The platform has a single-port MetricsTrait, which drops `ports` and `enabled`.',
    remedy: 'Use `port` and omit `enabled`, or install a platform whose `metricsTraitShape` is `PORTS`.',
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
    cause: 'The schema in the cluster lacks this field, so the API server silently drops it.',
    remedy: 'Remove it, or set `writePrunedFields` of the OamPlatform if your CRDs have it. Only a KubernetesPlatform reads some '
      + 'trait fields, such as `interval`. A Helidon Service has the name of the Deployment; for another, add a component whose '
      + 'workload is a Service.',
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
    cause: 'The selector of a Deployment does not match its pod template, so Kubernetes rejects it.',
    remedy: 'Use the same label in the selector and the template.',
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
    cause: 'An IngressTrait names a TLS Secret, and a rule has no host; empty and wildcard hosts do not count.',
    remedy: 'Give every rule a host of the certificate.',
    says: ["must have at least one host, since 'tls.secretName' is given (hosts with a wildcard and empty ones count as none)",
      'name the hosts that the certificate holds'],
  },
  'unknown-parameter': {
    cause: 'An application sets a parameter that the component does not declare.',
    remedy: 'Declare it in `parameters` of the component, or remove the value.',
    says: {
      'none-declared': ['must be a parameter of component {component}, which declares none, got {value}', '',
        'leave the value out, or declare the parameter in the component'],
      'not-declared': ['must be a parameter of component {component} ({declared:list}), got {value}', '',
        'leave the value out, or declare the parameter in the component'],
      'not-declared-here': ['{name} is not a parameter of the component', 'leave it out'],
    },
  },
  'unused-path': {
    cause: 'A MetricsTrait has `ports`, and a `path` without `port`, which no endpoint uses.',
    remedy: 'Put the path into the entries of `ports`, or set `port` too.',
    says: ["belongs to no endpoint: beside 'ports' it goes with 'port' only", "put it into the entries of 'ports', or give 'port' too"],
  },
} as const satisfies Record<string, Explanation>;
