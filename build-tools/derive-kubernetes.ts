/**
 * Writes what follows from schemas/ and from the jsii assembly of cdk8s-plus-27, in src/base/kubernetes-api:
 *
 * - cdk8s-plus-27.json: how its types that workloads take spell and type the fields of Kubernetes. `import` reads it.
 * - facts.ts: the few facts of both that every program needs, so that it reads neither.
 *
 * And the types of a patch of pods, in src/model/workloads/generic/pod-spec-patch.ts: those of cdk8s-plus-27 for pods and containers, in which
 * nothing is required but the name of a container.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import type { Schema, SchemaSet } from '../src/cluster/checks/schema-store';
import { kubernetesSet, kubernetesVersions } from '../src/cluster/checks/schema-store';

const FOLDER = resolve(__dirname, '../src/base/kubernetes-api');

/** The types that workloads take of cdk8s-plus-27, with all that is in them. */
const ROOTS = ['DeploymentStrategy', 'KubeConfigMapProps', 'KubeDeploymentProps', 'KubeServiceProps', 'LabelSelector', 'PodSpec', 'ServiceSpec'];

/** As much of a jsii assembly as is read here. */
export interface Assembly {
  readonly name: string;
  readonly types: Readonly<Record<string, Struct>>;
}

interface Struct {
  readonly kind: string;
  readonly properties?: readonly Property[];
}

interface Property {
  readonly name: string;
  readonly optional?: boolean;
  readonly type: Type;
  /** `schema` is the definition in the specification of Kubernetes, and the field: `io.k8s.api.core.v1.PodSpec#hostIPC`. */
  readonly docs: { readonly summary?: string; readonly custom?: { readonly schema?: string } };
  readonly locationInModule: { readonly line: number };
}

interface Type {
  readonly primitive?: string;
  readonly fqn?: string;
  readonly collection?: { readonly kind: string; readonly elementtype: Type };
}

/** Types by name: `prop:type` for each field, with `=field` if Kubernetes spells it otherwise, and then a `!` if it is required. */
export type Types = Record<string, string>;

/** The types of an assembly's `k8s` that these types contain. */
export function typesOf({ name, types }: Assembly, roots: readonly string[]): Types {
  const prefix = `${name}.k8s.`;
  const result: Types = {};
  const open = [...roots];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const { kind, properties = [] } = types[prefix + type] ?? {};
    if (kind === undefined) throw new Error(`${name} has no type k8s.${type}`);
    if (type in result || kind !== 'interface') continue;
    const inOrder = [...properties].sort((a, b) => a.locationInModule.line - b.locationInModule.line);
    result[type] = inOrder.map((each) => `${propertyText(each)}:${typeText(each.type, prefix)}`).join(' ');
    open.push(...properties.flatMap((each) => typeIn(each.type, prefix)));
  }
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => a < b ? -1 : 1));
}

function propertyText({ name, optional, docs }: Property): string {
  const field = docs.custom?.schema?.split('#')[1];
  if (!field) throw new Error(`the assembly does not say which field ${name} is`);
  return `${name}${field === name ? '' : `=${field}`}${optional ? '' : '!'}`;
}

const PRIMITIVES: Readonly<Record<string, string>> = { date: 'Date', json: 'any' };

function typeText({ primitive, fqn, collection }: Type, prefix: string): string {
  if (collection) return collection.kind === 'map' ? `{${typeText(collection.elementtype, prefix)}}` : `${typeText(collection.elementtype, prefix)}[]`;
  return fqn ? fqn.slice(prefix.length) : PRIMITIVES[primitive!] ?? primitive!;
}

function typeIn({ fqn, collection }: Type, prefix: string): string[] {
  return collection ? typeIn(collection.elementtype, prefix) : fqn ? [fqn.slice(prefix.length)] : [];
}

/** The types in which Kubernetes spells a field otherwise, and those that lead to them, with these fields alone: `prop=field` or `field:Type`. */
export function spellingOf(types: Types): Types {
  let result: Types = {};
  for (let before = -1; before < Object.keys(result).length;) {
    before = Object.keys(result).length;
    const known = result;
    const spelled = Object.entries(types).map(([type, fields]) => [type, fields.split(' ').flatMap((field) => spelledField(field, known)).join(' ')]);
    result = Object.fromEntries(spelled.filter(([, fields]) => fields));
  }
  return result;
}

