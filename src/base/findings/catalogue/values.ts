import { expected } from './shapes';
import type { Path, Shown } from '../finding';
import {
  counted, Phrases, showPhrase, CodeSentences, quotedPath, quotedFile, got, List, commaList, listAnd, Name, ofWords,
  quotedList, shown,
} from '../sentence';

/** How to give what is required, by a name or by the field of settings. */
export const WAYS = {
  'certificate': 'use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you '
    + 'mean it',
  'client-secret': 'name a Secret in the namespace of the scraper with the key "password", which clients read',
  'cluster-store': "name a store of the operator's Kubernetes provider that reads the system namespace, or take the "
    + 'password from a store by ScraperCredentials.externalSecret()',
  'controller': 'name the one that the cluster runs, such as IngressController.traefik()',
  'credentials': 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or '
    + 'sealedSecret(); insecurePlaintext() is for a laptop, where everyone may read the password',
  'image': "give the image of the container, or list the containers in 'podSpec'",
  'object-name': 'give the object a name',
  'port': 'give the port: those of a Service that is not rendered here are not known',
  'port-name': 'give each of several ports a name',
  'scraper-of-access': "name it, as by Scraper.of('monitoring', 'k8s'), or set 'metrics' on the KubernetesPlatform",
  'scraper': "name the Ingress or the HTTPRoute ('httpRouteName') that leads to the scraper",
  'service-account': "name the ServiceAccount, or set 'create' to true",
  'workload': 'give what it runs, such as new DeploymentWorkload()',
  'tls': 'use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() to send the '
    + 'password in plain text',
  'platform': 'give kubernetes or oam, or give --platform',
  'kubernetes.prometheus.namespace': 'give the namespace of the Prometheus resource, or give --prometheus',
  'kubernetes.prometheus.name': 'give the name of the Prometheus resource, or give --prometheus',
  'kubernetes.prometheus.monitorSelector':
    'give spec.podMonitorSelector of the Prometheus resource, or give --monitor-selector',
  'kubernetes.ingress.className':
    'give the name of the IngressClass, name the controller, set gatewayApi or istio, or give --ingress-class',
  'kubernetes.ingress.tls': 'say where their certificates come from, or give --cluster-issuer, --issuer, --tls-secret '
    + 'or --insecure-without-tls',
} as const satisfies Record<string, string>;

/**
 * Findings about one value, whatever it belongs to: it is missing, not plain data, no name, path or address, or
 * not what its field or its schema allows.
 */
