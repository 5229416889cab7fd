import { Chart } from 'cdk8s';
import { InputDocument, missingIn, remarksOn } from './documents';
import { fitFields, fitValue, metadataFit, misfit } from './fit';
import { FilePlan, FileLayout } from './layout';
import { Names, kebabCase, pascalCase } from './names';
import { Setting, ProgramSettings } from './settings';
import {
  Expression, ObjectField, Statement, THIS, call, create, data, imported, literal, member, name, oam, objectLiteral,
} from './tree';
import {
  describeWhy, notA, outsideOfTypes, traitCode, TYPED_TRAITS, TYPED_WORKLOADS, workloadCode,
} from './typed-code';
import { PARAMETERS } from '../../model/application/component';
import { BINDING, TRAIT_ENTRY } from '../../model/application/entry';
import { Finding, found } from '../../base/findings/finding';
import { isObject, listOf } from '../../base/check';
import { OAM_API_VERSION } from '../../base/oam-kind';
import { boundName } from '../../cluster/objects/oam-object';

/** The code of a file with a chart. */
export interface ChartCode {
  readonly plan: FilePlan;
  /** The props of the chart, with the values of the manifests. */
  readonly settings: readonly Setting[];
  /** The constructor after the call of `super`: statements, and calls of methods. */
  readonly body: readonly (CodeLine | Method)[];
  readonly parts: ProjectParts;
}

/**
 * The numbers of workloads, traits and other objects that are written with types of this library, and of those that are
 * not.
 */
export interface ProjectParts {
  typed: number;
  asTheyAre: number;
}

/** A statement, and the document that it declares as a whole or in part. */
export interface CodeLine extends Statement {
  readonly document: InputDocument;
}

/** A private method of a chart: it declares a component and binds it, or declares another object. */
export interface Method {
  readonly name: string;
  /** Whether it is given the application. */
  readonly isOfApplication: boolean;
  readonly lines: readonly CodeLine[];
}

/** The applications and components that cannot be written with types, with the reasons. */
type AsTheyAre = ReadonlyMap<InputDocument, readonly Finding[]>;

/** An entry of an application. */
interface Entry {
  readonly index: number;
  readonly value: Record<string, any>;
  /** The component among the manifests that it binds. */
  readonly component?: InputDocument;
  /** Whether the component is declared with it: it is in the file, and no entry before it binds it. */
  readonly isDeclared: boolean;
}

export const APPLICATION = name('application');
const [COMPONENT, BOUND] = [name('component'), name('binding')];

/** Why an application or a component cannot be written with types. */
export function inexpressible({ role, value: { spec } }: InputDocument): readonly Finding[] {
  if (role === 'component') return isObject(spec.workload) ? [] : misfit(['spec', 'workload'], 'object').why;
  if (role === 'other') return [];
  return spec.components.flatMap((entry: unknown, i: number): readonly Finding[] => {
    const path = ['spec', 'components', i];
    if (!isObject(entry)) return misfit(path, 'object').why;
    if (entry.componentName != null && entry.revisionName != null) return misfit([...path, 'revisionName'], 'both-names').why;
    if (boundName(entry) === undefined) return misfit([...path, 'componentName'], 'missing').why;
    const { componentName, traits, ...others } = entry;
    const own = typeof componentName === 'string' || componentName === undefined ? others : entry;
    const noTraits = traits !== undefined && listOf(traits).length === 0 ? misfit([...path, 'traits'], 'empty').why : [];
    return [...fitFields(own, BINDING.fields, path).why, ...noTraits, ...listOf(traits).flatMap((each: unknown, j): readonly Finding[] => {
      const at = [...path, 'traits', j];
      if (!isObject(each) || !isObject(each.trait)) return misfit(isObject(each) ? [...at, 'trait'] : at, 'object').why;
      const { trait: _, ...more } = each;
      return fitFields(more, TRAIT_ENTRY.fields, at).why;
    })];
  });
}

