import type { Explanation } from '../explanation';

/** What can be wrong with one value, whatever it is of. */
export const VALUES_CODES = {
  'duplicate-name': {
    cause: 'Two elements of a list share the name that identifies them in Kubernetes (containers, ports, variables, parameters).',
    remedy: 'Give each its own name.',
    says: {
      'element': { problem: 'has the same {what:bare} {name} as element {first}', remedy: 'give each its own {what:bare}' },
      'data-and-binary': { problem: 'repeats a key of \'data\'', remedy: 'give each its own key' },
      'env-and-sources': { problem: 'repeats a variable of \'env\'', remedy: 'give each variable once' },
      'metrics-port': { problem: 'is {name}, the name of {first:path} too: both would be scraped as one', remedy: 'give each its own name' },
      'pod-port': { problem: 'is {name}, the name of {first:path} too: the Service has the ports of all containers', remedy: 'give each its own name' },
      'init-container': { problem: 'has the same name {name} as container {container}', remedy: 'give each its own name' },
      'config-volume': { problem: 'is {name}, the name of the volume of the config files', remedy: 'use another name' },
      'mount-path': {
        problem: 'mounts two things at {mountPath}',
        remedy: 'mount each config file and each volume at its own place',
      },
      'sidecar': { problem: 'adds a {what:bare} {name}, and the workload has one of this name', remedy: 'rename that of the workload' },
    },
  },
  'invalid-type': {
    cause: 'A field has another type than its schema: a list where a map is wanted, a number where a string is wanted.',
    remedy: 'See the type that the message names.',
    says: {
      'object': { problem: 'must be an object, got {value}', inManifests: 'give an object' },
      'list': { problem: 'must be a list, got {value}', inManifests: 'give a list' },
      'map': { problem: 'must be a map, got {value}', inManifests: 'give a map' },
      'string': { problem: 'must be a string, got {value}', inManifests: 'give a string' },
      'unquoted': { problem: 'must be a string, got {value}', remedy: 'put it in quotes' },
      'boolean': { problem: 'must be a boolean, got {value}', inManifests: 'write true or false, without quotes' },
      'null-override': { problem: 'must be an object, got null', remedy: 'leave it out' },
      'peer-component': { problem: 'must be a ComponentBinding, got {value}', remedy: 'give what addComponent() returns' },
      'network-policy-peer': { problem: 'must be an INetworkPolicyPeer of cdk8s-plus, got {value}', remedy: 'give pods, a workload or addresses of cdk8s-plus' },
      'component-binding': { problem: 'must be a ComponentBinding, got {value}', remedy: 'put the trait on what addComponent() returns' },
      'component': {
        problem: 'must be a component, got {value}',
        remedy: 'give a Component, or what Component.fromComponentName() returns',
      },
      'workload': {
        problem: 'must be a workload, such as a HelidonWorkload, got {value}',
        remedy: 'make one, such as new HelidonWorkload()',
      },
      'api-object': { problem: 'must be an ApiObject of cdk8s, got {value}', remedy: 'give that of the construct: ApiObject.of(deployment)' },
      'manifest': { problem: 'must be an object, got {value}', remedy: 'give the whole object, with apiVersion and kind' },
      'platform': { problem: 'must be a Platform, got {value}', remedy: 'install OamPlatform.verrazzano(), or a KubernetesPlatform' },
      'monitoring-provider': { problem: 'must be a MonitoringProvider, got {value}', remedy: 'use MonitoringProvider.prometheusOperator()' },
      'ingress-provider': { problem: 'must be an IngressProvider, got {value}', remedy: 'use IngressProvider.ingress()' },
      'renderer': {
        problem: 'must be an object with apiVersion, kind and render(), got {value}',
        remedy: 'give { apiVersion, kind, render }',
      },
      'keys': { problem: 'must be a list of keys', remedy: 'give the names of the keys, such as ["username", "password"]' },
      'ciphertext': { problem: 'must be a map of ciphertext by key; the value is not shown', remedy: 'write { <key>: <ciphertext> }' },
      'peer': { problem: 'must be a ScraperPeer, got {value}', remedy: 'use ScraperPeer.pods() or ScraperPeer.addresses()' },
      'controller': {
        problem: 'must be an IngressController, got {value}',
        remedy: 'name the one that the cluster runs, such as IngressController.traefik()',
      },
      'tls': {
        problem: 'must be a TlsCertificate, got {value}',
        remedy: 'use TlsCertificate.secret() or issuer(), or TlsCertificate.insecureNone() if you mean it',
      },
      'credentials': { problem: 'must be an object with user and password, got {value}', remedy: 'give { user, password }' },
      'abort-signal': { problem: 'must be an AbortSignal, got {value}', remedy: 'give the signal of an AbortController' },
      'port-name': { problem: 'must be the name of a port, got {value}', remedy: 'give a number as \'{number:bare}\'' },
      'no-value': { problem: 'has no value', remedy: 'leave it out, or give it one' },
      'second-settings': { problem: 'is a second document, but settings are a single one', remedy: 'leave it out' },
      'config': { problem: 'must be an object', remedy: 'see the documentation of cdk8s' },
      'resource-list': {
        problem: 'must be one ResourceList of config.kubernetes.io/v1, got {value}',
        remedy: 'let kustomize, or another orchestrator of functions, write it',
      },
      'null': { problem: 'must not be null: the API server rejects it', remedy: 'leave the field out' },
      'kubernetes-object': { problem: 'must be an object, got {value}', remedy: 'give an object with \'apiVersion\' and \'kind\'' },
    },
  },
  'invalid-value': {
    cause: 'A value is not among those that its field allows.',
    remedy: 'See what the message allows.',
    says: {
      'one-of': { problem: 'must be one of {allowed:list}, got {value}', inManifests: 'choose one of these' },
      'filled': { problem: 'must be a non-empty string, got {value}', inManifests: 'give a non-empty string' },
      'integer': { problem: 'must be an integer from {min} to {max}, got {value}', inManifests: 'give an integer in this range' },
      'api-version': { problem: 'must be an API version such as "apps/v1", got {value}', inManifests: 'give the group and the version' },
      'kind': { problem: 'must be a kind such as "Deployment", got {value}', inManifests: 'give the kind as its API spells it' },
      'kind-prefix': {
        problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}',
        inManifests: 'use letters and digits, the first a capital letter',
      },
      'cluster-name': {
        problem: 'must be the name of a cluster, without \'$\', which has a meaning in relabelling rules, got {value}',
        inManifests: 'leave \'$\' out',
      },
      'series-label': {
        problem: 'must be a non-empty string without \'$\', which has a meaning in relabelling rules, got {value}',
        inManifests: 'leave \'$\' out',
      },
      'header-name': {
        problem: 'must be the name of a header (letters, digits and \'-\'), got {value}',
        inManifests: 'use letters, digits and \'-\'',
      },
      'absolute-path': {
        problem: 'must be an absolute path without spaces, got {value}',
        inManifests: 'begin it with \'/\', and leave spaces out',
      },
      'oam-port-name': {
        problem: 'must have lower-case letters only: OAM allows neither digits nor dashes in the name of a port, got {value}',
        inManifests: 'use lower-case letters only',
      },
      'env-name': {
        problem: 'must have letters, digits, \'-\' and \'_\' only, got {value}',
        inManifests: 'use letters, digits, \'-\' and \'_\'',
      },
      'kubernetes-env-name': {
        problem: 'must be the name of a variable for Kubernetes (letters, digits, \'-\', \'_\' and \'.\', not a digit first), got {value}',
        inManifests: 'use letters, digits, \'-\', \'_\' and \'.\', no digit first',
      },
      'entry-point': {
        problem: 'must be the name of an entry point, such as "websecure", got {value}',
        remedy: 'look it up in the static configuration of Traefik',
      },
      'listener-name': {
        problem: 'must be the name of a listener, got {value}',
        remedy: 'look it up in \'spec.listeners\' of the Gateway',
      },
      'secret-type': {
        problem: 'must be the type of a Secret, such as "Opaque", got {value}',
        remedy: 'look it up in the \'type\' of the Secret',
      },
      'realm': {
        problem: 'must have letters, digits, spaces, \'.\', \'_\' and \'-\' only, got {value}',
        remedy: 'leave out other characters',
      },
      'short-port-name': {
        problem: 'must have lower-case letters only, at most 15, as Kubernetes requires, got {value}',
        inManifests: 'use at most 15 lower-case letters',
      },
      'mount-path': {
        problem: 'must be an absolute path without \':\', got {value}',
        inManifests: 'begin it with \'/\', and leave \':\' out',
      },
      'file-path': {
        problem: 'must be the absolute path of a file, without \':\' and without \'/\' at its end, got {value}',
        inManifests: 'begin it with \'/\', and end it with the name of the file',
      },
      'cidr': { problem: 'must be a block of addresses, got {value}', remedy: 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"' },
      'cidr-exception': { problem: 'must be a part of {cidr:bare}, got {value}', remedy: 'leave it out' },
      'overridden-type': { problem: 'must not be overridden', remedy: 'use CustomWorkload or CustomTrait for another type' },
      'port-name': {
        problem:
          'must be the name of a port (lower-case letters, digits and \'-\', a letter among them, at most 15 characters), got {value}',
        inManifests: 'use lower-case letters, digits and \'-\'',
      },
      'custom-type': {
        problem: 'must be the group and the kind of a custom resource, without a version, such as "example.com/Widget", got {value}',
        remedy: 'write it as "example.com/Widget"',
      },
      'object-type': {
        problem: 'must be a group and a kind, without a version, such as "example.com/Widget", or a kind of the core group, such as "Service", got {value}',
        remedy: 'write it as "example.com/Widget" or "Service"',
      },
      'quantity': {
        problem: 'must be a quantity in quotes, such as "500m", "1" or "256Mi", got {value}',
        inManifests: 'write it as "500m" or "256Mi", in quotes',
      },
      'secret-key': {
        problem: 'must be a key of a Secret (letters, digits, \'-\', \'_\' and \'.\', at most 253 characters); the value is not shown',
        remedy: 'give keys alone, never what they hold',
      },
      'config-map-key': {
        problem: 'must be a key of a ConfigMap (letters, digits, \'-\', \'_\' and \'.\', at most 253 characters); the value is not shown',
        remedy: 'give keys alone, never what they hold',
      },
      'authorization-type': {
        problem: 'must be a scheme such as Bearer, in one word and other than Basic, got {value}',
        remedy: 'give a user name and a password by \'secret\', and a token by \'credentials\'',
      },
      'one-handler': {
        problem: 'must have exactly one of {allowed:list}, got {given:and}',
        inManifests: 'leave out all but one, or add one',
      },
      'liveness-success': { problem: 'must be 1 for a livenessProbe, got {value}', remedy: 'leave it out' },
      'integer-or-string': {
        problem: 'must be an integer or a string, got {value}',
        inManifests: 'give an integer, or a string in quotes',
      },
      'given-twice': { problem: 'is given by \'{field:bare}\' too', remedy: 'leave one of them out' },
      'account-not-created': { problem: 'has no effect: only a ServiceAccount that is created gets annotations', remedy: 'set \'create\' to true, or leave them out' },
      'no-derived-service': { problem: 'has no effect: no Service is made of the declared ports', remedy: 'leave it out' },
      'schedule': {
        problem: 'must be a schedule of five fields, such as "0 3 * * *", or a name such as "@daily", got {value}',
        inManifests: 'see the schedules of a CronJob in the documentation of Kubernetes; a time zone goes into \'timeZone\'',
      },
      'padded': { problem: 'must not start or end with a space, got {value}', remedy: 'leave it out' },
      'file-size': {
        problem: 'must have at most {max} bytes, got {bytes}: a ConfigMap holds no more',
        remedy: 'put the file into the image, or into a volume',
      },
      'base64': { problem: 'must be a base64 string; the value is not shown', remedy: 'encode it, or put it into \'stringData\'' },
      'data-key': {
        problem: 'must have keys of letters, digits, \'-\', \'_\' and \'.\', no two of these first, at most 253 characters; the value is not shown',
        inManifests: 'use letters, digits, \'-\', \'_\' and \'.\'',
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
      'seconds': { problem: 'must be an integer, in seconds, got {value}', inManifests: 'give the number of seconds' },
      'value-and-source': { problem: 'must not have both value and valueFrom', remedy: 'leave one of them out' },
      'no-values': { problem: 'must have at least one value', remedy: 'give it values, or use Exists or DoesNotExist' },
      'needless-values': { problem: 'must be left out with {operator:bare}', remedy: 'leave them out, or use In or NotIn' },
      'cookie-name': {
        problem: 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\' only, for the annotation of the ingress controller, got {value}',
        remedy: 'use another name',
      },
      'cookie-path': {
        problem: 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\' between slashes only, for the annotation of the ingress controller, got {value}',
        remedy: 'choose another path',
      },
      'config-size': {
        problem: 'must leave the config files of all containers at most {max} bytes, got {bytes}: one ConfigMap holds them',
        remedy: 'put large files into the image, into a Secret, or into a volume',
      },
      'whole-amount': { problem: 'must be an integer: Kubernetes does not divide extended resources, got {value}', remedy: 'round it up' },
      'two-sources': {
        problem: 'must not have both value and fromSecret: the platform silently drops the secret',
        remedy: 'leave one of them out',
      },
      'no-storage': {
        problem: 'must be greater than zero: a claim asks for some storage, got {value}',
        remedy: 'give the size that is needed, such as "1Gi", or set \'ephemeral\'',
      },
      'listener-or-class': {
        problem: 'must have either \'gateway\' or \'gatewayClassName\'',
        remedy: 'name the listener of a Gateway that is there, or the class of one that is rendered (byName() takes it as \'className\')',
      },
      'gateway-controller': {
        problem: 'must be a controller that reads Ingresses, got {controller:bare}, which reads the Gateway API',
        remedy: 'name the controller of the IngressClass; IngressController.other() is any that the library does not know',
      },
      'tls-of-listener': {
        problem: 'must be TlsCertificate.atGateway(): the listener of a Gateway that is there has its certificate already',
        remedy: 'use it, or give \'gatewayClassName\' for a Gateway with its own certificate',
      },
      'tls-of-own-gateway': {
        problem: 'must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
        remedy: 'use TlsCertificate.secret(), issuer() or certificate()',
      },
      'tls-of-ingress': {
        problem: 'must not be TlsCertificate.atGateway(): an Ingress terminates TLS itself',
        remedy: 'use TlsCertificate.secret(), issuer() or certificate()',
      },
      'tls-of-ingresses': {
        problem: 'must be a certificate for each Ingress',
        remedy: 'use TlsCertificate.issuer() or secret(); certificate() and atGateway() are for a ScraperAccess',
      },
      'secret-of-ingresses': { problem: 'must not be set: each Ingress has its own Secret', remedy: 'leave it out' },
      'no-realm': { problem: 'must not be set: Envoy Gateway has none', remedy: 'leave it out' },
      'whole-seconds': { problem: 'must be a Duration of whole seconds, at least one, got {value}', remedy: 'write it as Duration.hours(1), for example' },
      'needless-store': { problem: 'must not be set: {controller:bare} reads the Secret that is generated', remedy: 'leave it out' },
      'needless-ciphertext': {
        problem: 'must not be set: {controller:bare} reads the client\'s Secret',
        remedy: 'move its keys into \'encryptedData\'',
      },
      'hash': { problem: 'must be one of PasswordHash ({known:list}); the value is not shown', remedy: 'name the kind of hash' },
      'peers-without-policy': {
        problem: 'must not be set without a NetworkPolicy',
        remedy: 'leave out \'insecureWithoutNetworkPolicy\'',
      },
      'all-addresses': { problem: 'must not be all addresses, got {value}', remedy: 'name the addresses of the peers; insecureWithoutNetworkPolicy leaves the policy out' },
      'finalizer': { problem: 'must be of the form [<DNS subdomain>/]<name>, got {value}', inManifests: 'write it as "example.com/name"' },
      'definition-scope': {
        problem: 'must be Cluster, since the app\'s \'clusterScopedKinds\' have {type}',
        remedy: 'leave it out of \'clusterScopedKinds\', or change the definition',
      },
      'app-name': {
        problem: 'must be lower-case letters, digits and "-", with a letter or digit at both ends, and no ending of copies (bak, orig, rej, tmp), got {value}',
        remedy: 'use another name',
      },
      'ca-beside-file': { problem: 'cannot be used with \'caFile\'', remedy: 'leave one of them out' },
      'time': {
        problem: 'must be a Date, an integer in milliseconds, or a string such as "2026-01-31T12:00:00Z", got {value}',
        remedy: 'write it as "2026-01-31T12:00:00Z"',
      },
      'duration': { problem: 'must be at least a millisecond, or a string such as "1h30m", got {value}', remedy: 'write it as "1h30m"' },
      'pods-or-percent': {
        problem: 'must be a number of pods, or a percentage of them from 0% to 100%, got {value}',
        remedy: 'write PercentOrAbsolute.absolute(1) or PercentOrAbsolute.percent(25)',
        inManifests: 'write 1 or 25%',
      },
      'scraper-in-and-out': { problem: 'must not be set beside withoutScraper', remedy: 'leave one of them out' },
      'ports-and-all': { problem: 'must not be set beside allPorts', remedy: 'leave one of them out' },
      'max-below-min': { problem: 'must be at least minReplicas ({min}), got {value}', remedy: 'raise it, or lower minReplicas' },
      'regex': {
        problem: 'must be a regular expression of RE2, got {value}: {message:bare}',
        remedy: 'write it in the syntax of RE2, which has no lookaround and no backreferences',
      },
      'not-with-action': { problem: 'has no effect with action {action:bare}', remedy: 'leave it out, or choose another action' },
      'prometheus-duration': {
        problem: 'must be a duration of at least a millisecond, such as 30s or 1m30s, got {value}',
        remedy: 'write Duration.seconds(30)',
        inManifests: 'give numbers with their units, the largest unit first, such as 1m30s',
      },
      'duration-of-flag': {
        problem: 'must be a duration such as 90s, 5m or 1h30m, got {value}',
        inManifests: 'give a number with its unit, such as 90s',
      },
      'end-before-start': { problem: 'must not be before \'start\'', remedy: 'swap them, or give a later \'end\'' },
      'unquoted': { problem: 'must be a non-empty string, got {value}', remedy: 'put it in quotes' },
      'true': { problem: 'must be true, got {value}', remedy: 'leave it out if it is not meant' },
      'one-field': {
        problem: 'must have exactly one of {fields:list}, and has {given:and}',
        inManifests: 'leave out all but one, or add one',
      },
      'made-kind-prefix': {
        problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}',
        remedy: 'give workloadKindPrefix',
      },
      'kind-prefix-of-file': {
        problem: 'must be a capital letter, then letters and digits, as a kind begins, got {value}',
        remedy: 'give workloadKindPrefix in {file:bare}',
      },
      'settings-file': { problem: 'must be the path of a file, got {value}', inManifests: 'give the path of a file' },
      'namespace-and-name': {
        problem: 'must have the form <namespace>/<name>, got {value}',
        inManifests: 'write it as "monitoring/prometheus"',
      },
      'selector-flag': {
        problem: 'must be all, or labels with a value each, such as release=prometheus,team=shop, got {value}',
        inManifests: 'give all, or labels with their values',
      },
      'one-name': { problem: 'must have either a componentName or a revisionName', remedy: 'leave one of them out, or give one' },
      'other-case': { problem: 'is {value}, and is read as {meaning}', remedy: 'write {meaning}' },
    },
  },
} as const satisfies Record<string, Explanation>;
