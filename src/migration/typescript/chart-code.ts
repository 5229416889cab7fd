import { Chart } from 'cdk8s';
import {
  describeWhy, fitFields, fitMetadata, fitValue, misfit, notA, outsideOfTypes, traitCode, TYPED_TRAITS, TYPED_WORKLOADS,
  workloadCode,
} from './fit';
import { FileLayout, FilePlan, InputDocument, missingIn, remarksOn } from './layout';
import { kebabCase, Names, pascalCase } from './names';
import {
  call, data, Expression, identifier, imported, listLiteral, literal, member, newCall, ObjectField, objectLiteral,
  ofLibrary, PROPS, Statement, THIS,
} from './tree';
import { isObject, listOf } from '../../base/check';
import { Finding, found } from '../../base/findings/finding';
import { OAM_API_VERSION } from '../../base/oam-kind';
import { boundName } from '../../cluster/objects/oam-object';
import { PARAMETERS } from '../../model/application/component';
import { BINDING, TRAIT_ENTRY } from '../../model/application/entry';

/** The code of a file with a chart: its props, with the values of the manifests, and its constructor after `super`. */
export type ChartCode = ReturnType<ChartWriter['write']>;

/** The numbers of workloads, traits and other objects that are written with types of this library, and as they are. */
export interface ProjectParts { typed: number; asTheyAre: number }

/** A statement, and the document that it declares as a whole or in part. */
export interface CodeLine extends Statement { readonly document: InputDocument }

/** A private method of a chart: it declares a component and binds it, or declares another object. */
export interface Method {
  readonly name: string;
  readonly isOfApplication: boolean;
  readonly lines: readonly CodeLine[];
}

/** The applications and components that cannot be written with types, with the reasons. */
type AsTheyAre = ReadonlyMap<InputDocument, readonly Finding[]>;

/** An entry of an application. */
interface Entry {
  readonly index: number;
  readonly value: Record<string, any>;
  readonly component?: InputDocument;
  /** Whether the component is declared with it: it is in the file, and no entry before it binds it. */
  readonly isDeclared: boolean;
}

export const APPLICATION = identifier('application');
const [COMPONENT, BOUND] = [identifier('component'), identifier('binding')];

/** Why an application or a component cannot be written with types. */
export function inexpressibleIn({ role, value: { spec } }: InputDocument): readonly Finding[] {
  if (role === 'component') return isObject(spec.workload) ? [] : misfit(['spec', 'workload'], 'object');
  if (role === 'other') return [];
  return spec.components.flatMap((entry: unknown, i: number): readonly Finding[] => {
    const path = ['spec', 'components', i];
    if (!isObject(entry)) return misfit(path, 'object');
    const { componentName, traits, ...others } = entry;
    if (componentName != null && entry.revisionName != null) return misfit([...path, 'revisionName'], 'both-names');
    if (boundName(entry) === undefined) return misfit([...path, 'componentName'], 'missing');
    const own = typeof componentName === 'string' || componentName === undefined ? others : entry;
    const hasNoTraits = traits !== undefined && listOf(traits).length === 0;
    const ofTraits = listOf(traits).flatMap((each: unknown, j): readonly Finding[] => {
      const at = [...path, 'traits', j];
      if (!isObject(each) || !isObject(each.trait)) return misfit(isObject(each) ? [...at, 'trait'] : at, 'object');
      const { trait: _, ...more } = each;
      return fitFields(more, TRAIT_ENTRY.fields, at).why;
    });
    return [
      ...fitFields(own, BINDING.fields, path).why,
      ...hasNoTraits ? misfit([...path, 'traits'], 'empty') : [],
      ...ofTraits,
    ];
  });
}

/** Writes the code of a file with a chart. */
export class ChartWriter {
  private readonly settings: ProgramSettings;
  private readonly ids = new Names('-');
  private readonly methods = new Names('', Object.getOwnPropertyNames(Chart.prototype));
  private readonly parts: ProjectParts = { typed: 0, asTheyAre: 0 };

  public constructor(
    private readonly plan: FilePlan, private readonly layout: FileLayout, private readonly asTheyAre: AsTheyAre,
  ) {
    this.settings = new ProgramSettings(plan.namespace);
  }