export const VALUES_CODES = {
  'duplicate-name': {
    'help': 'give each its own name',
    'own-words': ofWords,
    'component': ['is that of another component of the application', 'give each component its own id'],
    'element': (p: { what: string; name: Name; first: Name }) =>
      [`has the same ${p.what} ${shown(p.name)} as element ${shown(p.first)}`, `give each its own ${p.what}`],
    'init-container': (p: { name: Name; container: Name }) =>
      `has the same name ${shown(p.name)} as container ${shown(p.container)}`,
    'config-volume': (p: { name: Name }) =>
      [`is ${shown(p.name)}, the name of the volume of the config files`, 'use another name'],
    'mount-path': (p: { mountPath: Shown }) => [`mounts two things at ${shown(p.mountPath)}`,
      'mount each config file and each volume at its own place'],
    'sidecar': (p: { what: string; name: Name }) =>
      [`adds a ${p.what} ${shown(p.name)}, and the workload has one of this name`, 'rename that of the workload'],
  },
  'invalid-type': { 'own-words': ofWords, expected, 'null': ['must not be null', 'leave the field out'] },
  'invalid-value': {
    'own-words': ofWords,
    expected,
    'one-of': (p: { allowed: List; value: Shown; remedy?: string }) =>
      [`must be ${p.allowed.length > 0 ? `one of ${commaList(p.allowed)}` : 'left out, as there is none'}, got `
        + `${shown(p.value)}`,
      p.remedy ?? '', p.remedy ?? 'choose one of these'],
    'beside': (p: { field: string }) => [`cannot be set together with '${p.field}'`, 'leave one of them out'],
    'not-with': (p: { other: string }) => [`must not be set with ${p.other}`, 'leave it out'],
    'variable': (p: { variable: string; isLater: boolean }) => p.isLater
      ? [`refers to $(${p.variable}), which is defined after it: the text stays as it is`, 'define that one first']
      : [`refers to $(${p.variable}), and the container has no such variable`,
        `define it, or write $$(${p.variable}) for the text`],
    'taken': (p: { by: string }) => [`is set by ${p.by}`, 'use another name'],
    'at-least': (p: { min: string; value: Shown }) =>
      [`must be at least ${p.min}, got ${shown(p.value)}`, 'use a higher one'],
    'many-bytes': (p: { max: number; bytes: number }) => [`must have at most ${p.max} bytes in all, got ${p.bytes}`,
      'keep large files in the image or in a volume, or divide the data'],
    'short-secret': (p: { min: number }) =>
      [`must have at least ${p.min} characters: a shorter value is in many texts by chance`, 'leave it out'],
    'integer': (p: { min: number; max: number; value: Shown }) =>
      [`must be an integer from ${p.min} to ${p.max}, got ${shown(p.value)}`, '', 'give an integer in this range'],
    'cidr-exception': (p: { cidr: string; value: Shown }) =>
      [`must be a part of ${p.cidr}, got ${shown(p.value)}`, 'leave it out'],
    'two-names': ["must not be set beside 'metadata.name', which the server takes instead",
      'leave one of them out; cdk8s names each ApiObject unless its metadata has `name: undefined`'],
    'overridden-type': ['must not be overridden', 'use CustomWorkload or CustomTrait for another type'],
    'regex': (p: { value: Shown; message: string }) =>
      [`must be a regular expression of RE2, got ${shown(p.value)}: ${p.message}`,
        'write it in the syntax of RE2, which has no lookaround and no backreferences'],
    'promql': (p: { value: Shown; rest: Shown | 'end' }) =>
      [`must be an expression of PromQL, got ${shown(p.value)}: unexpected `
      + (p.rest === 'end' ? p.rest : shown(p.rest)), 'correct it'],
    'function': (p: { name: Shown }) =>
      [`calls ${shown(p.name)}, which is no known function of PromQL`, 'check its spelling'],
    'insecure-finding': (p: { value: Shown }) =>
      [`accepts ${shown(p.value)}, which opens a way to a password or past a policy`,
        'use Findings.insecureAccept() if everybody may have it',
        "put it into 'insecureAccept' if everybody may have it"],
    'secure-finding': (p: { value: Shown }) =>
      [`accepts ${shown(p.value)}, which opens no way to a password or past a policy`,
        'use Findings.accept()', "put it into 'accept'"],
    'one-field': (p: { fields: List; given: List }) =>
      [`must have exactly one of ${commaList(p.fields)}, and has ${listAnd(p.given)}`,
        '', 'leave out all but one, or add one'],
    // of the properties of constructs, and of files of settings
    'other-app': (p: { own: 'alerts' | 'dashboard' }) => [`must be in the App and on the platform of the ${p.own}`,
      `leave it out, and give it its own ${p.own}`],
    'many-listeners': (p: { max: number; count: number }) => [`must have at most ${p.max} listeners, got ${p.count}`,
      "use wildcards, ListenerSets or several Gateways; 'redirectsHttp' adds a listener"],
    'same-port': (p: { number: number }) =>
      [`has the port of listeners[${p.number}]: a Gateway has one protocol at a port, and each host there once`,
        'change the port or the hostname, or leave one of the two out'],
    'of-redirect': (p: { value: Name }) =>
      [`must not be ${shown(p.value)}, which the listener has that 'redirectsHttp' adds`,
        "use another one, or set 'redirectsHttp: false'"],
    'field-path': (p: { fieldPath: string; here: Path; needed: string }) =>
      [`cannot set '${p.fieldPath}' of the workload: ${quotedPath(p.here)} must be ${p.needed}`,
        "change the parameter's fieldPaths"],
    'not-written': (p: { error: string }) => [`cannot be written: ${p.error}`, 'give a folder that can be made'],
    'name': (p: { max: number; value: Shown }) =>
      [`must be lower-case letters, digits and '-', starting with a letter, at most ${p.max} characters, got `
        + `${shown(p.value)}`,
      "other names are made of it: set 'metadata.name', or a construct id that is a valid name"],
    'long-label': (p: { max: number; value: Shown }) =>
      [`must have at most ${p.max} characters together with the namespace, got ${shown(p.value)}: both are in a `
        + 'label of each monitor',
      "set a shorter 'metadata.name'"],
    'larger-than-storage': (p: { size: Shown; value: Shown }) =>
      [`must be less than the ${shown(p.size)} of the storage, got ${shown(p.value)}: the write-ahead log needs `
        + 'space too',
      'leave a fifth of the disk free'],
    'unreadable': (p: { value: string }) => [`must be scrape jobs of form ${p.value}`,
      'render it again', 'render it again, or remove the label'],
    'credentials': (p: { tool: string }) => ['must have no user and no password: they would be in the manifests',
      `give them to ${p.tool} in a Secret`],
    'missing': (p: { file: string; command: string }) =>
      [`is an image that ${quotedFile(p.file)} does not have for the environment`,
        `add it there: \`npx cdk8s-oam ${p.command}\``],
    'not-an-image': (p: { environment: string; file: string }) =>
      [`is not among the images of ${p.environment} in ${quotedFile(p.file)}`, 'give --add if it is new there'],
    'unused': (p: { place: string }) => [`is an image that the program does not ask for, at ${p.place}`,
      'ask for it by image(), or remove the line'],
    'twice': (p: { value: Shown }) => [`must be unique, got ${shown(p.value)} twice`, 'give each its own name'],
    'selector': [
      "is required with 'namespaces: Selector', and belongs to nothing else", 'give both, or neither of them',
    ],
    'pods-of-istio': (p: { namespace: Name; gateway: Name }) =>
      [`must have namespace ${shown(p.namespace)} and label 'gateway.networking.k8s.io/gateway-name' with value `
        + `${shown(p.gateway)}: at other pods, Istio ignores the authorization policies of the Gateway`,
      "let Istio run the Gateway (no address of type Hostname in 'spec.addresses') and set both, or use "
        + 'IngressProvider.istio()'],
    'nested-issuer': (p: { number: number; value: Shown }) =>
      [`is below the issuer of jwtIssuers[${p.number}], and Istio before 1.22 takes its tokens for that one's, got `
        + `${shown(p.value)}`,
      'leave one of them out, or give them a gateway each'],
    'other': (p: { issuers: List; value: Shown }) =>
      [`must be "*", or one of the issuers ${quotedList(p.issuers)} with a slash and a subject (or "*") behind it, got `
        + `${shown(p.value)}`,
      "name the issuer and its keys in 'jwtIssuers' of the ingress provider"],
    'unknown-scraper': (p: { scraper: Name; value: Shown }) =>
      [`must be ${shown(p.scraper)}, or a scraper that it replaces, got ${shown(p.value)}`,
        "leave it out, or list it in 'replaces' of the platform's metrics",
        "leave it out, or list it in 'kubernetes.prometheus.replaces' in the settings"],
  },
  'not-plain': {
    'own-words': ofWords,
    'not-finite': (p: { number: string }) =>
      [`must be a finite number, got ${p.number}`, 'leave it out, or give it as a string'],
    'data': got('must be plain data', 'give its value'),
    'instance': got('must be plain data', 'give its value, such as a string, a number or a plain object'),
    'date': ['must be a valid date', 'check what the Date is made of'],
    'loop': ['must not contain itself', 'break the loop'],
    'deep': (p: { most: number }) => [`is nested more than ${p.most} levels deep`, 'nest it less deeply'],
    'undefined': ['must not be undefined', 'leave the element out'],
    'character': (p: { character: string }) =>
      [`has the character ${p.character}, which not every reader of YAML accepts`,
        'leave it out, or encode the string, for example in base64'],
    'number-like': ['is a string that is written without quotes, and that Kubernetes reads as a number, such as '
      + '"0o17" or "1e_5"',
    'spell it differently'],
    'blank-lines': ['has nothing but space in several lines, some of which would be lost', 'leave it out'],
    'leading-tab': ['has a tab at the beginning of its first line, which makes the whole file unreadable for '
      + 'Kubernetes',
    'put a line with a comment in front'],
    'space-line': ['has a line of one space, and space or a control character that makes YAML quote the string: '
        + 'the space would become a backslash', 'remove the space in that line, and the space after the last line'],
    'merge-key': ['has the key "<<", which YAML reads as a merge', 'choose another key'],
    'lost-key': ['has the key "__proto__", which cdk8s leaves out',
      'choose another key, or use a CustomObject, which keeps it'],
    'null': ['is null, which cdk8s leaves out', 'use a CustomObject, which keeps it, or leave it out'],
  },
  'unknown-field': {
    'help': 'leave it out, or check its spelling',
    'own-words': ofWords,
    'not-known': (p: { known: List }) => `is an unknown field; expected one of ${commaList(p.known)}`,
    'dropped': (p: { known: List }) =>
      [`is an unknown field; expected one of ${commaList(p.known)}; the API server silently drops it`,
        'leave it out, or check where it belongs'],
    'dropped-of-many': ['is an unknown field; the API server silently drops it',
      'leave it out, or check where it belongs'],
  },
  'no-schema': (p: { version: Name; kind: string }) => [
    `has no schema: the fields of ${shown(p.version)} ${p.kind} are not checked`,
    'give the CustomResourceDefinition of the kind to have its fields checked',
  ],
  'policy-violation': {
    'own-words': ofWords,
    expected,
    'violated': (p: { name: Name; message: string }) =>
      [`must obey the policy ${shown(p.name)}: ${p.message}`, '', 'change it'],
    'host-without-tls': (p: { value: Shown }) =>
      [`must be a host that spec.tls names, got ${shown(p.value)}: its requests would come in plain text`,
        'add it to spec.tls'],
    'no-violations': (p: { name: Name; value: Shown }) =>
      [`is not checked: check() of the policy ${shown(p.name)} must return a list of violations, each with a `
        + `message, got ${shown(p.value)}`,
      'fix the policy'],
    'failed': (p: { name: Name; message: string }) =>
      [`is not checked: the policy ${shown(p.name)} failed: ${p.message}`, 'fix the policy'],
  },
  'schema-violation': {
    'own-words': ofWords,
    'format': (p: { what: string; value: Shown }) =>
      [`must be ${p.what}, got ${shown(p.value)}`, '', 'give it in this form'],
    'pattern': (p: { text: string; value: Shown }) =>
      [`must match ${p.text}, got ${shown(p.value)}`, '', 'give a value of this form'],
    'bound': (p: {
      relation: 'at least' | 'at most' | 'greater than' | 'less than' | 'a multiple of'; bound: Name; value: Shown;
    }) =>
      [`must be ${p.relation} ${p.bound}, got ${shown(p.value)}`, '', 'change it'],
    'length': (p: {
      relation: 'at least' | 'at most'; bound: number; noun: 'character' | 'element' | 'field'; length: number;
    }) =>
      [`must have ${p.relation} ${counted(p.bound, p.noun)}, got ${p.length}`, '', 'change it'],
    'same': (p: { keys?: List; first: Name }) =>
      [`is the same as element ${shown(p.first)}${p.keys ? ` in ${listAnd(p.keys)}` : ''}, and the elements of the `
        + 'list must differ',
      'leave one of them out, or change it'],
    'form': (p: { which: 'a' | 'exactly one' | 'no' }) =>
      [`must have ${p.which} form that its schema ${p.which === 'no' ? 'excludes' : 'allows'}`,
        'see the reference of the kind'],
    'range': (p: { min: number; max: number; value: Shown }) =>
      [`must be an integer from ${p.min} to ${p.max}, got ${shown(p.value)}`, '', 'give an integer in this range'],
    'any-field': (p: { fields: List }) => [`must have at least one of ${commaList(p.fields)}`, '', 'give one of them'],
    'one-field': (p: { fields: List; given: List }) =>
      [`must have exactly one of ${commaList(p.fields)}, and has ${listAnd(p.given)}`,
        '', 'leave out all but one, or add one'],
    'not-field': (p: { given: List }) => [`must not have ${listAnd(p.given)}`, 'leave it out'],
  },
  'unusable-schemas': {
    unreadable: (p: { message: string }) =>
      [`cannot be read: ${p.message}`, 'give files or folders of CustomResourceDefinitions'],
    none: (p: { file: string }) => [`has no CustomResourceDefinition: ${quotedFile(p.file)}`,
      'give files or folders of CustomResourceDefinitions'],
    invalid: (p: { file: string }) => [`has a CustomResourceDefinition that cannot be read: ${quotedFile(p.file)}`,
      'give it as apiextensions.k8s.io/v1, in a form that an API server accepts'],
  },
  'unserved-version': {
    'unknown': (p: { version: Name }) =>
      [`is no kind of ${shown(p.version)}`, 'check its spelling, and the API version'],
    'other-version': (p: { served: List; kind: string; version: Name }) =>
      [`must be ${commaList(p.served)} for ${p.kind}, got ${shown(p.version)}`, 'write the object in that version'],
    'other-release': (p: { version: Name; number: string; kind: string; known: List }) =>
      [`is ${shown(p.version)}, in which Kubernetes ${p.number} does not serve ${p.kind}; served by Kubernetes `
        + `${commaList(p.known)}`,
      'write the object in a version that the cluster serves'],
    'operator': (p: { served: List; kind: string; version: Name }) =>
      [`must be ${commaList(p.served)} for ${p.kind}, got ${shown(p.version)}`,
        "write the object in that version, or give the operator's CustomResourceDefinition"],
    'gone': (p: { version: Name; since: string; kind: string }) =>
      [`is ${shown(p.version)}, and Kubernetes ${p.since} removed ${p.kind}`,
        'leave it out; Pod Security Admission replaces it'],
    'moved': (p: { now: Name; version: Name; since: string; kind: string }) =>
      [`must be ${shown(p.now)}, got ${shown(p.version)}, from which Kubernetes ${p.since} removed ${p.kind}`,
        'write the object in that version; some of its fields may differ'],
  },
  'missing-field': {
    'own-words': ofWords,
    'required': ({ way }: { way?: keyof typeof WAYS }) =>
      way ? ['is required', WAYS[way]] : ['is required', '', 'add the field'],
    'patch': (p: { name: Shown; main: Name }) =>
      [`is required for a further container: ${shown(p.name)} is not the name of the main one, ${shown(p.main)}`,
        'write that name to change the main one, or give the image'],
    'required-with': (p: { other: string }) => [`is required with ${p.other}`, '', 'add the field'],
    'keys': (p: { keys: List }) =>
      [`is required, with the ${p.keys.length > 1 ? 'keys' : 'key'} ${commaList(p.keys)}`, '', 'add these'],
    'ports': ['must have at least one port', 'declare the ports of the containers, or give those of the Service'],
    'parameter': (p: { name: Name }) => [`must have a value for ${shown(p.name)}, which the component requires`,
      'give it, or declare the parameter as optional'],
    'one-of': (p: { allowed: List }) => [`must be one of ${commaList(p.allowed)}`, '', 'add the field'],
    'too-few': (p: { min: number; what: string }) =>
      [`must have at least ${p.min} ${p.what}`, '', 'add what is missing'],
    'labels': ['must have at least one label: without any, all pods would be selected',
      'give the labels that distinguish these pods from others'],
    'some-field': (p: { fields: List }) => [`must have at least one of ${commaList(p.fields)}`, '', 'give one of them'],
    'application': (p: { application: Name }) =>
      [`application ${shown(p.application)} has no namespace, which job names and generated hosts contain`,
        "give its chart a namespace, or set 'metadata.namespace'",
        "set 'metadata.namespace', or give --default-namespace"],
    'path-type': (p: { path: Name }) => {
      const [own, below] = [shown(p.path), shown(`${p.path}/…`.replace('//', '/'))];
      return [`is not given, so ${own} is Exact: requests for ${below} go elsewhere or nowhere`,
        `write IngressPathType.PREFIX for ${own} and everything below it, or EXACT for ${own} alone`,
        `write Prefix for ${own} and everything below it, or Exact for ${own} alone`];
    },
    'missing-domain': (p: { application: string; namespace: string }) =>
      [`is required: there is no domain from which the host '${p.application}.${p.namespace}.<domain>' could be made`,
        "set 'domain' of the ingress provider, or name the hosts", 'name the hosts, or give --ingress-domain'],
  },
  'invalid-annotation': {
    expected,
    size: (p: { max: number; bytes: number }) =>
      [`must have at most ${p.max} bytes in all keys and values, got ${p.bytes}`, 'put large data into a ConfigMap'],
  },
  'invalid-host': { 'help': 'give the host alone, without scheme, port or path', 'own-words': ofWords, expected },
  'invalid-label': { expected },
  'invalid-name': {
    'own-words': ofWords,
    expected,
    'subdomain': (p: { rule: Phrases; value: Shown }) => [`must be ${showPhrase(p.rule)}, got ${shown(p.value)}`,
      '', "use lower-case letters, digits, '-' and '.'"],
    'given': (p: { rule: Phrases; value: Shown }) => [`must be ${showPhrase(p.rule)}, got ${shown(p.value)}`,
      "set 'metadata.name', or a construct id that is a valid name", 'give it a valid name'],
    'completed': (p: { rule: Phrases; value: Shown }) =>
      [`must be ${showPhrase(p.rule)} after five more characters are added, got ${shown(p.value)}`,
        '', "use lower-case letters, digits, '-' and '.' in 'metadata.generateName'"],
    'component': (p: { component: Name; name: string; value: Shown }) =>
      [`must be a revision of component ${shown(p.component)}, '${p.name}-v<number>', got ${shown(p.value)}`,
        '', "take it from 'status.latestRevision.name' of the component"],
    'too-long': (p: { max: number; value: Shown }) =>
      [`must have at most ${p.max} characters, since it becomes a label's value, got ${shown(p.value)}`,
        'leave it out, or shorten the name of the component'],
  },
  'invalid-path': {
    'own-words': ofWords,
    expected,
    'beside-policy': (p: { host: Name; value: Shown }) =>
      [`must have no "'", "*", ";" or "%" on ${shown(p.host)}, which has an authorization policy: Istio compares the `
        + `paths of policies as they are sent, got ${shown(p.value)}`,
      'use a prefix that ends before them, or another host'],
    'long': (p: { max: number; count: number }) =>
      [`must have at most ${p.max} characters in an HTTPRoute, got ${p.count}`, 'use a shorter path, or a prefix'],
  },
  'invalid-port': {
    'own-words': ofWords,
    expected,
    'quoted': (p: { as: string; value: Shown }) =>
      [`must be the name of a port, which has a letter, got ${shown(p.value)}`,
        `write ${p.as}${p.value.exact} without quotes`],
    'undeclared-name': (p: { declared: List; value: Shown }) =>
      [`must be the name of a port that a container declares (${commaList(p.declared)}), got ${shown(p.value)}`,
        "use the name of such a port, or its number in 'ports'"],
    'undeclared': (p: { declared: List; value: Shown }) =>
      [`must be a port that the container declares (${commaList(p.declared)}), got ${shown(p.value)}`,
        'declare it, or use one of these'],
    'node-port': (p: { min: number; max: number; value: Shown }) =>
      [`must be a port of nodes, from ${p.min} to ${p.max}, got ${shown(p.value)}`,
        'leave it out, and the cluster chooses one'],
  },
} as const satisfies Record<string, CodeSentences>;
