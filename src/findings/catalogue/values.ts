import { expected } from './shapes';
import type { Path } from '../path';
import { Explanation, fieldAt, fileName, got, List, list, listAnd, Name, ofWords, quoted, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about one value, whatever it belongs to: it is missing, not plain data, or not what its field allows. */
export const VALUES_CODES = {
  'duplicate-name': {
    cause: 'Two elements of a list (containers, ports, variables, parameters) have the same name.',
    remedy: 'Give each its own name.',
    help: 'give each its own name',
    says: {
      'own-words': ofWords,
      'element': (p: { what: string; name: Name; first: Name }) => [`has the same ${p.what} ${shown(p.name)} as element ${shown(p.first)}`,
        `give each its own ${p.what}`],
      'metrics-port': (p: { name: Name; first: Path }) =>
        `is ${shown(p.name)}, the name of ${fieldAt(p.first)} too: both would be scraped as one`,
      'pod-port': (p: { name: Name; first: Path }) =>
        `is ${shown(p.name)}, the name of ${fieldAt(p.first)} too: the Service has the ports of all containers`,
      'init-container': (p: { name: Name; container: Name }) => `has the same name ${shown(p.name)} as container ${shown(p.container)}`,
      'config-volume': (p: { name: Name }) => [`is ${shown(p.name)}, the name of the volume of the config files`, 'use another name'],
      'mount-path': (p: { mountPath: Shown }) => [`mounts two things at ${shown(p.mountPath)}`,
        'mount each config file and each volume at its own place'],
      'sidecar': (p: { what: string; name: Name }) => [`adds a ${p.what} ${shown(p.name)}, and the workload has one of this name`,
        'rename that of the workload'],
    },
  },
  'invalid-type': {
    cause: 'A field has the wrong type, such as a list instead of a map.',
    remedy: 'Use the type that the message names.',
    says: {
      'own-words': ofWords,
      expected,
      'null': ['must not be null', 'leave the field out'],
    },
  },
  'invalid-value': {
    cause: 'A value is not what its field allows, or conflicts with another.',
    remedy: 'Set the field as the message describes.',
    says: {
      'own-words': ofWords,
      expected,
      'one-of': (p: { allowed: List; value: Shown }) => [`must be one of ${list(p.allowed)}, got ${shown(p.value)}`,
        '', 'choose one of these'],
      'short-secret': (p: { min: number }) => [`must have at least ${p.min} characters: a shorter value is in many texts by chance`,
        'leave it out'],
      'integer': (p: { min: number; max: number; value: Shown }) => [`must be an integer from ${p.min} to ${p.max}, got ${shown(p.value)}`,
        '', 'give an integer in this range'],
      'cidr-exception': (p: { cidr: string; value: Shown }) => [`must be a part of ${p.cidr}, got ${shown(p.value)}`, 'leave it out'],
      'overridden-type': ['must not be overridden', 'use CustomWorkload or CustomTrait for another type'],
      'one-handler': (p: { allowed: List; given: List }) => [`must have exactly one of ${list(p.allowed)}, got ${listAnd(p.given)}`,
        '', 'leave out all but one, or add one'],
      'given-twice': (p: { field: string }) => [`is given by '${p.field}' too`, 'leave one of them out'],
      'file-size': (p: { max: number; bytes: number }) => [`must have at most ${p.max} bytes, got ${p.bytes}: a ConfigMap holds no more`,
        'put the file into the image, or into a volume'],
      'data-size': (p: { max: number; bytes: number }) => [`must have at most ${p.max} bytes in all, got ${p.bytes}`,
        'divide it, or keep large files elsewhere'],
      'value-and-source': ['must not have both value and valueFrom', 'leave one of them out'],
      'needless-values': (p: { operator: string }) => [`must be left out with ${p.operator}`, 'leave them out, or use In or NotIn'],
      'config-size': (p: { max: number; bytes: number }) =>
        [`must leave the config files of all containers at most ${p.max} bytes, got ${p.bytes}: one ConfigMap holds them`,
          'put large files into the image, into a Secret, or into a volume'],
      'gateway-controller': (p: { controller: string }) =>
        [`must be a controller that reads Ingresses, got ${p.controller}, which reads the Gateway API`,
          'name the controller of the IngressClass; IngressController.other() is any that the library does not know'],
      'needless-store': (p: { controller: string }) => [`must not be set: ${p.controller} reads the Secret that is generated`,
        'leave it out'],
      'needless-ciphertext': (p: { controller: string }) => [`must not be set: ${p.controller} reads the client's Secret`,
        "move its keys into 'encryptedData'"],
      'hash': (p: { known: List }) => [`must be one of PasswordHash (${list(p.known)}); the value is not shown`, 'name the kind of hash'],
      'peers-without-policy': ['must not be set without a NetworkPolicy', "leave out 'insecureWithoutNetworkPolicy'"],
      'max-below-min': (p: { min: number; value: Shown }) => [`must be at least minReplicas (${p.min}), got ${shown(p.value)}`,
        'raise it, or lower minReplicas'],
      'regex': (p: { value: Shown; message: string }) => [`must be a regular expression of RE2, got ${shown(p.value)}: ${p.message}`,
        'write it in the syntax of RE2, which has no lookaround and no backreferences'],
      'not-with-action': (p: { action: string }) => [`has no effect with action ${p.action}`, 'leave it out, or choose another action'],
      'one-field': (p: { fields: List; given: List }) => [`must have exactly one of ${list(p.fields)}, and has ${listAnd(p.given)}`,
        '', 'leave out all but one, or add one'],
      // of the properties of constructs, and of files of settings
      'severity': (p: { known: List; value: Shown }) =>
        [`must be one of ${list(p.known)}, for which there are routes, got ${shown(p.value)}`,
          "choose one, or add the severity to 'severities'"],
      'other-app': (p: { own: 'alerts' | 'dashboard' }) => ['must be in the same App', `leave it out, and give it its own ${p.own}`],
      'other-platform': (p: { own: 'alerts' | 'dashboard' }) =>
        [`must be of the same platform as the ${p.own}`, `put the ${p.own} where its platform is installed`],
      'not-written': (p: { error: string }) => [`cannot be written: ${p.error}`, 'give a folder that can be made'],
      'scope-label': (p: { by: string }) => [`is set by ${p.by}, which rejects rules that set it`, 'use another name'],
      'scope': (p: { by: string }) => [`must not be set: ${p.by} has each object see the series of its own namespace only`, 'leave it out'],
      'own-label': ['is set by MetricsDashboard', 'use another name'],
      'component': (p: { known: List; value: Shown }) =>
        [`must be one of ${list(p.known)}, the components that are scraped, got ${shown(p.value)}`,
          'correct the name, or declare metrics of the component'],
      'no-component': (p: { value: Shown }) => [`names ${shown(p.value)}, and no component of the applications is scraped`,
        'declare metrics of the component'],
      'name': (p: { max: number; value: Shown }) =>
        [`must be lower-case letters, digits and '-', starting with a letter, at most ${p.max} characters, got ${shown(p.value)}`,
          "other names are made of it: set 'metadata.name', or a construct id that is a valid name"],
      'long-label': (p: { max: number; value: Shown }) =>
        [`must have at most ${p.max} characters together with the namespace, got ${shown(p.value)}: both are in a label of each monitor`,
          "set a shorter 'metadata.name'"],
      'old-version': (p: { version: string; value: Shown }) => [`must be ${p.version} or newer, got ${shown(p.value)}`,
        'take a newer version of Prometheus'],
      'larger-than-storage': (p: { size: Shown; value: Shown }) =>
        [`must be less than the ${shown(p.size)} of the storage, got ${shown(p.value)}: the write-ahead log needs space too`,
          'leave a fifth of the disk free'],
      'two-ways': (p: { first: string }) => [`must not be given beside '${p.first}': a request has one way to say who sends it`,
        'leave one of them out'],
      'one-object': (p: { value: Shown }) => [`must not be set with form ${shown(p.value)}, whose jobs are all in one object`,
        'leave it out'],
      'unreadable': (p: { value: string }) => [`must be scrape jobs of form ${p.value}`,
        'render it again', 'render it again, or remove the label'],
      'credentials': (p: { tool: string }) => ['must have no user and no password: they would be in the manifests',
        `give them to ${p.tool} in a Secret`],
      'environment': (p: { allowed: List }) => [`is no environment of the program; expected one of ${list(p.allowed)}`,
        'add it to the program, or remove it'],
      'missing': (p: { file: string; command: string }) => [`is an image that ${fileName(p.file)} does not have for the environment`,
        `add it there: \`npx cdk8s-oam ${p.command}\``],
      'not-an-environment': (p: { allowed: List; file: string; value: Shown }) =>
        [`must be one of ${list(p.allowed)}, as in ${fileName(p.file)}, got ${shown(p.value)}`, 'give --add if it is new there'],
      'not-a-source': (p: { allowed: List; file: string; value: Shown }) =>
        [`must be one of ${list(p.allowed)}, as in ${fileName(p.file)}, got ${shown(p.value)}`, 'name an environment of the file'],
      'not-an-image': (p: { environment: string; file: string }) => [`is not among the images of ${p.environment} in ${fileName(p.file)}`,
        'give --add if it is new there'],
      'no-line': (p: { file: string }) => [`cannot be added to ${fileName(p.file)}`,
        'write each environment and each image on a separate line, without braces'],
      'unused': (p: { place: string }) => [`is an image that the program does not ask for, at ${p.place}`,
        'ask for it by image(), or remove the line'],
      'twice': (p: { value: Shown }) => [`must be unique, got ${shown(p.value)} twice`, 'give each its own name'],
      'unknown': (p: { allowed: List; value: Shown }) => [`must be one of ${list(p.allowed)}, got ${shown(p.value)}`,
        'name an environment of the program, by --env or in the variable'],
      'namespace': (p: { allowed: List; value: Shown }) =>
        [`must be one of the namespaces of the environment (${list(p.allowed)}), got ${shown(p.value)}`,
          "name it in 'namespaces', with 'existing: true' if somebody else makes it"],
      'selector': ["is required with 'from: Selector', and belongs to nothing else", 'give both, or neither of them'],
      'same-listener': (p: { number: number }) =>
        [`has the port, the protocol and the hostname of listeners[${p.number}]: a Gateway needs one of them to differ`,
          'leave one of the two out'],
      'two-protocols': (p: { port: number; protocol: string; number: number; other: string }) =>
        [`has port ${p.port} for ${p.protocol}, and listeners[${p.number}] has it for ${p.other}: a Gateway has one protocol at a port`,
          'give one of the two another port'],
      'many-listeners': (p: { max: number; count: number }) => [`must have at most ${p.max} listeners, got ${p.count}`,
        'use wildcards, ListenerSets or several Gateways'],
      'many-listeners-with-redirect': (p: { max: number; count: number }) =>
        [`must have at most ${p.max} listeners beside the one of the redirect, got ${p.count}`,
          "use wildcards, ListenerSets or several Gateways, or set 'redirectsHttp: false'"],
      'name-of-redirect': (p: { name: Name }) => [`must not be ${shown(p.name)}, the name of the listener that 'redirectsHttp' adds`,
        "use another name, or set 'redirectsHttp: false'"],
      'port-of-redirect': (p: { port: number }) => [`must not be ${p.port}, the port of the listener that 'redirectsHttp' adds`,
        "use another port, or set 'redirectsHttp: false'"],
      'unknown-listener': (p: { known: List; value: Shown }) =>
        [`must be a listener of the Gateway (${list(p.known)}), got ${shown(p.value)}`, 'name one of them, or describe this one too'],
      'secret-of-listeners': ['must not be set: a Secret is made for each of several', 'leave it out'],
      'issuers-of-policies': (p: { other: string }) => [`is required with '${p.other}'`,
        `name the issuers of tokens, or leave '${p.other}' out`],
      'pods-of-istio': (p: { namespace: Name; gateway: Name }) =>
        [`must have namespace ${shown(p.namespace)} and label 'gateway.networking.k8s.io/gateway-name' with value ${shown(p.gateway)}: `
          + 'at other pods, Istio ignores the authorization policies of the Gateway',
        "let Istio run the Gateway (no address of type Hostname in 'spec.addresses') and set both, or use IngressProvider.istio()"],
      'beside-way': (p: { field: string }) =>
        [`cannot be set together with 'kubernetes.ingress.${p.field}': requests come in by one of them`, 'leave one of the two out'],
      'nested-issuer': (p: { number: number; value: Shown }) =>
        [`is below the issuer of jwtIssuers[${p.number}], and Istio before 1.22 takes its tokens for that one's, got ${shown(p.value)}`,
          'leave one of them out, or give them a gateway each'],
      'other-type': (p: { fieldPath: string }) =>
        [`cannot set '${p.fieldPath}' of the workload: it would become an object of another type`,
          "change the parameter's fieldPaths"],
      'not-a-list': (p: { fieldPath: string; here: Path }) =>
        [`cannot set '${p.fieldPath}' of the workload: ${fieldAt(p.here)} is not a list`, "change the parameter's fieldPaths"],
      'not-an-object': (p: { fieldPath: string; here: Path }) =>
        [`cannot set '${p.fieldPath}' of the workload: ${fieldAt(p.here)} is not an object`, "change the parameter's fieldPaths"],
      'too-short': (p: { fieldPath: string; here: Path; length: number }) =>
        [`cannot set '${p.fieldPath}' of the workload: ${fieldAt(p.here)} has ${p.length} elements`, "change the parameter's fieldPaths"],
      'other': (p: { known: List; value: Shown }) =>
        [`must be "*", or one of the issuers ${quoted(p.known)} with a slash and a subject (or "*") behind it, got ${shown(p.value)}`,
          "name the issuer and its keys in 'jwtIssuers' of the ingress provider"],
      'unknown-scraper': (p: { scraper: Name; value: Shown }) =>
        [`must be ${shown(p.scraper)}, or a scraper that it replaces, got ${shown(p.value)}`,
          "leave it out, or list it in 'replaces' of the platform's metrics",
          "leave it out, or list it in 'kubernetes.prometheus.replaces' in the settings"],
      'two-credentials': ["is given beside 'secret': a scrape sends one of them",
        "leave one out, or give 'authorization' to entries of 'ports'"],
    },
  },
  'not-plain': {
    cause: 'YAML cannot hold this value unchanged, such as a class instance, a function, a token, NaN, a cycle, or a string like `0o17`.',
    remedy: 'Use a string, number, boolean, list, plain object, `Quantity`, `IntOrString` or `Date`.',
    says: {
      'own-words': ofWords,
      'not-finite': (p: { number: string }) => [`must be a finite number, got ${p.number}`, 'leave it out, or give it as a string'],
      'data': got('must be plain data', 'give its value'),
      'instance': got('must be plain data', 'give its value, such as a string, a number or a plain object'),
      'date': ['must be a valid date', 'check what the Date is made of'],
      'loop': ['must not contain itself', 'break the loop'],
      'deep': (p: { most: number }) => [`is nested more than ${p.most} levels deep`, 'nest it less deeply'],
      'undefined': ['must not be undefined', 'leave the element out'],
      'character': (p: { character: string }) => [`has the character ${p.character}, which not every reader of YAML accepts`,
        'leave it out, or encode the string, for example in base64'],
      'number-like': ['is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"',
        'spell it differently'],
      'blank-lines': ['has nothing but space in several lines, some of which would be lost', 'leave it out'],
      'leading-tab': ['has a tab at the beginning of its first line, which makes the whole file unreadable for Kubernetes',
        'put a line with a comment in front'],
      'space-line': ['has a line of one space, and space or a control character that makes YAML quote the string: '
          + 'the space would become a backslash', 'remove the space in that line, and the space after the last line'],
      'merge-key': ['has the key "<<", which YAML reads as a merge', 'choose another key'],
    },
  },
  'unknown-field': {
    cause: 'A field does not exist here, and the cluster would drop it.',
    remedy: 'Check the spelling. Put fields newer than the types into `overrides`.',
    help: 'leave it out, or check its spelling',
    says: {
      'own-words': ofWords,
      'not-known': (p: { known: List }) => `is an unknown field; expected one of ${list(p.known)}`,
      'metadata': (p: { known: List }) => `is an unknown field of metadata; expected one of ${list(p.known)}`,
      'misspelt': (p: { known: List; word: Name }) =>
        [`is an unknown field; expected one of ${list(p.known)}; the API server silently drops it`, `write ${shown(p.word)}`],
      'dropped': (p: { known: List }) => [`is an unknown field; expected one of ${list(p.known)}; the API server silently drops it`,
        'leave it out, or check where it belongs'],
      'meant': (p: { word: Name }) => ['is an unknown field; the API server silently drops it', `write ${shown(p.word)}`],
    },
  },
} as const satisfies Record<string, Explanation>;
