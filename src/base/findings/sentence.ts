import { Path, showPath, show, Shown } from './finding';

/** A construct that a finding names beside its own, with its place if manifests were read. */
export interface Maker {
  /** The path of the construct. */
  readonly construct: string;
  /** `file:line`, if the construct was created from a manifest. */
  readonly place?: string;
}

export function isMaker(parameter: unknown): parameter is Maker {
  return typeof parameter === 'object' && parameter !== null && 'construct' in parameter;
}

/**
 * The problem, the remedy for programs, and that for manifests, settings or the command line, if it differs. The remedy
 * is empty if the problem says what is required. A problem alone has the `help` of its code as its remedy.
 */
export type Text = string | readonly [problem: string, remedy: string, inManifests?: string | undefined];

/**
 * What a finding says: a text, or a function of its parameters that makes one. A value that a user gave may be a
 * password, so it is a `Shown`; only a name, a type, a path or a word of the library is a plain string.
 */
export type Sentence = Text | ((parameters: any) => Text);

/** The parameters of a sentence; `meant` is the word that was probably meant, which replaces the remedy. */
export type ParametersOfSentence<S> =
  (S extends (parameters: infer P) => Text ? P : unknown) & { readonly meant?: string };

/**
 * The sentences of a code: one, or one for each reason. `help` is the remedy of those that have none. The entry of each
 * code in docs/errors.md has its cause and its remedy in general.
 */
export type CodeSentences = Sentence | Readonly<Record<string, Sentence>>;

/** A name or a number, or a value as it may be shown. */
export type Name = string | number | Shown;

/** Several names or numbers. */
export type List = readonly (string | number)[];

/** The sentence of a rule that a value breaks: `must be a list, got "a"`. */
export function got(problem: string, remedy?: string, inManifests?: string): (p: { value: Shown }) => Text {
  return ({ value }) => ofWords({ problem, value, remedy, inManifests });
}

/** What a finding says in the words of the one place that reports it. */
export interface OwnWords {
  readonly reason: 'own-words';
  readonly problem: string;
  readonly remedy?: string;
  readonly inManifests?: string;
}

/** The sentence of findings in own words, for the catalogue. The value is shown if it is given. */
export function ofWords(
  { problem, value, remedy, inManifests }: Omit<OwnWords, 'reason'> & { readonly value?: Shown },
): Text {
  const whole = value ? `${problem}, got ${shown(value)}` : problem;
  return remedy === undefined ? whole : [whole, remedy, inManifests];
}

/** A value, or a name in quotes. */
export function shown(name: Name): string { return Shown.is(name) ? name.text : show(name); }

/** Names with commas, without quotes. */
export function commaList(names: List): string { return names.join(', ') || 'none'; }

export function listAnd(names: List): string { return names.join(' and ') || 'none'; }

export function arrows(names: List): string { return names.join(' => '); }

export function quotedList(names: List): string { return names.map(show).join(', ') || 'none'; }

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function quotedPath(path: Path): string { return `'${showPath(path)}'`; }

/** The path of a file, however long. */
export function quotedFile(path: string): string { return JSON.stringify(path); }

/** A construct in quotes, or its place in the manifests. */
export function showMaker({ construct, place }: Maker): string { return place ?? `'${construct}'`; }

/** " named …", or nothing. */
export function calledName(name: string | undefined): string { return name ? ` named ${show(name)}` : ''; }

export function inNamespace(namespace: string | undefined): string {
  return namespace ? `in namespace ${show(namespace)}` : 'without a namespace';
}

const dnsName = (form: string, characters: string, reason = '') => (p: { max: number }) =>
  `a DNS-${form} (lower-case letters, ${characters}, at most ${p.max} characters${reason})`;

