import type { ServerCause, ServerRules, ServerVerdict } from './server-rules';
import { definitionFiles } from '../../checks/given-schemas';
import { Finding, found, within } from '../../findings/finding';
import { joinPath, Path, showPath, Step } from '../../findings/path';
import { Shown } from '../../findings/shown';
import { Parts } from '../../manifest/model/left-out';
import { collectManifests, LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../../manifest/reading';
import { kubernetesObjects } from '../../manifest/schema-findings';
import { asObject, PlainFields } from '../../private/check';
import { isPlaceholder, Place, withoutCredentials } from '../../private/hidden';
import type { ObjectType } from '../../private/oam-kind';
import { isForCluster } from '../../private/scopes';
import { isSubstituted } from '../../private/substitution';

/** Paths of definitions of custom kinds, in addition to those among the manifests: files, folders of them, or a cdk8s.yaml. */
type Schemas = readonly string[];

/**
 * Reports what an API server rejects in the objects of manifests, at the fields that it names. Omits fields on which `told` has an error.
 *
 * Reports a kind that cannot be judged once. OAM objects are not Kubernetes objects, but the workload of a Component may be one.
 */
export function serverVerdicts(
  { documents }: ReadManifests, rules: ServerRules, told: readonly LocatedFinding[], schemas: Schemas = [],
): LocatedFinding[] {
  const objects = documents.flatMap(document => kubernetesObjects(document).map(each => ({ document, ...each })))
    .filter(({ value }) => isForCluster(value));
  const verdicts = rules.judge(objects.map(named), { crds: [...documentsIn(schemas), ...documents].map(({ value }) => value) });
  const toldOf = pathsOf(documents, told);
  const kinds = new Set<string>();
  return objects.flatMap(({ document, value, path, isParameter }, i) => {
    const { errors, all } = toldOf(document);
    const isIn = (paths: ReadonlySet<string>) => (finding: Finding) => paths.has(showPath(document.pathOf(joinPath(path, finding.path))));
    const locate = (findings: readonly Finding[]) => locateFindings(document, within(path, findings));
    if (verdicts[i].verdict === 'unknown') {
      const unknown = notJudged(value, rules, kinds).filter(each => !isIn(all)(each));
      return locate(unknown).map(each => ({ ...each, isWarning: true }));
    }
    const isTold = isIn(errors);
    return locate(refusals(value, verdicts[i], rules)
      .filter(each => each.path.length === 0 ? errors.size === 0 : !isTold(each) && !isParameter(each.path)));
  });
}

const documentsIn = (paths: Schemas) => paths.length === 0 ? [] : collectManifests(paths.flatMap(definitionFiles)).documents;

type Judged = ReturnType<typeof kubernetesObjects>[number] & { readonly document: ManifestDocument };

/** Names a workload after its component if it has no name of its own. */
function named({ document, value, path }: Judged): unknown {
  const { name, namespace } = asObject(document.value.metadata);
  return path.length === 0 ? value : { ...value, metadata: { name, namespace, ...asObject(value.metadata) } };
}

/** The paths in a document on which there are findings: those of errors, and all. */
interface ToldPaths {
  readonly errors: Set<string>;
  readonly all: Set<string>;
}

/** Returns a function that finds the paths with findings of a document. */
export function pathsOf(
  documents: readonly ManifestDocument[], told: readonly LocatedFinding[],
): (document: ManifestDocument) => ToldPaths {
  const parts = new Parts(documents);
  const none = (): ToldPaths => ({ errors: new Set(), all: new Set() });
  const paths = new Map(documents.map(document => [document, none()]));
  for (const each of told) {
    const own = paths.get(parts.of(each)?.document!);
    own?.all.add(showPath(each.path));
    if (!each.isWarning) own?.errors.add(showPath(each.path));
  }
  return document => paths.get(document)!;
}

function notJudged({ apiVersion, kind }: ObjectType, { version }: ServerRules, kinds: Set<string>): Finding[] {
  const name = `${apiVersion} ${kind}`;
  if (kinds.has(name)) return [];
  kinds.add(name);
  return found('not-judged-by-server', 'kind', { reason: 'unknown-kind', version, kind, resource: apiVersion });
}

function refusals(object: PlainFields, { verdict, stage, causes = [] }: ServerVerdict, { version }: ServerRules): Finding[] {
  return causes.flatMap(cause => {
    const path = stage === 'kind' ? ['apiVersion'] : pathOfCause(cause);
    if (isFilledIn(object, path)) return [];
    const answer = answerTo(object, path, cause);
    return verdict === 'failed' ? found('not-judged-by-server', path, { reason: 'failed', answer })
      : found('refused-by-server', path, { version, answer });
  });
}

// For an invalid value, the API server reports the field, the value and the problem. For an object that it cannot read, it reports a
// sentence, which may contain the field.

/** The sentence of a decoder on an unknown or duplicate field. */
const NAMED = /^(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"$/s;

/** The sentence of a decoder on a value of a wrong type: its actual type, and the fields that lead to it, without indexes. */
const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.(\S+) of type/;

/** The path of the field to which a cause refers; empty for the object as a whole, such as on a value of a wrong type. */
export function pathOfCause({ field, message }: ServerCause): Path {
  const place = field ?? NAMED.exec(message)?.[1];
  return place === undefined ? [] : pathIn(place);
}

const STEP = /\[([^[\]]*)\]|([^.[\]]+)/g;

/** The steps of `spec.ports[0].port`; `<nil>` and `[]` are the object itself. */
function pathIn(text: string): Path {
  return [...text.matchAll(STEP)].map(([, inBrackets, name]): Step => /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets ?? name)
    .filter(step => step !== '' && step !== '<nil>');
}

/** Whether a value contains a placeholder that is substituted before the object is applied. */
function isFilledIn(object: unknown, path: Path): boolean {
  const value = valueAt(object, path);
  return typeof value === 'string' && isSubstituted(value);
}

const valueAt = (object: unknown, path: Path): unknown => path.reduce((value: any, step) => value?.[step], object);

/** The start of each of its sentences on a field: the kind of problem. */
const KIND_OF_CAUSE = /^(?:(?:Duplicate|Invalid|Required|Unsupported) value|Forbidden|Internal error|Not found|Too (?:few|long|many))(?=:)/;

/** The end of a sentence on an immutable field, which contains no value. */
const FIXED = /: field is immutable(?: when `immutable` is set)?$/;

/** A reason after a list or a map, which contains no part of it. */
const REASON = /(?<=[}\]"]): [^"{}[\]]*$/;

/** Shorter values may be any word of a sentence. */
const SHORTEST = 4;

/** The message of the API server, without values of the object that may be passwords. */
export function answerTo(object: unknown, path: Path, { field, message }: ServerCause): Shown {
  if (field === undefined) return Shown.inWords(readingAnswer(message));
  const [value, place] = [valueAt(object, path), Place.at(object, path)];
  const [kind = 'it is not valid'] = KIND_OF_CAUSE.exec(message) ?? [];
  if (place.isClosed || place.hides(value)) return Shown.inWords(`${kind}${FIXED.exec(message)?.[0] ?? ''}`);
  const text = withoutCredentials(hiddenIn(object).reduce((shown, each) => shown.replaceAll(each, '…'), message));
  // the message repeats the whole list or map, in the syntax of Go or in JSON, or names its type alone
  const isWhole = typeof value === 'object' && value !== null && /["{[\n]/.test(message) && !/^[\w ]+: "(?:array|object)": /.test(message);
  return Shown.inWords(isWhole ? `${kind}: …${REASON.exec(text)?.[0] ?? ''}` : text);
}

/** The values of an object that are hidden, the longest first. */
function hiddenIn(value: unknown, place = Place.OBJECT): string[] {
  if (typeof value === 'object' && value !== null) {
    const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, each]) => hiddenIn(each, place.within(value, step))).sort((a, b) => b.length - a.length);
  }
  const text = String(value);
  return place.hides(value) && text.length >= SHORTEST && !isPlaceholder(text) ? [text] : [];
}

/** The message on an object that cannot be read: of what it quotes, only the names of fields are no values. */
function readingAnswer(message: string): string {
  if (NAMED.test(message)) return message;
  const text = message.replace(/(cannot unmarshal \w+) \d\S* into/, '$1 into');
  return MISTYPED.test(text) ? text : text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '"…"');
}