export class ChartWriter {
  private readonly settings: ProgramSettings;
  private readonly ids = new Names('-');
  private readonly methods = new Names('', Object.getOwnPropertyNames(Chart.prototype));
  private readonly parts: ProjectParts = { typed: 0, asTheyAre: 0 };

  public constructor(private readonly plan: FilePlan, private readonly layout: FileLayout, private readonly asTheyAre: AsTheyAre) {
    this.settings = new ProgramSettings(plan.namespace);
  }

  public write(): ChartCode {
    const { plan, parts, settings: { all: settings } } = this;
    const { documents } = plan;
    const entries = new Map(documents.filter(each => this.isTyped(each, 'application')).map(each => [each, this.entries(each)]));
    const bound = new Set([...entries.values()].flat().map(({ isDeclared, component }) => isDeclared ? component : undefined));
    const others = documents.filter(each => !entries.has(each) && !bound.has(each));
    const body = [
      ...[...entries].flatMap(([document, all]) => this.application(document, all)),
      ...others.map(each => this.isTyped(each, 'component') ? this.unbound(each) : this.object(each)),
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
    const { name: own } = document.value.metadata;
    const id = this.ids.take(own, `${own}-application`);
    const { metadata, patch } = this.whole(document, id, APPLICATION, ['components']);
    const value = create(oam('ApplicationConfiguration'), THIS, literal(id), ...metadata.length > 0 ? [objectLiteral(metadata)] : []);
    const constant = entries.length + patch.length > 0 ? { constant: APPLICATION.name } : {};
    return [
      ...this.lifted(own, [{ ...constant, value, comments: remarksOn(document), document }, ...patch]),
      ...entries.map(entry => this.binding(document, entry)),
    ];
  }

  /**
   * The method that binds a component, with its traits. It declares the component, too, unless that is declared
   * elsewhere.
   */
  private binding(document: InputDocument, { index, value, component, isDeclared }: Entry): Method {
    const about = boundName(value)!;
    const { componentName: _, traits: given, ...others } = value;
    const { props = [] } = fitFields(others, BINDING.fields, []);
    const traits = listOf(given) as readonly Record<string, any>[];
    const ids = new Names('-');
    const target = isDeclared ? COMPONENT
      : call(member(oam('Component'), 'fromComponentName'), THIS, literal(this.ids.take(kebabCase(about, 'component'))), literal(about));
    const lines = [
      ...isDeclared ? this.component(component!, true) : [],
      {
        ...traits.length > 0 && { constant: BOUND.name },
        value: call(member(APPLICATION, 'addComponent'), target, ...props.length > 0 ? [objectLiteral(props)] : []),
        comments: [...remarksOn(document, index), ...isDeclared ? [] : [`component '${about}' ${this.whyByName(document, component)}`]],
        document,
      },
      ...traits.map(({ trait, ...more }, i) => {
        const code = traitCode(trait);
        const all = [...code.props, ...fitFields(more, TRAIT_ENTRY.fields, []).props ?? []];
        const construct = create(oam(code.className), BOUND, literal(ids.take(code.id)), ...all.length > 0 ? [objectLiteral(all)] : []);
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

  private whyByName(application: InputDocument, component: InputDocument | undefined): string {
    if (!component) return 'is not among the manifests';
    if (!this.isTyped(component, 'component')) return 'is written as a CustomObject';
    return component.value.metadata.namespace === application.value.metadata.namespace
      ? 'is declared elsewhere in this program' : 'does not have the namespace of the application in the manifests';
  }

  private component(document: InputDocument, isUsed: boolean): CodeLine[] {
    const { metadata: { name: own }, spec } = document.value;
    const id = this.ids.take(own, `${own}-component`);
    const { expression, comment } = workloadCode(spec.workload);
    const parameters = spec.parameters === undefined ? undefined : fitValue(PARAMETERS, spec.parameters, ['spec', 'parameters']).expression;
    const { metadata, patch } = this.whole(document, id, COMPONENT, ['workload', ...parameters ? ['parameters'] : []]);
    const workload: ObjectField = { key: 'workload', value: expression, comment: this.counted(comment)[0] };
    const props = objectLiteral([...metadata, workload, ...parameters ? [{ key: 'parameters', value: parameters }] : []]);
    const constant = isUsed || patch.length > 0 ? { constant: COMPONENT.name } : {};
    return [{ ...constant, value: create(oam('Component'), THIS, literal(id), props), comments: remarksOn(document), document }, ...patch];
  }

  /**
   * The metadata of a component or an application as a prop, and a patch for fields that it has beside those known in
   * its spec.
   */
  private whole(document: InputDocument, id: string, construct: Expression, known: readonly string[]) {
    const { apiVersion: _, kind: __, metadata, spec, ...others } = document.value;
    const { props = [], rest = {}, why } = metadataFit(metadata, { name: id, namespace: this.plan.namespace });
    const ofSpec = Object.keys(spec).filter(key => !known.includes(key)).map(key => ['spec', key]);
    const unknown = [...ofSpec, ...Object.keys(others).map(key => [key])];
    const patches = [...Object.keys(rest).map(key => ['metadata', key]), ...unknown].flatMap(path => {
      // JSON Patch follows no such keys; without them the document is written differently, and then as it is
      if (path.includes('__proto__') || path.includes('prototype')) return [];
      const value = path.reduce((inside, key) => inside[key], document.value);
      const pointer = path.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      return call(member(imported('cdk8s', 'JsonPatch'), 'add'), literal(pointer), data(value));
    });
    const comments = [outsideOfTypes([...why, ...unknown.flatMap(path => misfit(path, 'unknown').why)])];
    const value = call(member(call(member(imported('cdk8s', 'ApiObject'), 'of'), construct), 'addJsonPatch'), ...patches);
    return {
      metadata: props.length > 0 ? [{ key: 'metadata', value: objectLiteral(props) }] : [],
      patch: patches.length > 0 ? [{ value, comments, document }] : [],
    };
  }

  private unbound(document: InputDocument): Method {
    const { name: own } = document.value.metadata;
    return this.method(own, own, this.component(document, false));
  }

  /** The method that declares an object as it is. */
  private object(document: InputDocument): Method {
    const { kind, metadata } = document.value;
    const own = isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
    const id = this.ids.take(kebabCase(`${kind} ${own}`, 'object'));
    const value = create(oam('CustomObject'), THIS, literal(id), objectLiteral([{ key: 'manifest', value: data(document.value) }]));
    const lines = [{ value, comments: this.counted(this.whyAsItIs(document)), document }];
    return this.method(id, own || id, lines);
  }

  private whyAsItIs(document: InputDocument): string {
    const { apiVersion, kind } = document.value;
    const why = this.asTheyAre.get(document);
    if (why) return notA(kind, why);
    const isOfModel = apiVersion === OAM_API_VERSION && (kind === 'ApplicationConfiguration' || kind === 'Component');
    if (isOfModel) return notA(kind, missingIn(document.value));
    const type = `${apiVersion} ${kind}`;
    const where = TYPED_TRAITS.has(type) || TYPED_WORKLOADS.has(type) ? ' outside of an application' : '';
    return describeWhy(found('not-in-types', '', { reason: 'no-type', type: type + where }));
  }

  /** A method with a name of its own, in whose lines the values that differ between environments are props. */
  private method(declared: string, about: string, lines: readonly CodeLine[], isOfApplication = false): Method {
    return { name: this.methods.take(`add${pascalCase(declared, '') || 'Other'}`), isOfApplication, lines: this.lifted(about, lines) };
  }

  private lifted(about: string, lines: readonly CodeLine[]): CodeLine[] {
    return lines.map(line => ({ ...line, value: this.settings.lift(line.value, about) }));
  }
}