/** Variable parts of sentences that are otherwise the same. */
export const PHRASES = {
  // reasons why a controller cannot ask for a password, by its name
  'contour': 'Contour asks its own authorization server, for its HTTPProxy only, never for an Ingress',
  'gateway-api': 'the Gateway API itself has no basic authentication: each implementation has its own',
  'istio': 'Istio has only a Wasm plugin, with the password in plain text',
  'kgateway': 'its basic authentication is too new, and not supported yet',
  'apisix': 'it is not supported yet',

  // consequences of deleting an object and creating it again
  'address-anew': 'its address changes',
  'claims-anew': 'its claims are deleted with it, since whenDeleted is Delete',
  'class-anew': 'objects created with it stay unchanged',
  'data-anew': 'what is on the volume is lost, unless its reclaim policy is Retain',
  'kind-anew': 'all objects of the kind are deleted with it',
  'nothing-anew': 'it does not exist in the meantime',
  'pods-anew': 'its pods stop before new ones start',
  'read-anew': 'pods that start in the meantime do not find it',
  'rights-anew': 'its subjects lack their permissions in the meantime',
  'run-anew': 'the Job runs again',
  'set-anew': 'its pods stop before new ones start, with the claims that are there',
  'slice-anew': 'no request reaches its endpoints in the meantime',
  'templates-anew': 'its pods stop before new ones start; claims that are there stay as they are',

  // settings that let a controller read Secrets of other namespaces
  'config-map-allows-secrets': '"cross-namespace-secrets-passwd" of its ConfigMap is "allow" and '
    + "'allowsCrossNamespaceSecrets' says so",
  'flag-allows-secrets': 'it runs with "allow-cross-namespace-resources" and \'allowsCrossNamespaceSecrets\' says so',

  // rules for the names of a kind
  'subdomain': dnsName('1123 subdomain', "digits, '-' and '.'"),
  'job-name': dnsName('1123 subdomain', "digits, '-' and '.'", ', since its pods have it as a label'),
  'cron-job-name': dnsName('1123 subdomain', "digits, '-' and '.'", ', since its jobs have it and the time'),
  'priority-class-name': (p: { max: number }) =>
    `a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most ${p.max} characters) that does not begin `
      + 'with "system-"',
  'label': dnsName('1123 label', "digits and '-'"),
  'stateful-set-name': dnsName('1123 label', "digits and '-'", ', since its pods have it and a hash as a label'),
  'indexed-job-name':
    dnsName('1123 label', "digits and '-'", ', since its pods have it and their index for a host name'),
  'service-name': dnsName('1035 label', "digits and '-', beginning with a letter"),
  'path-segment': "a string without '/' and '%', and neither '.' nor '..'",
  'ip-address': 'an IP address',
  'made-of-fields': (p: { made: Name; fields: List }) => `${shown(p.made)}, as ${listAnd(p.fields)} say`,

  // requirements of a selector on labels
  'label-value': (p: { key: string; value: string }) => `${p.key}=${p.value}`,
  'label-in': (p: { key: string; values: List }) => `${p.key} in (${commaList(p.values)})`,
  'label-not-in': (p: { key: string; values: List }) => `${p.key} not in (${commaList(p.values)})`,
  'label-exists': (p: { key: string }) => `a label ${p.key}`,
  'no-label': (p: { key: string }) => `no label ${p.key}`,

  // effects of the steps of a route, from the host to the pods
  'takes-path': (p: { host: string; path: string }) => `takes ${p.host}${p.path}`,
  'takes-below': (p: { host: string; path: string }) => `takes ${p.host}${p.path} and what is below it`,
  'takes-text': (p: { host: string; path: string }) => `takes ${p.host}${p.path} and what begins so`,
  'takes-regex': (p: { host: string; path: string }) => `takes the paths of ${p.host} that match ${p.path} as a whole`,
  'takes-part': (p: { host: string; path: string }) => `takes the paths of ${p.host} that ${p.path} matches in a part`,
  'takes-when': (p: { host: string; path: string; when: string }) =>
    `takes ${p.host}${p.path} of requests with ${p.when}`,
  'takes-assumed-regex': (p: { host: string; path: string }) =>
    `takes the paths of ${p.host} that match ${p.path} as a whole, as is assumed of its Gateway`,
  'takes-assumed': (p: { host: string; path: string }) =>
    `takes ${p.host}${p.path} and what is below it, as ImplementationSpecific is read here`,
  'takes-rest': 'takes what no rule takes',
  'has-certificate': (p: { host: string; secret: string }) =>
    `serves ${p.host} with the certificate in Secret ${p.secret}`,
  'has-usual-certificate': (p: { host: string }) => `serves ${p.host} with a certificate of its controller`,
  'leads-on': (p: { port: string | number; target: string }) =>
    `leads from port ${p.port} to port ${p.target} of the pods`,
  'selects': 'selects the pods',
  'listens': (p: { port: string | number }) => `listens on port ${p.port}`,
  'redirects': (p: { to: string }) => `redirects to ${p.to}`,
  'answers': (p: { status: number }) => `answers with status ${p.status}`,

  // the routes that a Gateway accepts, if it rejects those of a namespace
  'own-namespace': (p: { namespace: string }) => `only routes of its own namespace, ${p.namespace}`,
  'no-namespace': 'no routes',
  'other-kinds': 'no HTTPRoutes',

  // who may send requests
  'no-token': 'requests without a token',
  'token-of': (p: { issuer: Shown }) => `a token of ${shown(p.issuer)}`,
  'allows': 'lets them in',
  'denies': 'rejects them',
  'refuses-rest': 'rejects what no rule allows',
  'needs-token': 'rejects requests without a token',
  'refuses-issuer': 'rejects tokens of this issuer',
  'refuses-audience': 'rejects tokens for other audiences',
  'asks': 'asks another server, which may reject them',
  'depends': 'decides, and it is not known how',
  'say-from': "say where the pods of the gateway are, as 'from'",
  'unguarded': 'no policy guards it',
  'no-issuer': 'no token counts, since nothing at the gateway verifies one',

  // effects of the steps of a scrape
  'selects-service': (p: { service: string }) => `selects Service ${p.service}`,
  'selects-monitor': (p: { object: string }) => `selects ${p.object}`,
  'reads-job': (p: { job: string }) => `reads job ${p.job}`,
  'scrapes': (p: { place: string }) => `scrapes ${p.place}`,

  // why a connection is allowed
  'lets-through': 'lets it through',
  'to-closed-by-none': (p: { to: string }) => `no NetworkPolicy closes ${p.to} for what comes in`,
  'from-closed-by-none': (p: { from: string }) => `no NetworkPolicy closes ${p.from} for what goes out`,
  // targets of a route
  'service-port': (p: { port: string | number; service: string; namespace: string | undefined }) =>
    `port ${p.port} of Service ${p.service} ${inNamespace(p.namespace)}`,
  'other-backend': (p: { kind: string; name: string; namespace: string | undefined }) =>
    `${p.kind} ${p.name} ${inNamespace(p.namespace)}`,
  'no-backend': 'nothing',
  'redirect-to': (p: { to: string }) => `a redirect to ${p.to}`,

  // answers of a server that is not Prometheus
  'body': (p: { type: string }) => p.type,
  'body-with-text': (p: { type: string; text: Name }) => `${p.type} ${shown(p.text)}`,
} as const satisfies Record<string, string | ((parameters: any) => string)>;

