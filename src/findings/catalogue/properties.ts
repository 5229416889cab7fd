import type { Path } from '../path';
import { fieldAt, fileName, got, List, list, Name, quoted, Sentence, shown } from '../sentence';
import type { Shown } from '../shown';

/** Sentences of `invalid-value` about the properties of constructs, and about files of settings. */
export const PROPERTIES = {
  'severity': (p: { known: List; value: Shown }) =>
    [`must be one of ${list(p.known)}, for which there are routes, got ${shown(p.value)}`,
      "choose one, or add the severity to 'severities'"],
  'other-app': (p: { own: 'alerts' | 'dashboard' }) => ['must be in the same App', `leave it out, and give it its own ${p.own}`],
  'other-platform': (p: { own: 'alerts' | 'dashboard' }) =>
    [`must be of the same platform as the ${p.own}`, `put the ${p.own} where its platform is installed`],
  'path': got('must be a non-empty string', 'give the path'),
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
  'url': ['must be a URL that begins with http:// or https://; the value is not shown, as it may hold a password',
    'write it as "https://mimir.example.com/api/v1/push"'],
  'header': ['must be a header that Prometheus does not write itself, with a value of printable ASCII characters; it is not shown',
    'leave it out'],
  'two-ways': (p: { first: string }) => [`must not be given beside '${p.first}': a request has one way to say who sends it`,
    'leave one of them out'],
  'folder': got('must be the absolute path of a folder in the pods of the Prometheus', 'give the `mountPath` of its volume'),
  'mounted': got('must be <namespace>/<name> of what is mounted', 'name the namespace of what is scraped'),
  'one-object': (p: { value: Shown }) => [`must not be set with form ${shown(p.value)}, whose jobs are all in one object`,
    'leave it out'],
  'unreadable': (p: { value: string }) => [`must be scrape jobs of form ${p.value}`,
    'render it again', 'render it again, or remove the label'],
  'credentials': (p: { tool: string }) => ['must have no user and no password: they would be in the manifests',
    `give them to ${p.tool} in a Secret`],
  'argo-cd-url': ['must be the URL of a Git repository as Argo CD reads it: https://…, ssh://… or git@<host>:<path>',
    'write the URL by which it is cloned'],
  'flux-url': ['must be the URL of a Git repository as Flux reads it: https://… or ssh://…', 'write the URL by which it is cloned'],
  'repository-path': got('must be a folder in the repository, with "/" between the parts of its path and without ".."',
    'write its path from the root of the repository'),
  'string': ['must be a string on one line, and no alias', 'write it out'],
  'images-name': got('must be the name of an image without tag and digest', 'write what precedes the tag or digest'),
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
  'environment-name': got(
    'must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul)',
    '', 'give it another name'),
  'twice': (p: { value: Shown }) => [`must be unique, got ${shown(p.value)} twice`, 'give each its own name'],
  'unknown': (p: { allowed: List; value: Shown }) => [`must be one of ${list(p.allowed)}, got ${shown(p.value)}`,
    'name an environment of the program, by --env or in the variable'],
  'cluster': got('must be the name by which Argo CD knows the cluster, not its URL', '`argocd cluster list` shows both'),
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
  'form': got('must have the form <namespace>/<deployment-name>',
    'name the deployment of the scraper, such as "monitoring/prometheus"'),
  'not-a-scraper': got('must be a Scraper', 'use Scraper.parse("namespace/deployment-name")'),
  'field-path-form': got('must be a field path', 'write it as "spec.containers[0].env[1].value"'),
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
} as const satisfies Record<string, Sentence>;