  public write() {
    const { plan, parts, settings: { all: settings } } = this;
    const { documents } = plan;
    const applications = documents.filter(each => this.isTyped(each, 'application'));
    const entries = new Map(applications.map(each => [each, this.entries(each)]));
    const declared = [...entries.values()].flat().filter(({ isDeclared }) => isDeclared);
    const bound = new Set(declared.map(({ component }) => component));
    const others = documents.filter(each => !entries.has(each) && !bound.has(each));
    const body: (CodeLine | Method)[] = [
      ...[...entries].flatMap(([document, all]) => this.application(document, all)),
      ...others.map(each => {
        if (!this.isTyped(each, 'component')) return this.object(each);
        const { name } = each.value.metadata;
        return this.method(name, name, this.component(each, false));
      }),
    ];
    return { plan, settings, body, parts };
  }

  private isTyped(document: InputDocument, role: InputDocument['role']): boolean {
    return document.role === role && !this.asTheyAre.has(document);
  }

  private entries(application: InputDocument): Entry[] {
    const { metadata: { namespace }, spec } = application.value;
    const undeclared = new Set(this.plan.documents.filter(each => this.isTyped(each, 'component')));
    return spec.components.map((value: Entry['value'], index: number) => {
      const component = this.layout.find(value, namespace);
      const isDeclared = component?.value.metadata.namespace === namespace && undeclared.delete(component!);
      return { index, value, component, isDeclared };
    });
  }

  private application(document: InputDocument, entries: readonly Entry[]): (CodeLine | Method)[] {
    const { name } = document.value.metadata;
    const id = this.ids.take(name, `${name}-application`);
    const { metadata, patch } = this.whole(document, id, APPLICATION, ['components']);
    const props = metadata.length > 0 ? [objectLiteral(metadata)] : [];
    const value = newCall(ofLibrary('ApplicationConfiguration'), THIS, literal(id), ...props);
    const constant = entries.length + patch.length > 0 ? { constant: APPLICATION.name } : {};
    return [
      ...this.lifted(name, [{ ...constant, value, comments: remarksOn(document), document }, ...patch]),
      ...entries.map(entry => this.binding(document, entry)),
    ];
  }

  /** The method that binds a component, with its traits. It declares the component, too, unless another place does. */
  private binding(document: InputDocument, { index, value, component, isDeclared }: Entry): Method {
    const about = boundName(value)!;
    const { componentName: _, traits: given, ...others } = value;
    const { props = [] } = fitFields(others, BINDING.fields, []);
    const traits = listOf(given) as readonly Record<string, any>[];
    let [target, whyByName]: [Expression, string[]] = [COMPONENT, []];
    if (!isDeclared) {
      const id = this.ids.take(kebabCase(about, 'component'));
      target = call(member(ofLibrary('Component'), 'fromComponentName'), THIS, literal(id), literal(about));
      const isHere = component?.value.metadata.namespace === document.value.metadata.namespace;
      const why = !component ? 'is not among the manifests'
        : !this.isTyped(component, 'component') ? 'is written as a CustomObject'
          : isHere ? 'is declared elsewhere in this program'
            : 'does not have the namespace of the application in the manifests';
      whyByName = [`component '${about}' ${why}`];
    }
    const options = props.length > 0 ? [objectLiteral(props)] : [];
    const ids = new Names('-');
    const lines = [
      ...isDeclared ? this.component(component!, true) : [],
      {
        ...traits.length > 0 && { constant: BOUND.name },
        value: call(member(APPLICATION, 'addComponent'), target, ...options),
        comments: [...remarksOn(document, index), ...whyByName],
        document,
      },
      ...traits.map(({ trait, ...more }, i) => {
        const code = traitCode(trait);
        const all = [...code.props, ...fitFields(more, TRAIT_ENTRY.fields, []).props ?? []];
        const args = all.length > 0 ? [objectLiteral(all)] : [];
        const construct = newCall(ofLibrary(code.className), BOUND, literal(ids.take(code.id)), ...args);
        const comments = [...remarksOn(document, index, i), ...this.counted(code.comment)];
        return { value: construct, comments, isNext: true, document };
      }),
    ];
    return this.method(about, about, lines, true);
  }

