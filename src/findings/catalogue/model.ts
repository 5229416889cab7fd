import type { Explanation } from '../explanation';

/** What to do in place of writing a password into a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** What can be wrong with what is declared. */
export const MODEL_CODES = {
  'authorization-without-from': {
    cause: 'A rule of an authorization policy has no `from`. The platform refuses such a policy when it reconciles the trait, after the deployment.',
    remedy: 'Name the request principals: `from: { requestPrincipals: [\'*\'] }`. A `when` stands beside `from`, not below it.',
    says: { problem: 'is required: the platform refuses a rule without', remedy: 'name the request principals, \'*\' for any valid token' },
  },
  'component-bound-twice': {
    cause: 'Two entries of one application, or of two applications in one namespace, name the same component: both would own and change the one workload.',
    remedy: 'Bind the component once, or declare a second component with a workload of its own.',
    says: { problem: 'component {component} is already bound by {maker:maker}: both would change its one workload', remedy: 'bind it once, or declare a second component with a workload of its own' },
  },
  'component-not-rendered': {
    cause: 'An application binds a component that was taken out of the tree, or that belongs to another app: no manifest would hold it.',
    remedy: 'Declare the component in the same app. One that lives elsewhere comes in by `Component.fromComponentName()`.',
    says: { problem: 'binds component {component}, which is not declared in this app any more', remedy: 'declare it in this app, or refer to it by Component.fromComponentName()' },
  },
  'controller-annotation': {
    cause: 'An annotation is read by another ingress controller than the one that is named, which ignores it silently; or `ScraperAccess` '
      + 'writes it itself; or it could let requests in without the password, or send the password elsewhere, as snippets can.',
    remedy: 'Leave it out, or name the controller that the cluster really runs.',
    says: {
      own: { problem: 'is written by ScraperAccess itself', remedy: 'leave it out' },
      configuration: {
        problem: 'is written into the configuration of {controller:bare}, and could let requests in without the password',
        remedy: 'leave it out',
      },
      opening: { problem: 'could let requests in without the password', remedy: 'leave it out' },
      leaking: { problem: 'would send the password elsewhere too', remedy: 'leave it out' },
      class: { problem: 'would contradict the class of the controller', remedy: 'leave it out' },
      foreign: {
        problem: 'is read by {reader:bare}; {controller:bare} ignores it silently',
        remedy: 'leave it out, or name the controller that the cluster runs',
      },
    },
  },
  'duplicate-endpoint': {
    cause: 'A MetricsTrait names the same port and path twice, often in `port` and in `ports`. Each would be scraped, and every sample be counted twice.',
    remedy: 'Leave out one of the two. `port` is added to `ports`, it does not replace them.',
    says: {
      entry: { problem: 'repeats {first:path}: port {port:bare}, path {path:bare}', remedy: 'leave one of them out' },
      port: {
        problem: 'repeats {first:path}: port {port:bare}, path {path:bare}',
        remedy: 'leave one of them out: \'port\' is one endpoint more',
      },
    },
  },
  'duplicate-job-name': {
    cause: 'Two metrics endpoints get one Prometheus job name, so that one of them takes the other\'s place. The platform drops the component from a name over 63 characters and cuts what is still too long.',
    remedy: 'Shorten the name of the application, the namespace or the component.',
    says: { problem: 'port {port} of component {component} and port {firstPort} of component {first} ({maker:maker}) share the job name {job}', remedy: 'shorten the name of the application, the namespace or the component' },
  },
  'duplicate-name': {
    cause: 'Two elements of a list share the name by which Kubernetes tells them apart (containers, ports, variables, parameters).',
    remedy: 'Give each its own name.',
    says: {
      'element': { problem: 'has the same {what:bare} {name} as element {first}', remedy: 'give each its own {what:bare}' },
      'data-and-binary': { problem: 'has the key of an element of \'data\'', remedy: 'give each its own key' },
      'init-container': { problem: 'has the same name {name} as container {container}', remedy: 'give each its own name' },
      'config-volume': { problem: 'is {name}, which the volume of the config files has', remedy: 'choose another name' },
      'mount-path': {
        problem: 'mounts two things at {mountPath}',
        remedy: 'mount each config file and each volume at a place of its own',
      },
      'sidecar': { problem: 'adds a {what:bare} {name}, and the workload has one of this name', remedy: 'rename that of the workload' },
    },
  },
  'duplicate-object': {
    cause: 'Two API objects of one kind, namespace and name are rendered, or would be made by the platform: the second silently overwrites the first.',
    remedy: 'Rename one of them, or put it into another namespace.',
    says: {
      'tree': {
        problem: '{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}',
        remedy: 'rename one of them, or put it into another namespace',
      },
      'rendered': { problem: 'is a second {kind:bare} {name}', remedy: 'rename one of them' },
      'tls-secret': { problem: 'must not be {secret}, a Secret that the access has for something else', remedy: 'name another one' },
      'controller-secret': { problem: 'must not name {secret}, a Secret that is rendered for the controller', remedy: 'name another one' },
      'list': {
        problem: '{kind:bare} {name} {namespace:namespace} is also made by {at:path} of {maker:maker}',
        remedy: 'rename one of them, or put it into another namespace',
      },
      'generated': {
        problem: '{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}: both names are generated',
        remedy: 'choose another id, give one of them a \'metadata.name\', or do not disable the hashes of names',
      },
      'cut': {
        problem:
          '{kind:bare} {name} {namespace:namespace} is also made by {maker:maker}: both names are generated, and cut at {max} characters',
        remedy: 'shorten the ids, give one of them a \'metadata.name\', or do not disable the hashes of names',
      },
      'cluster-tree': { problem: '{kind:bare} {name} is also made by {maker:maker}', remedy: 'rename one of them' },
      'cluster-list': { problem: '{kind:bare} {name} is also made by {at:path} of {maker:maker}', remedy: 'rename one of them' },
      'cluster-generated': {
        problem: '{kind:bare} {name} is also made by {maker:maker}: both names are generated',
        remedy: 'choose another id, give one of them a \'metadata.name\', or do not disable the hashes of names',
      },
      'cluster-cut': {
        problem: '{kind:bare} {name} is also made by {maker:maker}: both names are generated, and cut at {max} characters',
        remedy: 'shorten the ids, give one of them a \'metadata.name\', or do not disable the hashes of names',
      },
      'name-of-another': { problem: 'is that of another {kind:bare}, {maker:maker}', remedy: 'leave out one of them' },
      'manifests': {
        problem: '{kind:bare} {name} {namespace:namespace} is also made by {place:bare}',
        remedy: 'rename one of them, or put it into another namespace',
      },
    },
  },
  'duplicate-route': {
    cause: 'One host and path are claimed by two ingress paths. Which of them answers is decided by the order in which the cluster sees them. Rules without a host share the generated host of their application.',
    remedy: 'Give each its own path or host.',
    says: {
      'named': {
        problem: 'claims path {route} on host {host:bare}, which {first:path} of {maker:maker} has claimed already',
        remedy: 'give each its own path or host',
      },
      'any': {
        problem: 'claims path {route} on host {host:bare}, which {first:path} of {maker:maker} has claimed already: the platform rejects the second',
        remedy: 'leave the host out: each application has a generated one then',
      },
      'f5-nginx': {
        problem: 'needs a second Ingress for host {host:bare} beside that of {first:path} of {maker:maker}, and controller f5-nginx serves one for each host',
        remedy: 'name a host of its own, use the same cookie, or write mergeable Ingresses by CustomTrait',
        inManifests: 'name a host of its own, use the same cookie, or write mergeable Ingresses as a further trait',
      },
    },
  },
  'duplicate-trait': {
    cause: 'A component has two MetricsTraits, or two traits of one kind and name: the platform would write them to one object.',
    remedy: 'Merge them (a MetricsTrait takes several `ports`), or give each its own `metadata.name`.',
    says: {
      'several-ports': {
        problem: 'is a second {kind:bare}{name:named} beside {maker:maker}',
        remedy: 'merge them: a MetricsTrait takes several ports',
      },
      'single-port': { problem: 'is a second {kind:bare}{name:named} beside {maker:maker}', remedy: 'leave one of them out' },
      'same-identity': {
        problem: 'is a second {kind:bare}{name:named} beside {maker:maker}',
        remedy: 'merge them, or give each its own \'metadata.name\'',
      },
      'one-workload': {
        problem: 'is a second {kind:bare} beside {maker:maker}, and both would change the one workload',
        remedy: 'leave one of them out',
      },
    },
  },
  'hash-not-accepted': {
    cause: 'The ingress controller does not accept this hash of a password, or hashes the password itself: nobody would get in.',
    remedy: 'Use one of the hashes that the message names, or another controller.',
    says: {
      'not-made': { problem: 'must be one that can be made there ({made:list}), got {value}', remedy: 'leave it out' },
      'not-hashed': { problem: 'must not be given, got {value}: {controller:bare} hashes the password itself', remedy: 'leave it out' },
      'not-accepted': {
        problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}',
        remedy: 'leave it out for {usual:bare}',
      },
      'none-accepted': {
        problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}',
        remedy: 'choose another controller',
      },
      'existing': { problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}', remedy: 'make the Secret anew' },
      'existing-not-hashed': {
        problem: 'must not be a hash for {controller:bare}, which reads the password itself, got {value}',
        remedy: 'make the Secret anew',
      },
    },
  },
  'ingress-without-rules': {
    cause: 'An IngressTrait has no rules. The platform then makes a route without a host and a certificate for no name.',
    remedy: 'Write `rules: [{}]` for all paths on the generated host.',
    says: { problem: 'must have at least one rule', remedy: 'write [{}] for all paths on the generated host' },
  },
  'invalid-annotation': {
    cause: 'The key or the value of an annotation is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values are strings.',
    says: {
      'value': { problem: 'must be a string, got {value}', remedy: 'put it in quotes' },
      'key': { problem: 'must have keys of the form [<DNS subdomain>/]<name>, got {value}' },
      'constructor': {
        problem: 'must not have the key "constructor": cdk8s cannot write it as one of its annotations',
        remedy: 'add a prefix to it',
      },
      'size': { problem: 'must have at most {max} bytes in all, got {bytes}', remedy: 'put long texts into a ConfigMap' },
      'size-of-all': {
        problem: 'must have at most {max} bytes in all their keys and values, got {bytes}',
        remedy: 'keep large data in a ConfigMap',
      },
    },
  },
  'invalid-field-path': {
    cause: 'A field path cannot be read by the OAM runtime.',
    remedy: 'Write fields with dots and indexes in brackets: `spec.containers[0].env[1].value`.',
    says: {
      'form': { problem: 'must be a field path, got {value}', remedy: 'write it as "spec.containers[0].env[1].value"' },
      'other-type': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: it would become an object of another type',
        remedy: 'change the parameter\'s fieldPaths',
      },
      'not-a-list': { problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} is no list', remedy: 'change the parameter\'s fieldPaths' },
      'not-an-object': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} is no object',
        remedy: 'change the parameter\'s fieldPaths',
      },
      'too-short': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} has {length} elements',
        remedy: 'change the parameter\'s fieldPaths',
      },
    },
  },
  'invalid-host': {
    cause: 'A host is not a lower-case DNS name. The platform\'s webhook refuses it. `*` and the empty host are allowed and mean no host at all.',
    remedy: 'Give the host alone, in lower case, with `*.` in front at most.',
    says: {
      rule: {
        problem: 'must be a lower-case DNS name, with \'*.\' in front at most, got {value}',
        remedy: 'give the host alone, without scheme, port or path',
      },
      exact: {
        problem: 'must be a lower-case DNS name, neither with a wildcard nor an address, got {value}',
        remedy: 'give the host alone, without scheme, port or path',
      },
      generated: { problem: 'must be given, as the generated host is too long, got {value}' },
    },
  },
  'invalid-label': {
    cause: 'The key or the value of a label is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.',
    says: {
      value: { problem: 'must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most {max} characters), got {value}' },
      key: { problem: 'must have keys of the form [<DNS subdomain>/]<name>, got {value}' },
      constructor: {
        problem: 'must not have the key "constructor": cdk8s cannot write it as one of its labels',
        remedy: 'add a prefix to it',
      },
    },
  },
  'invalid-name': {
    cause: 'A name is not one that Kubernetes accepts. Names of applications and components become labels too and have at most 63 characters.',
    remedy: 'Use lower-case letters, digits, `-` and `.`. A component and an application take their construct\'s id unless `metadata.name` is given.',
    says: {
      'subdomain': {
        problem: 'must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters), got {value}',
      },
      'label': { problem: 'must be a DNS-1123 subdomain of at most {max} characters, since it becomes a label\'s value, got {value}' },
      'own': {
        problem: 'must be a DNS-1123 subdomain of at most {max} characters, since it becomes a label\'s value, got {value}',
        remedy: 'set \'metadata.name\', or a construct id that is a valid name',
        inManifests: 'give it a valid name',
      },
      'dns-label': { problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got {value}' },
      'service': {
        problem: 'must be the name of a Service (a lower-case letter, then letters, digits and \'-\', at most 63 characters), got {value}',
      },
      'vendor': { problem: 'must be the DNS-1123 label between "oam." and ".io", got {value}' },
      'extended-resource': {
        problem: 'must be the name of an extended resource, <domain>/<name>, got {value}',
        remedy: 'take the name that the device plugin registers, such as "nvidia.com/gpu"',
      },
      'service-of-ingress': {
        problem: 'must be the name of a Service (a lower-case letter, then letters, digits and \'-\', at most 63 characters), got {value}',
        remedy: 'an Ingress leads to a Service of its own namespace: give its name alone',
      },
      'access': {
        problem: 'must be a DNS-1123 subdomain of at most {max} characters, since other names are made of it, got {value}',
        remedy: 'set \'metadata.name\', or a construct id that is a valid name',
      },
      'scraper-service': {
        problem:
          'must be the name of a Service (lower-case letters, digits and \'-\', the first a letter, at most 63 characters), got {value}',
      },
      'given': { problem: 'must be {rule:phrase}, got {value}', remedy: 'set \'metadata.name\', or a construct id that is a valid name' },
      'made-of-ids': {
        problem: 'must be {rule:phrase}, got {value}',
        remedy: 'it is made of the ids of its path: choose others, from that of the chart on, or set \'metadata.name\'',
      },
      'completed': { problem: 'must with five characters more be {rule:phrase}, got {value}' },
    },
  },
  'invalid-namespace': {
    cause: 'A namespace is not a DNS-1123 label.',
    remedy: 'Use lower-case letters, digits and `-`, at most 63 characters.',
    says: {
      label: { problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters), got {value}' },
      own: {
        problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters), got {value}',
        remedy: 'set the chart\'s namespace, or \'metadata.namespace\'',
        inManifests: 'give it a valid namespace',
      },
    },
  },
  'invalid-parameter-value': {
    cause: 'The value of a parameter is neither a string nor a whole number, which is all that OAM can set.',
    remedy: 'Turn it into a string, or set the field in the workload itself.',
    says: { problem: 'must be a string or a whole number of 32 bits, got {value}', remedy: 'turn it into a string' },
  },
  'invalid-password': {
    cause: 'A password is empty, too long, or has a line break or characters that clients and servers encode in different ways. It is never shown.',
    remedy: 'Choose a long random one of letters and digits.',
    says: {
      'type': { problem: 'must be a string, got {value}; it is not shown', remedy: 'put it in quotes' },
      'empty': { problem: 'must not be empty; it is not shown', remedy: 'choose a long random one' },
      'long': {
        problem: 'must have at most {max} characters, has {length}; it is not shown',
        remedy: 'bcrypt would ignore the rest: choose a shorter one',
      },
      'characters': {
        problem: 'must have printable ASCII characters only, without line breaks; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
      'line-breaks': {
        problem: 'must be a string that is not empty, without line breaks and control characters; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
      'no-text': {
        problem: 'must be a string that is not empty, without line breaks and control characters, got {value}; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
    },
  },
  'invalid-path': {
    cause: 'A path does not start with `/`, holds a space, or, where it is not a regular expression, a query or a fragment.',
    remedy: 'Give the path alone, such as `/metrics`.',
    says: {
      'metrics': {
        problem: 'must start with \'/\' and have no space, query or fragment, got {value}',
        remedy: 'give the path alone, such as "/metrics"',
      },
      'literal': {
        problem: 'must start with \'/\' and have no space, query or fragment, got {value}',
        remedy: 'give the path alone, such as "/greet"',
      },
      'probe': { problem: 'must start with \'/\' and have no space, got {value}', remedy: 'write it as "/health?full=true"' },
      'regex': {
        problem: 'must start with \'/\' and have no space, got {value}',
        remedy: 'the expression is matched against the whole path: write "/.*\\.png" for all images',
      },
      'unresolved': {
        problem: 'must have no "//", "/./", "/../" or "%2f" in an Ingress, got {value}',
        remedy: 'write the path as it is after these are resolved',
      },
      'encoded': {
        problem: 'must have only characters that need no encoding: ingress controllers compare others in different ways, got {value}',
        remedy: 'use a prefix that ends before them',
      },
      'ingress-nginx': {
        problem: 'must have letters, digits, \'/\', \'_\', \'.\' and \'-\' only: ingress-nginx refuses other paths, got {value}',
        remedy: 'use a prefix that ends before them',
      },
      'scraper': {
        problem:
          'must start with \'/\' and have letters, digits, \'/\', \'.\', \'-\', \'_\' and \'~\' only, at most 1024 of them, without \'//\', \'.\' and \'..\' as steps, got {value}',
        remedy: 'write the path as the scraper sees it, such as "/prometheus"',
      },
    },
  },
  'invalid-port': {
    cause: 'A port is not a whole number from 1 to 65535.',
    remedy: 'Give the number of the port; a named port is not understood here.',
    says: {
      'number': { problem: 'must be a whole number from 1 to 65535, got {value}' },
      'node-port': {
        problem: 'must be a port of nodes, from {min} to {max}, got {value}',
        remedy: 'leave it out, and the cluster chooses one',
      },
      'node-port-of-cluster-ip': {
        problem: 'must not be given for a Service of type ClusterIP',
        remedy: 'set type NodePort or LoadBalancer, or leave it out',
      },
      'host-port': {
        problem: 'must be the containerPort, since the pod has the network of its node (hostNetwork), got {value}',
        remedy: 'leave it out',
      },
      'no-name': { problem: 'must not be given: an HTTPRoute takes the number of a port only', remedy: 'give \'port\'' },
      'number-or-name': {
        problem: 'must have either \'port\' or \'portName\'',
        remedy: 'give the number or the name of the Service\'s port',
      },
      'both-targets': {
        problem: 'must not have both \'targetPort\' and \'targetPortName\'',
        remedy: 'give what the Service has as its \'targetPort\', the number or the name',
      },
      'name': {
        problem: 'must be the name of a port (lower-case letters, digits and \'-\', at most 15 characters, with a letter), got {value}',
        remedy: 'a number goes into \'port\' or \'targetPort\'',
      },
    },
  },
  'invalid-revision-name': {
    cause: 'A pinned revision does not belong to the component it is bound with.',
    remedy: 'Give the name of the ControllerRevision, `<component>-v<number>`, as in the component\'s `status.latestRevision.name`.',
    says: {
      'component': { problem: 'must be a revision of component {component}, \'{name:bare}-v<number>\', got {value}' },
      'too-long': {
        problem: 'must have at most {max} characters, since it becomes a label\'s value, got {value}',
        remedy: 'leave it out, or shorten the name of the component',
      },
      'earlier-runtime': {
        problem: 'is no name of a revision, \'<component>-v<number>\', but of one of an earlier runtime: {value}',
        remedy: 'name the component, or a revision that there is',
      },
    },
  },
  'invalid-scraper': {
    cause: 'A scraper is not named as `<namespace>/<deployment-name>`.',
    remedy: 'Use `Scraper.parse(\'namespace/deployment-name\')` or `Scraper.of(namespace, deploymentName)`.',
    says: {
      'form': {
        problem: 'must have the form <namespace>/<deployment-name>, got {value}',
        remedy: 'name the deployment of the scraper, such as "monitoring/prometheus"',
      },
      'not-a-scraper': { problem: 'must be a Scraper, got {value}', remedy: 'use Scraper.parse("namespace/deployment-name")' },
    },
  },
  'invalid-secret-name': {
    cause: 'What is given as the name of a secret is none.',
    remedy: 'Give the secret\'s `metadata.name`. Never give a password: manifests hold names of secrets only.',
    says: { problem: 'must be the name of a secret (a DNS-1123 subdomain); what was given is not shown', remedy: 'give the name of the secret, never its content' },
  },
  'invalid-type': {
    cause: 'A field has another type than its schema: a list where a map is wanted, a number where a string is wanted.',
    remedy: 'See the type that the message names.',
    says: {
      'object': { problem: 'must be an object, got {value}' },
      'list': { problem: 'must be a list, got {value}' },
      'map': { problem: 'must be a map, got {value}' },
      'string': { problem: 'must be a string, got {value}' },
      'unquoted': { problem: 'must be a string, got {value}', inManifests: 'put it in quotes' },
      'boolean': { problem: 'must be true or false, got {value}' },
      'null-override': { problem: 'must be an object, got null', remedy: 'leave it out' },
      'component-binding': { problem: 'must be a ComponentBinding, got {value}', remedy: 'put the trait on what addComponent() returns' },
      'component': { problem: 'must be a component, got {value}' },
      'workload': { problem: 'must be a workload, such as a HelidonWorkload, got {value}' },
      'manifest': { problem: 'must be an object, got {value}', remedy: 'give the whole object, with apiVersion and kind' },
      'platform': { problem: 'must be a Platform, got {value}', remedy: 'install OamPlatform.verrazzano(), or a KubernetesPlatform' },
      'monitoring-provider': { problem: 'must be a MonitoringProvider, got {value}', remedy: 'use MonitoringProvider.prometheusOperator()' },
      'ingress-provider': { problem: 'must be an IngressProvider, got {value}', remedy: 'use IngressProvider.ingress()' },
      'ingress-certificate': {
        problem: 'must be an IngressCertificate, got {value}',
        remedy: 'use IngressCertificate.issuer() or secret(); insecureNone() asks for none by name',
      },
      'renderer': { problem: 'must be an object with apiVersion, kind and render(), got {value}' },
      'keys': { problem: 'must be a list of keys' },
      'ciphertext': { problem: 'must be a map of ciphertext by key; what was given is not shown', remedy: 'write { <key>: <ciphertext> }' },
      'peer': { problem: 'must be a ScraperPeer, got {value}', remedy: 'use ScraperPeer.pods() or ScraperPeer.addresses()' },
      'controller': {
        problem: 'must be an IngressController, got {value}',
        remedy: 'name the one that the cluster runs, such as IngressController.traefik()',
      },
      'tls': { problem: 'must be a ScraperTls, got {value}', remedy: 'use ScraperTls.secret(), issuer() or certificate()' },
      'credentials': { problem: 'must be an object with user and password, got {value}' },
      'abort-signal': { problem: 'must be an AbortSignal, got {value}' },
      'port-name': { problem: 'must be the name of a port, got {value}', remedy: 'give a number as \'{number:bare}\'' },
      'no-value': { problem: 'has no value', remedy: 'leave it out, or give it one' },
      'second-settings': { problem: 'is a second document, and settings are one', remedy: 'leave it out' },
      'config': { problem: 'must be an object', remedy: 'see the documentation of cdk8s' },
      'resource-list': {
        problem: 'must be one ResourceList of config.kubernetes.io/v1, got {value}',
        remedy: 'let kustomize, or another orchestrator of functions, write it',
      },
      'null': { problem: 'must not be null: the API server rejects it', remedy: 'leave the field out' },
      'kubernetes-object': { problem: 'must be an object, got {value}', remedy: 'give an object with \'apiVersion\' and \'kind\'' },
    },
  },
  'invalid-user': {
    cause: 'A user name cannot be used for basic authentication: a `:` ends it, and other characters would have to be escaped in one of the places to which it goes.',
    remedy: 'Choose a name of letters, digits, `.`, `_` and `-`.',
    says: {
      'name': {
        problem: 'must be at most 128 letters, digits, \'.\', \'_\' and \'-\', the first a letter or digit, got {value}',
        remedy: 'a \':\' in particular would end the name: choose another user',
      },
      'basic-auth': {
        problem:
          'must be a string that is not empty, without \':\' and control characters; what was given is not shown, as it may hold the password',
      },
      'type': { problem: 'must be a string that is not empty, without \':\' and control characters, got {value}' },
    },
  },
  'invalid-value': {
    cause: 'A value is not among those that its field allows.',
    remedy: 'See what the message allows.',
    says: {
      'one-of': { problem: 'must be one of {allowed:list}, got {value}' },
      'filled': { problem: 'must be a string that is not empty, got {value}' },
      'integer': { problem: 'must be a whole number from {min} to {max}, got {value}' },
      'api-version': { problem: 'must be an API version such as "apps/v1", got {value}' },
      'kind': { problem: 'must be a kind such as "Deployment", got {value}' },
      'kind-prefix': { problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}' },
      'cluster-name': { problem: 'must be the name of a cluster, without \'$\', which has a meaning in relabelling rules, got {value}' },
      'header-name': { problem: 'must be the name of a header (letters, digits and \'-\'), got {value}' },
      'absolute-path': { problem: 'must be an absolute path without spaces, got {value}' },
      'oam-port-name': {
        problem: 'must have lower-case letters only: OAM allows neither digits nor dashes in the name of a port, got {value}',
      },
      'env-name': { problem: 'must have letters, digits, \'-\' and \'_\' only, got {value}' },
      'kubernetes-env-name': {
        problem: 'must be the name of a variable for Kubernetes (letters, digits, \'-\', \'_\' and \'.\', not a digit first), got {value}',
      },
      'entry-point': { problem: 'must be the name of an entry point, such as "websecure", got {value}' },
      'listener-name': { problem: 'must be the name of a listener, got {value}' },
      'secret-type': { problem: 'must be the type of a Secret, such as "Opaque", got {value}' },
      'realm': { problem: 'must have letters, digits, spaces, \'.\', \'_\' and \'-\' only, got {value}' },
      'short-port-name': { problem: 'must have at most 15 lower-case letters, as Kubernetes allows, got {value}' },
      'mount-path': { problem: 'must be an absolute path without \':\', got {value}' },
      'file-path': { problem: 'must be the absolute path of a file, without \':\' and without \'/\' at its end, got {value}' },
      'cidr': { problem: 'must be a block of addresses, got {value}', remedy: 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"' },
      'cidr-exception': { problem: 'must be a part of {cidr:bare}, got {value}', remedy: 'leave it out' },
      'overridden-type': { problem: 'must not be overridden', remedy: 'use CustomWorkload or CustomTrait for another type' },
      'port-name': {
        problem: 'must be the name of a port (lower-case letters, digits and \'-\', a letter among them, at most 15 characters), got {value}',
      },
      'custom-type': {
        problem: 'must be the group and the kind of a custom resource, without a version, such as "example.com/Widget", got {value}',
      },
      'object-type': {
        problem: 'must be a group and a kind, without a version, such as "example.com/Widget", or a kind of the core group, such as "Service", got {value}',
      },
      'quantity': { problem: 'must be a quantity in quotes, such as "500m", "1" or "256Mi", got {value}' },
      'secret-key': {
        problem: 'must be a key of a secret (letters, digits, \'-\', \'_\' and \'.\', at most 253 characters); what was given is not shown',
      },
      'one-handler': { problem: 'must have exactly one of {allowed:list}, got {given:and}' },
      'liveness-success': { problem: 'must be 1 for a livenessProbe, got {value}', remedy: 'leave it out' },
      'integer-or-string': { problem: 'must be a whole number or a text, got {value}' },
      'padded': { problem: 'must have no space at its start or its end, got {value}', remedy: 'leave it out' },
      'file-size': {
        problem: 'must have at most {max} bytes, got {bytes}: a ConfigMap holds no more',
        remedy: 'put the file into the image, or into a volume',
      },
      'base64': { problem: 'must be a text in base64; what was given is not shown', remedy: 'encode it, or put it into \'stringData\'' },
      'data-key': {
        problem: 'must have keys of letters, digits, \'-\', \'_\' and \'.\', no two of these first, at most 253 characters; what was given is not shown',
      },
      'data-size': { problem: 'must have at most {max} bytes in all, got {bytes}', remedy: 'divide it, or keep large files elsewhere' },
      'lower-case-kind': {
        problem: 'must begin with a capital letter, got {value}',
        remedy: 'write it as its API does, such as "Deployment"',
      },
      'clusters-in-v8': {
        problem: 'must be empty: a v8 Domain has its clusters in its own spec',
        remedy: 'put them there, or use WebLogicDomainVersion.V9',
        inManifests: 'put them there, or use apiVersion "weblogic.oracle/v9"',
      },
      'seconds': { problem: 'must be a whole number of seconds, got {value}' },
      'value-and-source': { problem: 'must not have both value and valueFrom', remedy: 'leave one of them out' },
      'no-values': { problem: 'must have at least one value' },
      'needless-values': { problem: 'must be left out with {operator:bare}' },
      'cookie-name': {
        problem: 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\' only, for the annotation of the ingress controller, got {value}',
      },
      'cookie-path': {
        problem: 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\' between slashes only, for the annotation of the ingress controller, got {value}',
      },
      'config-size': {
        problem: 'must leave the config files of all containers at most {max} bytes, got {bytes}: one ConfigMap holds them',
        remedy: 'put large files into the image, into a Secret, or into a volume',
      },
      'whole-amount': { problem: 'must be a whole number: Kubernetes does not divide extended resources, got {value}' },
      'two-sources': {
        problem: 'must not have both value and fromSecret: the platform drops the secret in silence',
        remedy: 'leave one of them out',
      },
      'no-storage': { problem: 'must be greater than zero: a claim asks for some storage, got {value}' },
      'listener-or-class': {
        problem: 'must have either \'gateway\' or \'gatewayClassName\'',
        remedy: 'name the listener of a Gateway that is there, or the class of one that is rendered (byName() takes it as \'className\')',
      },
      'tls-of-listener': {
        problem: 'must be ScraperTls.atGateway(): the listener of a Gateway that is there has its certificate already',
        remedy: 'use it, or give \'gatewayClassName\' for a Gateway with a certificate of its own',
      },
      'tls-of-own-gateway': {
        problem: 'must not be ScraperTls.atGateway(): the Gateway is rendered, and has no certificate yet',
        remedy: 'use ScraperTls.secret(), issuer() or certificate()',
      },
      'tls-of-ingress': {
        problem: 'must not be ScraperTls.atGateway(): an Ingress terminates TLS itself',
        remedy: 'use ScraperTls.secret(), issuer() or certificate()',
      },
      'no-realm': { problem: 'must not be given: Envoy Gateway has none of its own', remedy: 'leave it out' },
      'key-of-secret': {
        problem: 'must be a key of a Secret (letters, digits, \'-\', \'_\' and \'.\'); what was given is not shown',
        remedy: 'give keys alone, never what they hold',
      },
      'whole-seconds': { problem: 'must be a Duration of whole seconds, at least one, got {value}', remedy: 'write Duration.hours(1)' },
      'needless-store': { problem: 'must not be given: {controller:bare} reads the Secret that is generated', remedy: 'leave it out' },
      'needless-ciphertext': {
        problem: 'must not be given: {controller:bare} reads the client\'s Secret',
        remedy: 'move its keys into \'encryptedData\'',
      },
      'hash': { problem: 'must be one of PasswordHash ({known:list}); what was given is not shown', remedy: 'name the kind of hash' },
      'peers-without-policy': {
        problem: 'must not be given without a NetworkPolicy',
        remedy: 'leave out \'insecureWithoutNetworkPolicy\'',
      },
      'all-addresses': { problem: 'must not be all addresses, got {value}', remedy: 'insecureWithoutNetworkPolicy leaves the policy out' },
      'finalizer': { problem: 'must be of the form [<DNS subdomain>/]<name>, got {value}' },
      'definition-scope': {
        problem: 'must be Cluster, since the app\'s \'clusterScopedKinds\' have {type}',
        remedy: 'leave it out of \'clusterScopedKinds\', or change the definition',
      },
      'app-name': {
        problem:
          'must be lower-case letters, digits and "-", with a letter or digit at both ends, and no ending of copies (bak, orig, rej, tmp), got {value}',
      },
      'ca-beside-file': { problem: 'must not be given beside \'caFile\'', remedy: 'leave one of them out' },
      'time': { problem: 'must be a Date, whole milliseconds, or a text such as "2026-01-31T12:00:00Z", got {value}' },
      'duration': { problem: 'must be at least a millisecond, or a text such as "1h30m", got {value}' },
      'duration-of-flag': { problem: 'must be a duration such as 90s, 5m or 1h30m, got {value}' },
      'end-before-start': { problem: 'must not be before \'start\'' },
      'unquoted': { problem: 'must be a string that is not empty, got {value}', inManifests: 'put it in quotes' },
      'true': { problem: 'must be true, got {value}', remedy: 'leave it out if it is not meant' },
      'one-field': { problem: 'must have exactly one of {fields:list}, and has {given:and}' },
      'made-kind-prefix': {
        problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}',
        remedy: 'give workloadKindPrefix',
      },
      'kind-prefix-of-file': {
        problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}',
        remedy: 'give workloadKindPrefix in {file:bare}',
      },
      'settings-file': { problem: 'must be the path of a file, got {value}' },
      'namespace-and-name': { problem: 'must have the form <namespace>/<name>, got {value}' },
      'selector-flag': {
        problem: 'must be all, or labels with a value each, such as release=prometheus,team=shop, got {value}',
      },
      'one-name': { problem: 'must have either a componentName or a revisionName' },
      'other-case': { problem: 'is {value}, and is read as {meaning}', remedy: 'write {meaning}' },
    },
  },
  'logging-without-image': {
    cause: 'A LoggingTrait names no image. The platform has one of its own for Coherence and WebLogic; other workloads get a container without an image, which Kubernetes refuses.',
    remedy: 'Give `loggingImage`, an image with Fluentd.',
    says: {
      'oam': {
        problem: 'is required on this workload: the platform has an image of its own for Coherence and WebLogic only',
        remedy: 'give an image with Fluentd',
      },
      'no-platform': { problem: 'is required: only an OAM platform has an image of its own', remedy: 'give an image with Fluentd' },
    },
  },
  'metrics-not-scrapeable': {
    cause: 'A MetricsTrait is on a component whose workload has no pods that the platform can scrape (a Service, a ConfigMap, a StatefulSet). The platform deletes such a trait without a word. `enabled: false` is allowed. In manifests it is a warning, and the trait is left out.',
    remedy: 'Put the trait on the component whose workload runs the pods, or leave it out. `CustomTrait` writes it all the same.',
    says: {
      'workload': {
        problem: 'is on component {component}, whose workload has no pods that the platform scrapes',
        remedy: 'put it on the component whose workload runs the pods, or leave it out',
      },
      'no-pods': {
        problem: 'is on a {kind:bare}, which has no pods that could be scraped',
        remedy: 'put it on the component whose workload runs the pods, or leave it out',
      },
    },
  },
  'missing-field': {
    cause: 'A required field has no value.',
    remedy: 'Give it one.',
    says: {
      'required': { problem: 'is required' },
      'too-few': { problem: 'must have at least {min} {what:bare}' },
      'labels': {
        problem: 'must have at least one label: without any, all pods would be selected',
        remedy: 'give the labels by which these pods are told from others',
      },
      'port-name': { problem: 'is required, since there are several ports' },
      'template-ports': {
        problem: 'must have at least one port',
        remedy: 'leave \'ports\' out, and the Service has those of all containers',
      },
      'service-ports': {
        problem: 'must have at least one port',
        remedy: 'declare its ports; a headless Service (clusterIP None) needs none',
      },
      'filled': { problem: 'must be a text that is not empty' },
      'domain-uid': {
        problem: 'is required: the platform makes no domain without it',
        remedy: 'give the name of the domain, or another that is unique',
      },
      'object-name': { problem: 'is required: a {kind:bare} is an object of its own without an OAM platform', remedy: 'give it a name' },
      'name-or-generate-name': { problem: 'is required', remedy: 'set it, or \'metadata.generateName\'' },
      'port-of-service': {
        problem: 'is required: Service {service} is not rendered in this application, so that its ports are not known',
        remedy: 'give the port',
      },
      'source': { problem: 'must have a value or fromSecret: the platform drops it in silence', remedy: 'give one of them, or leave it out' },
      'undeclared-ports': {
        problem: 'must have at least one port, since no container declares one',
        remedy: 'declare the ports of the containers, or give those of the Service',
      },
      'empty-selector': {
        problem: 'must have at least one label: Kubernetes refuses a selector that is empty',
        remedy: 'give it a label of the pods',
      },
      'client-secret-elsewhere': {
        problem: 'is required: a client looks for its password in namespace {namespace}',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-one-key': {
        problem: 'is required: a Secret that has a single key, as {controller:bare} wants it, has no room for the client\'s "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-users': {
        problem: 'is required: a Secret that has users for keys, as {controller:bare} wants it, has no room for the client\'s "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-no-key': {
        problem: 'is required: the Secret has no key "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'cluster-store': {
        problem: 'is required: {controller:bare} wants a Secret of its own, which must be made of the one that is generated',
        remedy:
          'name a store of the operator\'s Kubernetes provider that reads the system namespace, or take the password from a store by ScraperCredentials.externalSecret()',
      },
      'key': { problem: 'is required, with the key {keys:list}' },
      'keys': { problem: 'is required, with the keys {keys:list}' },
      'controller': {
        problem: 'is required: there is no default',
        remedy: 'name the one that the cluster runs, such as IngressController.traefik()',
      },
      'credentials': { problem: 'is required', remedy: USE_CREDENTIALS },
      'for-policy': {
        problem: 'is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
        remedy: 'look it up in the cluster; insecureWithoutNetworkPolicy leaves the policy out',
      },
      'peers': {
        problem:
          'is required for the NetworkPolicy, which lets in the controller and nobody else: not Grafana, not Thanos Query, not other replicas',
        remedy: 'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] where there is nobody',
      },
      'target-port': {
        problem: 'is required beside \'portName\', since a NetworkPolicy opens ports of pods',
        remedy: 'look up the \'targetPort\' of the Service; a name goes into \'targetPortName\'',
      },
      'way-to-scraper': { problem: 'is required, or \'httpRouteName\'', remedy: 'name what leads to the scraper' },
      'app-command': { problem: 'is required', remedy: 'give the command that runs the app, here or by --app' },
      'files-or-objects': { problem: 'is required where no objects are given', remedy: 'name manifests, and folders of them' },
      'platform-setting': {
        problem: 'is required',
        remedy: 'give oam or kubernetes',
        inManifests: 'give oam or kubernetes, or give --platform',
      },
      'prometheus-namespace-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give the namespace of the Prometheus resource',
        inManifests: 'give the namespace of the Prometheus resource, or give --prometheus',
      },
      'prometheus-name-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give the name of the Prometheus resource',
        inManifests: 'give the name of the Prometheus resource, or give --prometheus',
      },
      'monitor-selector-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give spec.podMonitorSelector of the Prometheus resource',
        inManifests: 'give spec.podMonitorSelector of the Prometheus resource, or give --monitor-selector',
      },
      'ingress-class-setting': {
        problem: 'is required for Ingresses',
        remedy: 'give the name of the IngressClass',
        inManifests: 'give the name of the IngressClass, or give --ingress-class',
      },
      'certificates-setting': {
        problem: 'is required for Ingresses',
        remedy: 'say where their certificates come from',
        inManifests: 'say where their certificates come from, '
          + 'or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls',
      },
      'short-form': {
        problem: 'is required: the short form by \'type\' is known to few runtimes, and not to this platform',
        remedy: 'write apiVersion and kind',
      },
      'workload-reference': {
        problem: 'is required of a trait outside of an application',
        remedy: 'name the workload, or put the trait into an application',
      },
    },
  },
  'missing-parameter-value': {
    cause: 'A component declares a parameter as required, and the application that binds it gives no value.',
    remedy: 'Give it in `parameterValues`, or declare the parameter as optional.',
    says: {
      'component': {
        problem: 'must have a value for {parameter}, which component {component} requires',
        remedy: 'give it, or declare the parameter as optional',
      },
      'declared-here': {
        problem: 'must have a value for {name}, which the component requires as it is declared here',
        remedy: 'give it, or declare the parameter as optional',
      },
    },
  },
  'namespace-mismatch': {
    cause: 'A component lies in another namespace than the application that binds it. OAM looks for components in the application\'s own namespace only.',
    remedy: 'Declare both in one chart, or give both one namespace.',
    says: {
      'tree': {
        problem: 'component {component} lies {own:namespace}, its application {namespace:namespace}',
        remedy: 'declare both in one chart, or give both one namespace',
        inManifests: 'give all one namespace, or leave it out',
      },
      'own': {
        problem: 'is {own}, its application lies {namespace:namespace}',
        remedy: 'leave it out',
        inManifests: 'give all one namespace, or leave it out',
      },
      'rendered': { problem: 'must be {namespace}, that of the application, got {value}', remedy: 'leave it out' },
      'system': { problem: 'must be the platform\'s system namespace {system}, got {value}', remedy: 'leave it out' },
      'no-effect': {
        problem: 'is {own}, and has no effect: all of an application lies in its namespace, {namespace}',
        inManifests: 'give all one namespace, or leave it out',
      },
      'manifests': {
        problem: 'binds component {component}, which lies in namespace {own}, its application in namespace {namespace}',
        inManifests: 'give all one namespace, or leave it out',
      },
    },
  },
  'no-basic-auth': {
    cause: 'The ingress controller cannot ask for a user name and a password itself, or is not known here: the scraper would be open.',
    remedy: 'Use one of the controllers that the message names.',
    says: {
      unknown: { problem: 'must be a controller that can ask for a password, got {value}', remedy: 'use one of {known:list}' },
      known: {
        problem: 'must be a controller that can ask for a password, got {value}: {why:phrase}',
        remedy: 'use one of {known:list}',
      },
    },
  },
  'no-platform': {
    cause: 'A construct of this library was made where no platform is installed.',
    remedy: 'Call `Platform.install(app, OamPlatform.verrazzano())` before the first component.',
    says: {
      problem: 'has no platform',
      remedy: 'call Platform.install(app, OamPlatform.verrazzano()), or install a KubernetesPlatform, before the first component',
    },
  },
  'no-scraper-access': {
    cause: 'The platform has no ingress and secret of its own for its scraper, or its user is not known.',
    remedy: 'Render one by `new ScraperAccess()`, or tell the platform its `scraperUser` and `scraperAccess`.',
    says: {
      'no-objects': {
        problem: 'the platform is not known to have an ingress and a secret of its own for its scraper',
        remedy: 'render them by new ScraperAccess(), or set \'scraperAccess\' on the platform',
      },
      'no-user-no-objects': {
        problem: 'the platform names no user of its scraper',
        remedy: 'set \'scraperUser\' and \'scraperAccess\' on the platform',
      },
      'no-user': { problem: 'the platform names no user of its scraper', remedy: 'set \'scraperUser\' on the platform' },
    },
  },
  'not-plain': {
    cause: 'A value cannot be written as YAML: a class instance, a function, a token, NaN, an object that contains itself, or, seldom, a text that the readers of YAML in a cluster would refuse or change: U+007F to U+009F, U+2028, U+2029, halves of surrogate pairs, the key `<<`, several lines with a tab in front, `0o17`.',
    remedy: 'Give its value: a string, a number, true or false, a list or a plain object. `Quantity`, `IntOrString` and `Date` are taken as they are.',
    says: {
      'not-finite': { problem: 'must be a finite number, got {number:bare}' },
      'data': { problem: 'must be plain data, got {value}', remedy: 'give its value' },
      'instance': { problem: 'must be plain data, got {value}', remedy: 'give its value, such as a string, a number or a plain object' },
      'date': { problem: 'must be a valid date' },
      'loop': { problem: 'must not contain itself', remedy: 'break the loop' },
      'deep': { problem: 'is nested more than {most} levels deep', remedy: 'make it flatter' },
      'undefined': { problem: 'must not be undefined', remedy: 'leave the element out' },
      'character': {
        problem: 'has the character {character:bare}, which not every reader of YAML takes',
        remedy: 'leave it out, or encode the text, with base64 say',
      },
      'number-like': {
        problem: 'is a text that YAML writes without quotes, and Kubernetes reads as a number, such as "0o17" or "1e_5"',
        remedy: 'spell it in another way',
      },
      'blank-lines': { problem: 'has nothing but space in several lines, some of which would be lost', remedy: 'leave it out' },
      'leading-tab': {
        problem: 'has a tab at the beginning of its first line, which makes the whole file unreadable for Kubernetes',
        remedy: 'put a line with a comment in front',
      },
      'space-line': {
        problem: 'has a line of one space, and space or a control character that makes YAML quote the text: the space would become a backslash',
        remedy: 'remove the space in that line, and the space after the last line',
      },
      'merge-key': { problem: 'has the key "<<", which YAML reads as a merge', remedy: 'choose another key' },
    },
  },
  'open-without-secret': {
    cause: 'The ingress controller serves without a password as long as the Secret is missing, and the Secret is made by an operator, some time later.',
    remedy: 'Name a Secret that is there before, or use another controller. `insecureOpenUntilSecretExists` allows it.',
    says: {
      problem:
        'must name a Secret that is there already: as long as it is missing, {controller:bare} serves the scraper without a password',
      remedy: 'use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the controller allows it',
    },
  },
  'plaintext-password': {
    cause: 'A password in plain text was given where a source of credentials, the name of a secret or ciphertext belongs. It is never shown.',
    remedy: 'Take it from a store, generate it in the cluster, name an existing Secret, or seal it. `ScraperCredentials.insecurePlaintext()` is for a laptop.',
    says: {
      credentials: { problem: 'must be ScraperCredentials; what was given is not shown', remedy: USE_CREDENTIALS },
      ciphertext: { problem: 'must be ciphertext of kubeseal; what was given is not, and is not shown', remedy: USE_CREDENTIALS },
    },
  },
  'platform-already-installed': {
    cause: 'A platform was installed twice on one construct, or below components that had found another one.',
    remedy: 'Install it once, before the first component of its scope.',
    says: {
      'twice': { problem: 'has a platform already', remedy: 'install one platform, before the first component of its scope' },
      'too-late': {
        problem: 'cannot change the platform of {maker:maker}, which was made before',
        remedy: 'install one platform, before the first component of its scope',
      },
    },
  },
  'platform-owned-object': {
    cause: 'An object is rendered that the platform itself owns and reconciles: both would change it in turn.',
    remedy: 'Leave it to the platform, or give yours another name.',
    says: {
      tree: {
        problem: '{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it',
        remedy: 'leave it to the platform, or give yours another name',
      },
      access: {
        problem:
          '{kind:bare} {name} {namespace:namespace} belongs to the platform, which reconciles it: its operator would change it back, and everyone could be locked out',
        remedy: 'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it all the same',
      },
    },
  },
  'ports-not-supported': {
    cause: '`ports` or `enabled` is used on a platform whose MetricsTrait has the single-port shape. Its schema prunes both, so that they would be lost.',
    remedy: 'Use `port` in place of `ports` and leave `enabled` out, or install a platform whose `metricsTraitShape` is `PORTS`.',
    says: {
      ports: {
        problem: 'is not known to the single-port MetricsTrait, whose schema drops it in silence',
        remedy: 'use \'port\', or install a platform with MetricsTraitShape.PORTS',
        inManifests: 'use \'port\', or set \'oam.metricsTraitShape: ports\' in the settings',
      },
      enabled: {
        problem: 'is not known to the single-port MetricsTrait, whose schema drops it in silence',
        remedy: 'leave it out, or install a platform with MetricsTraitShape.PORTS',
        inManifests: 'leave it out, or set \'oam.metricsTraitShape: ports\' in the settings',
      },
    },
  },
  'pruned-field': {
    cause: 'A field is one that the platform\'s controller would read, but the schema in the cluster does not have it, so that the API server drops it: `metadata` of the `serviceTemplate` of a Helidon workload, on Verrazzano 1.4 to 1.7.',
    remedy: 'Leave it out. The Service has the name of the Deployment; one of another name is a component of its own, whose workload is a Service.',
    says: {
      named: {
        problem: 'is dropped by the API server of Verrazzano 1.4 to 1.7: the Service is called {service}, as its Deployment',
        remedy: 'leave it out, and use that name',
      },
      unnamed: { problem: 'is dropped by the API server of Verrazzano 1.4 to 1.7', remedy: 'leave it out' },
    },
  },
  'secret-namespace': {
    cause: 'A Secret lies in a namespace from which the ingress controller reads none: nobody would get in.',
    remedy: 'Copy it into the namespace of the Ingress.',
    says: {
      never: {
        problem: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace',
        remedy: 'copy the Secret, or have an operator make it there',
      },
      unless: {
        problem: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace unless {unless:phrase}',
        remedy: 'copy the Secret, or have an operator make it there',
      },
    },
  },
  'secret-not-accepted': {
    cause: 'A Secret has a type or keys that the ingress controller does not take: it would refuse the Secret, or everybody.',
    remedy: 'Make a Secret of the form that the message names.',
    says: {
      'other-keys': { problem: 'must not be {type}, of which {controller:bare} reads other keys', remedy: 'make a Secret of another type' },
      'type': {
        problem: 'must be {type} for {controller:bare}, got {value}',
        remedy: 'make a Secret of that type: the type of one that exists cannot be changed',
      },
      'no-key': { problem: 'must have {key} for {controller:bare}, got {keys:quoted}', remedy: 'add what is missing to the Secret' },
      'no-user-and-password': {
        problem: 'must have "username" and "password" for {controller:bare}, got {keys:quoted}',
        remedy: 'add what is missing to the Secret',
      },
      'not-users': {
        problem: 'must be names of users for {controller:bare}, which takes each value for the hash of a user, got {keys:quoted}',
        remedy: 'keep the client\'s keys in a Secret of their own, and name it in \'clientSecretName\'',
      },
      'other-keys-too': {
        problem: 'must be a single key for {controller:bare}, got {keys:quoted}',
        remedy: 'keep the other keys in a Secret of their own',
      },
      'client-keys': {
        problem: 'must be another Secret than {secret}, which has no room for the client\'s "password" for {controller:bare}',
        remedy: 'keep the client\'s keys in a Secret of their own',
      },
    },
  },
  'selector-mismatch': {
    cause: 'A Deployment selects pods by a label that its own pod template does not have. Kubernetes refuses it.',
    remedy: 'Give the selector and the template the same label.',
    says: {
      template: { problem: 'is not among the labels of the pod template', remedy: 'give both the same label' },
      unselected: {
        problem: 'does not select the pods of the template, which would have to have {missing:list}',
        remedy: 'give the selector and the template the same labels',
      },
      deployment: {
        problem: 'does not select the pods of the Deployment, which would have to have {missing:list}',
        remedy: 'give the workload labels that it selects',
      },
      scraped: {
        problem: 'the pods of a {kind:bare} are not known to have the labels by which they are scraped ({labels:list})',
        remedy: 'write these labels into \'spec.template.metadata.labels\', or give the KubernetesPlatform a renderer for the kind',
        inManifests: 'write these labels into \'spec.template.metadata.labels\'',
      },
    },
  },
  'tls-missing': {
    cause: 'A scraper would be served without TLS, so that the password crosses the network in plain text.',
    remedy: 'Use `ScraperTls.secret()`, `issuer()` or `certificate()`; `ScraperTls.insecureNone()` asks for it by name.',
    says: {
      problem: 'is required: without TLS the password crosses the network in plain text',
      remedy: 'use ScraperTls.secret(), issuer() or certificate(); ScraperTls.insecureNone() if you mean it',
    },
  },
  'tls-without-host': {
    cause: 'An IngressTrait names a TLS secret, and one of its rules has no host. The platform counts neither the empty host nor one with a wildcard.',
    remedy: 'Give every rule a host that the certificate holds.',
    says: { problem: 'must have at least one host, since \'tls.secretName\' is given (hosts with a wildcard and empty ones count as none)', remedy: 'name the hosts that the certificate holds' },
  },
  'unknown-field': {
    cause: 'A field is given that does not exist at its place, and would be lost in the cluster.',
    remedy: 'Check its spelling. Fields newer than the types go into `overrides`.',
    says: {
      'not-known': { problem: 'is not a field that is known here ({known:list})', remedy: 'leave it out, or check its spelling' },
      'metadata': { problem: 'is not a field of metadata ({known:list})', remedy: 'leave it out, or check its spelling' },
      'unwritable': { problem: 'is not a field of metadata', remedy: 'leave it out' },
      'when-below-from': { problem: 'would be lost: conditions stand beside \'from\', not below it', remedy: 'move it one level up' },
      'elsewhere': { problem: 'is not a field that is known here ({known:list})', remedy: 'it is known as {place:path}' },
      'function-config': { problem: 'is not a field that is known here' },
      'misspelt': { problem: 'is not a field that is known here ({known:list}): an API server drops it in silence', remedy: 'write {word}' },
      'dropped': {
        problem: 'is not a field that is known here ({known:list}): an API server drops it in silence',
        remedy: 'leave it out, or check where it belongs',
      },
    },
  },
  'unknown-parameter': {
    cause: 'An application gives a value for a parameter that the component does not declare.',
    remedy: 'Declare it in the component\'s `parameters`, or leave the value out.',
    says: {
      'none-declared': { problem: 'must be a parameter of component {component}, which declares none, got {value}' },
      'not-declared': { problem: 'must be a parameter of component {component} ({declared:list}), got {value}' },
      'not-declared-here': { problem: '{name} is no parameter of the component as it is declared here', remedy: 'leave it out' },
    },
  },
  'unstable-hash': {
    cause: 'A Secret would be made anew at each refresh, since bcrypt makes another hash of the same password each time.',
    remedy: 'Leave out the interval, or use a hash that stays the same.',
    says: {
      'or-sha': {
        problem:
          'must not be given with bcrypt, which makes another hash of the same password at each refresh: {controller:bare} would reload each time',
        remedy: 'leave it out, or set hash to PasswordHash.SHA',
      },
      'bcrypt-only': {
        problem:
          'must not be given with bcrypt, which makes another hash of the same password at each refresh: {controller:bare} would reload each time',
        remedy: 'leave it out; a change of \'version\' makes the operator read the password again',
      },
    },
  },
  'unused-path': {
    cause: 'A MetricsTrait has a `path` that belongs to no endpoint: beside `ports`, `path` goes with `port` only.',
    remedy: 'Put the path into the entries of `ports`, or give `port` too.',
    says: { problem: 'belongs to no endpoint: beside \'ports\' it goes with \'port\' only', remedy: 'put it into the entries of \'ports\', or give \'port\' too' },
  },
} as const satisfies Record<string, Explanation>;