/** A field if its name or its type matters. Elements of lists are spelled like what is no list; a map has keys of the user's own. */
function spelledField(text: string, known: Types): string[] {
  const [, prop, field, type] = /^([^=!:]+)(=[^=!:]+)?!?:(.*)$/.exec(text)!;
  const of = type.replace('[]', '');
  if (of.replace(/[{}]/g, '') in known && !(of in known)) throw new Error(`${prop} is a map of values whose fields are spelled otherwise: respell those too`);
  return field || of in known ? [`${prop}${field ?? ''}${of in known ? `:${of}` : ''}`] : [];
}

/** The facts that every program needs, as a module. */
function factsModule(types: Types): string {
  const versions = kubernetesVersions();
  const sets = versions.map((version) => kubernetesSet(version));
  const metadata = literal(Object.keys(sets.at(-1)!.definitions['meta/v1.ObjectMeta'].properties!).join(' '));
  return `${[
    '// Generated by build-tools/derive-kubernetes.ts. Do not edit.',
    `/** The fields of metadata in Kubernetes ${versions.at(-1)}. */\nexport const METADATA =\n  ${metadata.replace(/^ {2}/gm, '')};`,
    table('CLUSTER_KINDS', `All groups of Kubernetes ${versions[0]} to ${versions.at(-1)}, and their kinds without a namespace.`, byGroup(sets)),
    table('SPELLING', 'Fields that cdk8s-plus-27 and Kubernetes spell differently: `prop=field`, and `field:Type` for what has some.',
      spellingOf(types)),
    table('MERGE_KEYS', 'How Kubernetes merges patches: `field:Type@keys`, with the keys of a list and their `=default`.',
      mergeKeysOf(sets.at(-1)!, PATCHED)),
  ].join('\n\n')}\n`;
}

/** Fields that no template of pods has, or that repeat another one. */
const LEFT_OUT = ['ephemeralContainers', 'serviceAccount'];

/** The kinds whose pods programs describe. */
const PATCHED = ['apps/v1.DaemonSet', 'apps/v1.Deployment', 'apps/v1.StatefulSet', 'batch/v1.CronJob', 'batch/v1.Job'];

/** The fields of these definitions, and of those in them, that lead to lists whose elements have keys. Other lists are replaced as a whole. */
export function mergeKeysOf({ definitions }: Pick<SchemaSet, 'definitions'>, roots: readonly string[]): Types {
  const result: Types = {};
  const seen = new Set<string>();
  const short = (ref: string) => ref.replace(/.*\./, '');
  const visit = (ref: string): boolean => {
    if (seen.has(ref)) return short(ref) in result;
    seen.add(ref);
    const fields = Object.entries(definitions[ref].properties ?? {}).flatMap(([field, schema]) => {
      const { $ref, items, 'x-kubernetes-list-map-keys': keys } = schema;
      const inner = items?.$ref ?? $ref;
      if (LEFT_OUT.includes(field)) return [];
      // a list that is replaced has no parts to merge, and metadata is written by its own properties
      const isMerged = inner !== undefined && !inner.startsWith('meta/') && (!items || keys) && visit(inner);
      const usual = (key: string) => (definitions[inner!].properties![key] as Schema).default;
      const ofKeys = keys?.map(key => usual(key) === undefined ? key : `${key}=${String(usual(key))}`);
      return isMerged || ofKeys ? `${field}${isMerged ? `:${short(inner)}` : ''}${ofKeys ? `@${ofKeys.join(',')}` : ''}` : [];
    });
    if (fields.length > 0) result[short(ref)] = fields.join(' ');
    return fields.length > 0;
  };
  roots.forEach(visit);
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => a < b ? -1 : 1));
}

/** The types of this library for fields that would need classes of cdk8s-plus-27. */
const OWN_TYPES: Types = {
  containers: 'ContainerPatch[]',
  initContainers: 'ContainerPatch[]',
  lifecycle: 'WorkloadLifecycle',
  livenessProbe: 'WorkloadProbe',
  readinessProbe: 'WorkloadProbe',
  resources: 'WorkloadResources',
  startupProbe: 'WorkloadProbe',
};

/** A field that is newer than cdk8s-plus-27, without which there are no sidecars that start first. */
const RESTART_POLICY: Property = {
  name: 'restartPolicy',
  optional: true,
  type: { primitive: 'string' },
  docs: { summary: 'Only of an init container: `Always` makes it a sidecar, which starts first, and runs as long as the pod.' },
  locationInModule: { line: Infinity },
};