  /** The comment on a part, which has one if it is written as it is. */
  private counted(comment: string | undefined): string[] {
    this.parts[comment === undefined ? 'typed' : 'asTheyAre']++;
    return comment === undefined ? [] : [comment];
  }

  private component(document: InputDocument, isUsed: boolean): CodeLine[] {
    const { metadata: { name }, spec } = document.value;
    const id = this.ids.take(name, `${name}-component`);
    const { expression, comment } = workloadCode(spec.workload);
    const parameters = spec.parameters === undefined ? undefined
      : fitValue(PARAMETERS, spec.parameters, ['spec', 'parameters']).expression;
    const known = ['workload', ...parameters ? ['parameters'] : []];
    const { metadata, patch } = this.whole(document, id, COMPONENT, known);
    const props = objectLiteral([
      ...metadata,
      { key: 'workload', value: expression, comment: this.counted(comment)[0] },
      ...parameters ? [{ key: 'parameters', value: parameters }] : [],
    ]);
    const value = newCall(ofLibrary('Component'), THIS, literal(id), props);
    const constant = isUsed || patch.length > 0 ? { constant: COMPONENT.name } : {};
    return [{ ...constant, value, comments: remarksOn(document), document }, ...patch];
  }

  /** The metadata of a component or an application as a prop, and a patch for its other fields. */
  private whole(document: InputDocument, id: string, construct: Expression, known: readonly string[]) {
    const { apiVersion: _, kind: __, metadata, spec, ...others } = document.value;
    const { props = [], rest = {}, why } = fitMetadata(metadata, { name: id, namespace: this.plan.namespace });
    const ofSpec = Object.keys(spec).filter(key => !known.includes(key)).map(key => ['spec', key]);
    const unknown = [...ofSpec, ...Object.keys(others).map(key => [key])];
    const patches = [...Object.keys(rest).map(key => ['metadata', key]), ...unknown].flatMap(path => {
      // JSON Patch follows no such keys; without them the document is written differently, and then as it is
      if (path.includes('__proto__') || path.includes('prototype')) return [];
      const value = path.reduce((inside, key) => inside[key], document.value);
      const pointer = path.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      return call(member(imported('cdk8s', 'JsonPatch'), 'add'), literal(pointer), data(value));
    });
    const comments = [outsideOfTypes([...why, ...unknown.flatMap(path => misfit(path, 'unknown'))])];
    const object = call(member(imported('cdk8s', 'ApiObject'), 'of'), construct);
    const value = call(member(object, 'addJsonPatch'), ...patches);
    return {
      metadata: props.length > 0 ? [{ key: 'metadata', value: objectLiteral(props) }] : [],
      patch: patches.length > 0 ? [{ value, comments, document }] : [],
    };
  }

  /** The method that declares an object as it is, and the reason. */
  private object(document: InputDocument): Method {
    const { apiVersion, kind, metadata } = document.value;
    const name = isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
    const id = this.ids.take(kebabCase(`${kind} ${name}`, 'object'));
    const props = objectLiteral([{ key: 'manifest', value: data(document.value) }]);
    const value = newCall(ofLibrary('CustomObject'), THIS, literal(id), props);
    const isOfModel = apiVersion === OAM_API_VERSION && (kind === 'ApplicationConfiguration' || kind === 'Component');
    const why = this.asTheyAre.get(document) ?? (isOfModel ? missingIn(document.value) : undefined);
    const type = `${apiVersion} ${kind}`;
    const where = TYPED_TRAITS.has(type) || TYPED_WORKLOADS.has(type) ? ' outside of an application' : '';
    const comment = why ? notA(kind, why)
      : describeWhy(found('not-in-types', '', { reason: 'no-type', type: type + where }));
    return this.method(id, name || id, [{ value, comments: this.counted(comment), document }]);
  }

  /** A method with a name of its own, in whose lines the values that differ between environments are props. */
  private method(declared: string, about: string, lines: readonly CodeLine[], isOfApplication = false): Method {
    const name = this.methods.take(`add${pascalCase(declared, '') || 'Other'}`);
    return { name, isOfApplication, lines: this.lifted(about, lines) };
  }

  private lifted(about: string, lines: readonly CodeLine[]): CodeLine[] {
    return lines.map(line => ({ ...line, value: this.settings.lift(line.value, about) }));
  }
}