/** A variable part of a sentence: its key in PHRASES, and the parameters of its text. */
export type Phrase = {
  readonly [P in keyof typeof PHRASES]: { readonly phrase: P }
  & ((typeof PHRASES)[P] extends (parameters: infer Given) => string ? Readonly<Given> : unknown)
}[keyof typeof PHRASES];

export type Phrases = Phrase | readonly Phrase[];

/** The text of a phrase, or of several with commas. */
export function showPhrase(phrases: Phrases): string {
  return [phrases].flat().map(phrase => {
    const text: string | ((parameters: any) => string) = PHRASES[phrase.phrase];
    return typeof text === 'string' ? text : text(phrase);
  }).join(', ');
}

/** Sentences around the problem of another finding. The finding keeps its code; a remedy here replaces its own. */
export const FRAMES = {
  'not-scraped': (p: { problem: string }) => `is not scraped: ${p.problem}`,
  'port-not-scraped': (p: { problem: string }) => [`is not scraped: ${p.problem}`,
    "name the right port in a MetricsTrait, or set 'enabled: false' there, if it has no metrics"],
  'scraped-by-operator': (p: { problem: string }) => [`is all that scrapes the component, since it ${p.problem}`,
    "add a MetricsTrait to have the job name and the labels of the platform instead: the operator's monitor is "
      + 'switched off then'],
  'operator-switched-off': (p: { problem: string }) => [`is rendered with 'enabled: false', since it ${p.problem}`,
    "ask for other ports in the MetricsTrait ('enabled: false' if there are none) to keep the operator's monitor"],
  'parameter': (p: { sets: Path; problem: string }) => `sets ${quotedPath(p.sets)} of the workload, which ${p.problem}`,
  'defaults': (p: { problem: string }) => [`${p.problem} (with the defaults of the platform or the application)`,
    'change it, or override the default in the workload'],
  'left-out': (p: { problem: string }) => `${p.problem}; it is left out`,
  'enforced': (p: { problem: string; namespace: Name }) =>
    [`${p.problem}, and namespace ${shown(p.namespace)} enforces it: no pod starts`,
      "change it (with 'podSecurity', a workload has what is required), or enforce another standard"],
  'placeholder': (p: { problem: string }) => [p.problem,
    'fill in the template, with the tool that it was written for, and read what comes out'],
} as const satisfies Record<string, Sentence>;

/** The name of a sentence around that of a finding. */
export type Frame = keyof typeof FRAMES;