/** The module with the types of a patch of pods. */
export function patchModule({ name, types }: Assembly, mergeKeys: Types): string {
  const prefix = `${name}.k8s.`;
  const spelled = (text: string) => text.replace(/^\{(.*)\}$/, '{ [key: string]: $1 }').replace(/\b(?=[A-Z])/, 'k8s.');
  const struct = (type: string, doc: string, more: readonly Property[] = []) => {
    const keys = new Map((mergeKeys[type] ?? '').split(' ').map(each => each.split(/[:@]/)).map(([field, ...parts]) => [field, parts.at(-1)!]));
    const inOrder = [...types[prefix + type].properties!, ...more].filter(each => !LEFT_OUT.includes(each.name))
      .sort((a, b) => Number(b.name === 'name') - Number(a.name === 'name') || (a.name < b.name ? -1 : 1));
    const fields = inOrder.map(each => {
      const { name: prop, docs, type: of } = each;
      const isKey = prop === 'name';
      const listKeys = of.collection?.kind === 'array' ? keys.get(prop)?.replace(/=\w+/g, '').replace(',', ' and ') : undefined;
      const merged = listKeys === undefined ? '' : ` Merged by ${listKeys}.`;
      const text = `${(docs.summary ?? '').replace(/\s+/g, ' ')}${merged}${isKey ? ' A patch changes the container of this name.' : ''}`;
      const typed = OWN_TYPES[prop] ?? spelled(typeText(of, prefix));
      return `${comment(text, isKey ? undefined : 'not changed')}  readonly ${prop}${isKey ? '' : '?'}: ${typed};\n`;
    });
    return `/** ${doc} */\nexport interface ${type}Patch {\n${fields.join('')}}`;
  };
  return `${[
    '// Generated by build-tools/derive-kubernetes.ts. Do not edit.',
    "import type { k8s } from 'cdk8s-plus-27';\nimport type { WorkloadLifecycle, WorkloadProbe } from './probes';\n"
      + "import type { WorkloadResources } from './props';",
    struct('PodSpec', 'Fields of pods, to be merged into those that the properties of a workload describe.'),
    struct('Container', 'A container of pods: a further one, which has an image, or changes of the one of this name.', [RESTART_POLICY]),
  ].join('\n\n')}\n`;
}

/** The comment of a property, with its default. */
function comment(text: string, usual: string | undefined): string {
  const whole = `${text}${usual === undefined ? '' : ` @default - ${usual}`}`;
  if (whole.length <= 110) return `  /** ${whole} */\n`;
  const lines = text.match(/\S.{0,110}(?= |$)/g)!.map(line => `   * ${line}\n`);
  return `  /**\n${lines.join('')}${usual === undefined ? '' : `   *\n   * @default - ${usual}\n`}   */\n`;
}

/** The kinds without a namespace by their groups; groups that have none, too. */
function byGroup(sets: readonly SchemaSet[]): Types {
  const groups = new Map<string, Set<string>>();
  for (const [version, kinds] of sets.flatMap((set) => Object.entries(set.kinds))) {
    const group = version.includes('/') ? version.split('/')[0] : '';
    const ofCluster = Object.keys(kinds).filter((kind) => !kinds[kind].namespaced);
    groups.set(group, new Set([...groups.get(group) ?? [], ...ofCluster]));
  }
  return Object.fromEntries([...groups].sort(([a], [b]) => a < b ? -1 : 1).map(([group, kinds]) => [group, [...kinds].sort().join(' ')]));
}

function table(name: string, what: string, entries: Types): string {
  const quote = Object.keys(entries).every((key) => /^\w+$/.test(key)) ? '' : "'";
  const lines = Object.entries(entries).map(([key, text]) => `  ${quote}${key}${quote}: ${literal(text)},\n`);
  return `/** ${what} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${lines.join('')}};`;
}

/** A string of words, over several lines where it is long. */
function literal(words: string): string {
  return (words.match(/.{1,100}(?: |$)/g) ?? ['']).map((line) => `'${line}'`).join('\n    + ');
}

/** What is written, by its path from the folder. */
export function derivedFiles(): Record<string, string> {
  const assembly: Assembly = JSON.parse(readFileSync(resolve(require.resolve('cdk8s-plus-27/package.json'), '../.jsii'), 'utf8'));
  const types = typesOf(assembly, ROOTS);
  return {
    'cdk8s-plus-27.json': `${JSON.stringify(types, undefined, 1)}\n`,
    'facts.ts': factsModule(types),
    '../../model/workloads/generic/pod-spec-patch.ts': patchModule(assembly, mergeKeysOf(kubernetesSet(), PATCHED)),
  };
}

if (require.main === module) {
  for (const [name, text] of Object.entries(derivedFiles())) writeFileSync(join(FOLDER, name), text);
}