/** A prop of a chart. */
interface Setting {
  readonly name: string;
  readonly type: 'string' | 'number' | 'string[]';
  readonly description: string;
  readonly value: Expression;
}

/** Fields whose values differ between environments: the last word of the prop's name, what it is, and its type. */
const FIELDS: Readonly<Record<string, readonly [suffix: string, what: string, type: Setting['type']]>> = {
  image: ['Image', 'Image', 'string'],
  loggingImage: ['LoggingImage', 'Logging image', 'string'],
  fluentdImage: ['FluentdImage', 'Fluentd image', 'string'],
  replicas: ['Replicas', 'Number of replicas', 'number'],
  replicaCount: ['Replicas', 'Number of replicas', 'number'],
  hosts: ['Hosts', 'Hosts', 'string[]'],
};

/** User-defined maps, in which names of fields have no meaning. */
const USER_MAPS = /^(annotations|binaryData|data|labels|matchLabels|nodeSelector|selector|stringData)$/;

const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** The props of a chart: namespace, images, replicas and hosts. */
class ProgramSettings {
  public readonly all: Setting[] = [];
  /** The names of the props of `Chart` are taken. */
  private readonly names = new Names('', ['namespace', 'labels', 'disableResourceNameHashes']);
  /** The props by the name that was wanted, and the value. */
  private readonly known = new Map<string, Expression>();

  public constructor(private readonly namespace: string | undefined) {
    if (namespace === undefined) return;
    const description = 'Namespace of all objects of the chart.';
    this.all.push({ name: 'namespace', type: 'string', description, value: literal(namespace) });
  }

  /** Replaces the values that differ between environments by props; `about` names the component that they belong to. */
  public lift(expression: Expression, about: string, key = ''): Expression {
    const { type } = expression;
    if (type === 'list') return listLiteral(expression.elements.map(element => this.lift(element, about, key)));
    if (type === 'call') return { ...expression, args: expression.args.map(arg => this.lift(arg, about)) };
    if (type !== 'object') return expression;
    const { fields } = expression;
    return objectLiteral(fields.map(field => ({ ...field, value: this.field(field, fields, about, key) })));
  }

  private field(field: ObjectField, siblings: readonly ObjectField[], about: string, around: string): Expression {
    const { key, value } = field;
    if (USER_MAPS.test(key)) return value;
    const isNamespace = key === 'namespace' && value.type === 'literal' && this.namespace !== undefined;
    if (isNamespace && value.value === this.namespace) return member(PROPS, 'namespace');
    const known = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (!known || known[2] !== settingType(value)) return this.lift(value, about, key);
    const [suffix, what, type] = known;
    // a second image of a component has the prop `<component><Container>Image`
    const named = siblings.find(each => each.key === 'name')?.value;
    const owner = named?.type === 'literal' && typeof named.value === 'string' ? named.value : around;
    const pascal = pascalCase(about, 'component') || 'component';
    const component = pascal.charAt(0).toLowerCase() + pascal.slice(1);
    const names = [component + suffix, component + pascalCase(owner, '') + suffix];
    const keys = names.map(each => JSON.stringify([each, value]));
    const same = keys.flatMap(each => this.known.get(each) ?? []);
    if (same.length > 0) return same[0];
    const name = this.names.take(...names);
    const isShort = name === names[0];
    const prop = member(PROPS, name);
    const description = `${what} of ${about}${isShort || owner === '' ? '' : ` (${owner})`}.`;
    this.all.push({ name, type, value, description });
    this.known.set(keys[isShort ? 0 : 1], prop);
    return prop;
  }
}

/** The type of a prop with a value; `undefined` for nothing, a boolean, an object, or a host that matches all. */
function settingType(value: Expression): Setting['type'] | undefined {
  if (value.type === 'list') {
    const isHost = (each: Expression) =>
      each.type === 'literal' && typeof each.value === 'string' && HOST.test(each.value);
    return value.elements.length > 0 && value.elements.every(isHost) ? 'string[]' : undefined;
  }
  const type = value.type === 'literal' ? typeof value.value : undefined;
  return type === 'number' || type === 'string' ? type : undefined;
}
