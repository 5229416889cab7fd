import type { Explanation } from './explanation';
import { GITOPS_CODES } from './gitops-codes';
import { KUBERNETES_CODES } from './kubernetes-codes';
import { MANIFEST_CODES } from './manifest-codes';
import { QUERY_CODES } from './query-codes';
import { TAKEOVER_CODES } from './takeover-codes';

/** What can be wrong with what is declared. */
const MODEL_CODES = {
  'authorization-without-from': {
    cause: 'A rule of an authorization policy has no `from`. The platform refuses such a policy when it reconciles the trait, after the deployment.',
    remedy: 'Name the request principals: `from: { requestPrincipals: [\'*\'] }`. A `when` stands beside `from`, not below it.',
  },
  'component-bound-twice': {
    cause: 'Two entries of one application, or of two applications in one namespace, name the same component: both would own and change the one workload.',
    remedy: 'Bind the component once, or declare a second component with a workload of its own.',
  },
  'component-not-rendered': {
    cause: 'An application binds a component that was taken out of the tree, or that belongs to another app: no manifest would hold it.',
    remedy: 'Declare the component in the same app. One that lives elsewhere comes in by `Component.fromComponentName()`.',
  },
  'controller-annotation': {
    cause: 'An annotation is read by another ingress controller than the one that is named, which ignores it silently; or `ScraperAccess` '
      + 'writes it itself; or it could let requests in without the password, or send the password elsewhere, as snippets can.',
    remedy: 'Leave it out, or name the controller that the cluster really runs.',
  },
  'duplicate-endpoint': {
    cause: 'A MetricsTrait names the same port and path twice, often in `port` and in `ports`. Each would be scraped, and every sample be counted twice.',
    remedy: 'Leave out one of the two. `port` is added to `ports`, it does not replace them.',
  },
  'duplicate-job-name': {
    cause: 'Two metrics endpoints get one Prometheus job name, so that one of them takes the other\'s place. The platform drops the component from a name over 63 characters and cuts what is still too long.',
    remedy: 'Shorten the name of the application, the namespace or the component.',
  },
  'duplicate-name': {
    cause: 'Two elements of a list share the name by which Kubernetes tells them apart (containers, ports, variables, parameters).',
    remedy: 'Give each its own name.',
  },
  'duplicate-object': {
    cause: 'Two API objects of one kind, namespace and name are rendered, or would be made by the platform: the second silently overwrites the first.',
    remedy: 'Rename one of them, or put it into another namespace.',
  },
  'duplicate-route': {
    cause: 'One host and path are claimed by two ingress paths. Which of them answers is decided by the order in which the cluster sees them. Rules without a host share the generated host of their application.',
    remedy: 'Give each its own path or host.',
  },
  'duplicate-trait': {
    cause: 'A component has two MetricsTraits, or two traits of one kind and name: the platform would write them to one object.',
    remedy: 'Merge them (a MetricsTrait takes several `ports`), or give each its own `metadata.name`.',
  },
  'hash-not-accepted': {
    cause: 'The ingress controller does not accept this hash of a password, or hashes the password itself: nobody would get in.',
    remedy: 'Use one of the hashes that the message names, or another controller.',
  },
  'ingress-without-rules': {
    cause: 'An IngressTrait has no rules. The platform then makes a route without a host and a certificate for no name.',
    remedy: 'Write `rules: [{}]` for all paths on the generated host.',
  },
  'invalid-annotation': {
    cause: 'The key or the value of an annotation is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values are strings.',
  },
  'invalid-field-path': {
    cause: 'A field path cannot be read by the OAM runtime.',
    remedy: 'Write fields with dots and indexes in brackets: `spec.containers[0].env[1].value`.',
  },
  'invalid-host': {
    cause: 'A host is not a lower-case DNS name. The platform\'s webhook refuses it. `*` and the empty host are allowed and mean no host at all.',
    remedy: 'Give the host alone, in lower case, with `*.` in front at most.',
  },
  'invalid-label': {
    cause: 'The key or the value of a label is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.',
  },
  'invalid-name': {
    cause: 'A name is not one that Kubernetes accepts. Names of applications and components become labels too and have at most 63 characters.',
    remedy: 'Use lower-case letters, digits, `-` and `.`. A component and an application take their construct\'s id unless `metadata.name` is given.',
  },
  'invalid-namespace': {
    cause: 'A namespace is not a DNS-1123 label.',
    remedy: 'Use lower-case letters, digits and `-`, at most 63 characters.',
  },
  'invalid-parameter-value': {
    cause: 'The value of a parameter is neither a string nor a whole number, which is all that OAM can set.',
    remedy: 'Turn it into a string, or set the field in the workload itself.',
  },
  'invalid-password': {
    cause: 'A password is empty, too long, or has a line break or characters that clients and servers encode in different ways. It is never shown.',
    remedy: 'Choose a long random one of letters and digits.',
  },
  'invalid-path': {
    cause: 'A path does not start with `/`, holds a space, or, where it is not a regular expression, a query or a fragment.',
    remedy: 'Give the path alone, such as `/metrics`.',
  },
  'invalid-port': {
    cause: 'A port is not a whole number from 1 to 65535.',
    remedy: 'Give the number of the port; a named port is not understood here.',
  },
  'invalid-revision-name': {
    cause: 'A pinned revision does not belong to the component it is bound with.',
    remedy: 'Give the name of the ControllerRevision, `<component>-v<number>`, as in the component\'s `status.latestRevision.name`.',
  },
  'invalid-scraper': {
    cause: 'A scraper is not named as `<namespace>/<deployment-name>`.',
    remedy: 'Use `Scraper.parse(\'namespace/deployment-name\')` or `Scraper.of(namespace, deploymentName)`.',
  },
  'invalid-secret-name': {
    cause: 'What is given as the name of a secret is none.',
    remedy: 'Give the secret\'s `metadata.name`. Never give a password: manifests hold names of secrets only.',
  },
  'invalid-type': {
    cause: 'A field has another type than its schema: a list where a map is wanted, a number where a string is wanted.',
    remedy: 'See the type that the message names.',
  },
  'invalid-user': {
    cause: 'A user name cannot be used for basic authentication: a `:` ends it, and other characters would have to be escaped in one of the places to which it goes.',
    remedy: 'Choose a name of letters, digits, `.`, `_` and `-`.',
  },
  'invalid-value': {
    cause: 'A value is not among those that its field allows.',
    remedy: 'See what the message allows.',
  },
  'logging-without-image': {
    cause: 'A LoggingTrait names no image. The platform has one of its own for Coherence and WebLogic; other workloads get a container without an image, which Kubernetes refuses.',
    remedy: 'Give `loggingImage`, an image with Fluentd.',
  },
  'metrics-not-scrapeable': {
    cause: 'A MetricsTrait is on a component whose workload has no pods that the platform can scrape (a Service, a ConfigMap, a StatefulSet). The platform deletes such a trait without a word. `enabled: false` is allowed. In manifests it is a warning, and the trait is left out.',
    remedy: 'Put the trait on the component whose workload runs the pods, or leave it out. `CustomTrait` writes it all the same.',
  },
  'missing-field': {
    cause: 'A required field has no value.',
    remedy: 'Give it one.',
  },
  'missing-parameter-value': {
    cause: 'A component declares a parameter as required, and the application that binds it gives no value.',
    remedy: 'Give it in `parameterValues`, or declare the parameter as optional.',
  },
  'namespace-mismatch': {
    cause: 'A component lies in another namespace than the application that binds it. OAM looks for components in the application\'s own namespace only.',
    remedy: 'Declare both in one chart, or give both one namespace.',
  },
  'no-basic-auth': {
    cause: 'The ingress controller cannot ask for a user name and a password itself, or is not known here: the scraper would be open.',
    remedy: 'Use one of the controllers that the message names.',
  },
  'no-platform': {
    cause: 'A construct of this library was made where no platform is installed.',
    remedy: 'Call `Platform.install(app, OamPlatform.verrazzano())` before the first component.',
  },
  'no-scraper-access': {
    cause: 'The platform has no ingress and secret of its own for its scraper, or its user is not known.',
    remedy: 'Render one by `new ScraperAccess()`, or tell the platform its `scraperUser` and `scraperAccess`.',
  },
  'not-plain': {
    cause: 'A value cannot be written as YAML: a class instance, a function, a token, NaN, an object that contains itself, or, seldom, a text that the readers of YAML in a cluster would refuse or change: U+007F to U+009F, U+2028, U+2029, halves of surrogate pairs, the key `<<`, several lines with a tab in front, `0o17`.',
    remedy: 'Give its value: a string, a number, true or false, a list or a plain object. `Quantity`, `IntOrString` and `Date` are taken as they are.',
  },
  'open-without-secret': {
    cause: 'The ingress controller serves without a password as long as the Secret is missing, and the Secret is made by an operator, some time later.',
    remedy: 'Name a Secret that is there before, or use another controller. `insecureOpenUntilSecretExists` allows it.',
  },
  'plaintext-password': {
    cause: 'A password in plain text was given where a source of credentials, the name of a secret or ciphertext belongs. It is never shown.',
    remedy: 'Take it from a store, generate it in the cluster, name an existing Secret, or seal it. `ScraperCredentials.insecurePlaintext()` is for a laptop.',
  },
  'platform-already-installed': {
    cause: 'A platform was installed twice on one construct, or below components that had found another one.',
    remedy: 'Install it once, before the first component of its scope.',
  },
  'platform-owned-object': {
    cause: 'An object is rendered that the platform itself owns and reconciles: both would change it in turn.',
    remedy: 'Leave it to the platform, or give yours another name.',
  },
  'ports-not-supported': {
    cause: '`ports` or `enabled` is used on a platform whose MetricsTrait has the single-port shape. Its schema prunes both, so that they would be lost.',
    remedy: 'Use `port` in place of `ports` and leave `enabled` out, or install a platform whose `metricsTraitShape` is `PORTS`.',
  },
  'pruned-field': {
    cause: 'A field is one that the platform\'s controller would read, but the schema in the cluster does not have it, so that the API server drops it: `metadata` of the `serviceTemplate` of a Helidon workload, on Verrazzano 1.4 to 1.7.',
    remedy: 'Leave it out. The Service has the name of the Deployment; one of another name is a component of its own, whose workload is a Service.',
  },
  'secret-namespace': {
    cause: 'A Secret lies in a namespace from which the ingress controller reads none: nobody would get in.',
    remedy: 'Copy it into the namespace of the Ingress.',
  },
  'secret-not-accepted': {
    cause: 'A Secret has a type or keys that the ingress controller does not take: it would refuse the Secret, or everybody.',
    remedy: 'Make a Secret of the form that the message names.',
  },
  'selector-mismatch': {
    cause: 'A Deployment selects pods by a label that its own pod template does not have. Kubernetes refuses it.',
    remedy: 'Give the selector and the template the same label.',
  },
  'tls-missing': {
    cause: 'A scraper would be served without TLS, so that the password crosses the network in plain text.',
    remedy: 'Use `ScraperTls.secret()`, `issuer()` or `certificate()`; `ScraperTls.insecureNone()` asks for it by name.',
  },
  'tls-without-host': {
    cause: 'An IngressTrait names a TLS secret, and one of its rules has no host. The platform counts neither the empty host nor one with a wildcard.',
    remedy: 'Give every rule a host that the certificate holds.',
  },
  'unknown-field': {
    cause: 'A field is given that does not exist at its place, and would be lost in the cluster.',
    remedy: 'Check its spelling. Fields newer than the types go into `overrides`.',
  },
  'unknown-parameter': {
    cause: 'An application gives a value for a parameter that the component does not declare.',
    remedy: 'Declare it in the component\'s `parameters`, or leave the value out.',
  },
  'unstable-hash': {
    cause: 'A Secret would be made anew at each refresh, since bcrypt makes another hash of the same password each time.',
    remedy: 'Leave out the interval, or use a hash that stays the same.',
  },
  'unused-path': {
    cause: 'A MetricsTrait has a `path` that belongs to no endpoint: beside `ports`, `path` goes with `port` only.',
    remedy: 'Put the path into the entries of `ports`, or give `port` too.',
  },
} as const satisfies Record<string, Explanation>;

const CATALOGUE = { ...MODEL_CODES, ...GITOPS_CODES, ...KUBERNETES_CODES, ...MANIFEST_CODES, ...QUERY_CODES, ...TAKEOVER_CODES };

/** The stable id of a finding. */
export type ErrorCode = keyof typeof CATALOGUE;

const byCode = ([a]: [string, Explanation], [b]: [string, Explanation]) => a < b ? -1 : 1;

/** Every code, in order, with its cause and remedy. */
export const ERRORS = Object.fromEntries(Object.entries(CATALOGUE).sort(byCode)) as Readonly<Record<ErrorCode, Explanation>>;
