import { App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { InputDocument } from './documents';
import { fitFields, misfit } from './fit';
import { ApplicationForm, Attempt, EntryForm, Form, Left, Reference, TraitForm, attempt, Patch, TraitCode } from './form';
import { Components, FilePlan } from './grouping';
import { Names, kebabCase } from './names';
import { completed } from './overrides';
import { run } from './run-code';
import { fieldsOf, metadataProp } from './shapes';
import { customTrait, traitId, typedTrait, writesTrait } from './trait-code';
import { ObjectField, literal, name, objectLiteral } from './tree';
import { ApplicationConfiguration } from '../../application/application-configuration';
import { Component, IComponent } from '../../application/component';
import { ComponentBinding } from '../../application/component-binding';
import { BINDING } from '../../application/entry';
import { Finding } from '../../findings/finding';
import { isObject, listOf } from '../../private/check';
import { boundName } from '../model/oam-object';

const BINDING_FIELDS = fieldsOf(BINDING);

/** The construct and the form of a part, or what is left over if there is none. */
type Made<F> = { readonly construct: IConstruct; readonly form: F } | { readonly construct?: undefined; readonly left: Left };

/** An entry that was bound, with its traits. */
interface MadeEntry {
  readonly entry: Omit<EntryForm, 'traits'>;
  readonly value: Record<string, any>;
  readonly traits: readonly Made<TraitForm>[];
}

const BINDING_ID = 'binding';

/** An application in the model, with the entries and traits that the constructors accept. */
export class ModelledApplication {
  public readonly made?: ApplicationConfiguration;
  /** The findings against it, if it was not created. */
  public readonly why: readonly Finding[];
  private readonly metadata: readonly ObjectField[];
  private readonly entries: readonly Made<MadeEntry>[];

  public constructor(
    public readonly document: InputDocument,
    public readonly id: string,
    private readonly chart: ChartModel,
    private readonly formOf: (component: InputDocument) => Form,
    private readonly components: Components,
  ) {
    const { metadata, spec } = document.value;
    this.metadata = metadataProp(metadata, id, chart.namespace);
    const result = attempt(() => new ApplicationConfiguration(chart.chart, id, run(objectLiteral(this.metadata))));
    this.made = result.made;
    this.why = result.made ? [] : result.why;
    this.entries = result.made ? spec.components.map((entry: unknown, i: number) => this.entry(result.made, entry, i)) : [];
  }

  /** The form without the parts that the tree rejects, or the reason why the application is written as it is. */
  public form(blamed: ReadonlyMap<IConstruct, readonly Finding[]>): ApplicationForm | { readonly why: string } {
    const { document, id, metadata, made } = this;
    const entries = this.entries.map((each, i) => without(each, blamed, ['spec', 'components', i], document.value.spec.components[i]));
    const kept = entries.flatMap(each => each.construct ? this.withoutTraits(each.construct, each.form, blamed) : []);
    const left = [...entries.flatMap(each => each.construct ? [] : each.left), ...kept.flatMap(each => each.left)];
    const complete = completed(made!, document, left, insertions(left, kept.map(each => each.form)));
    if ('why' in complete) return complete;
    const forms = kept.map(({ form: { entry, traits } }): EntryForm => ({ ...entry, traits: traits.map(formOfMade) }));
    return { type: 'application', document, id, metadata, entries: forms, ...complete };
  }

  private withoutTraits(binding: IConstruct, { entry, value, traits }: MadeEntry, blamed: ReadonlyMap<IConstruct, readonly Finding[]>) {
    const path = ['spec', 'components', entry.index, 'traits'];
    const all = traits.map((each, i) => without(each, blamed, [...path, i], value.traits[i]));
    const left = all.flatMap(each => each.construct ? [] : each.left);
    return { construct: binding, left, form: { entry, value, traits: all.filter(each => each.construct) } };
  }

  private entry(application: ApplicationConfiguration, value: unknown, index: number): Made<MadeEntry> {
    const path = ['spec', 'components', index];
    const why = problemOf(value, path);
    const bound = boundName(value);
    if (why.length > 0 || bound === undefined || !isObject(value)) return { left: { path, value, why } };
    const component = this.component(bound);
    const referred = attempt(() => this.construct(component, bound));
    if (!referred.made) return { left: { path, value, why: referred.why } };
    const { binding, options } = this.bound(application, referred.made, value);
    if (!binding.made) return { left: { path, value, why: binding.why } };
    const ids = new Names('-');
    const traits = listOf(value.traits).map((trait, i) => this.trait(binding.made!, trait, i, [...path, 'traits', i], ids));
    return { construct: binding.made, form: { entry: { index, bound, component, options }, value, traits } };
  }

  /** Binds a component with the options that the types express. If the model rejects them, binds it without, and they are patched in. */
  private bound(application: ApplicationConfiguration, component: IComponent, value: Record<string, unknown>) {
    const bind = (options: readonly ObjectField[]) => attempt(() => application.addComponent(component, run(objectLiteral(options))));
    const { componentName: _, revisionName, traits: __, ...others } = value;
    const revision = typeof revisionName === 'string' ? [{ key: 'revisionName', value: literal(revisionName) }] : [];
    const all = [...revision, ...fitFields(others, BINDING_FIELDS, []).props ?? []];
    const binding = bind(all);
    return binding.made || all.length === revision.length ? { binding, options: all } : { binding: bind(revision), options: revision };
  }

  private trait(binding: ComponentBinding, value: unknown, index: number, path: Left['path'], ids: Names): Made<TraitForm> {
    if (!isObject(value)) return { left: { path, value, why: misfit(path, 'object').why } };
    if (!isObject(value.trait)) return { left: { path, value, why: misfit([...path, 'trait'], 'object').why } };
    const id = ids.take(traitId(value.trait));
    const typed = typedTrait(value);
    const best = 'code' in typed ? this.add(binding, id, typed.code, value.trait) : { why: typed.why };
    if ('code' in typed && best.made) return { construct: best.made, form: { index, id, code: typed.code } };
    const custom = customTrait(value, best.made ? [] : best.why);
    const other = this.add(binding, id, custom.code, value.trait);
    if (other.made) return { construct: other.made, form: { index, id, ...custom } };
    ids.release(id);
    return { left: { path, value, why: other.why } };
  }

  private add(binding: ComponentBinding, id: string, code: TraitCode, trait: unknown): Attempt<IConstruct> {
    const result = attempt((): IConstruct => run(code.make(name(BINDING_ID), id), new Map([[BINDING_ID, binding]])));
    if (result.made && writesTrait(result.made, trait)) return result;
    binding.node.tryRemoveChild(id);
    return result.made ? { why: misfit([], 'changed').why } : result;
  }

  /** The component that an entry binds: the one in the same file, or else a reference by its name. */
  private component(bound: string): InputDocument | Reference {
    const { metadata: { namespace } } = this.document.value;
    const document = this.components.find(bound, namespace);
    const isHere = document !== undefined && this.chart.documents.has(document) && this.formOf(document).type === 'component';
    if (isHere && document.value.metadata.namespace === namespace) return document;
    const comment = `component '${bound}' ${this.whyByName(document, isHere)}`;
    return { id: this.chart.ids.take(kebabCase(bound, 'component')), comment };
  }

  private whyByName(document: InputDocument | undefined, isHere: boolean): string {
    if (!document) return 'is not among the manifests';
    if (isHere) return 'does not have the namespace of the application in the manifests';
    return this.formOf(document).type === 'component' ? 'is declared in another file' : 'is written as a CustomObject';
  }

  private construct(component: InputDocument | Reference, bound: string): IComponent {
    const { chart } = this.chart;
    if ('comment' in component) return Component.fromComponentName(chart, component.id, bound);
    return chart.node.findChild(this.formOf(component).id) as Component;
  }
}

/** A part, or what is left over if the tree rejects it. Then the construct is removed. */
function without<F>(made: Made<F>, blamed: ReadonlyMap<IConstruct, readonly Finding[]>, path: Left['path'], value: unknown): Made<F> {
  const why = made.construct && blamed.get(made.construct);
  if (!why) return made;
  const { scope, id } = made.construct.node;
  scope!.node.tryRemoveChild(id);
  return { left: { path, value, why } };
}

function formOfMade(made: Made<TraitForm>): TraitForm {
  return (made as { readonly form: TraitForm }).form;
}

/**
 * The patches that insert what is left over, entries first, because the paths of traits count all entries. An entry without any trait in
 * code gets its whole list at once.
 */
function insertions(left: readonly Left[], entries: readonly MadeEntry[]): Patch[] {
  const add = ({ path, value }: Pick<Left, 'path' | 'value'>): Patch => ({ operation: 'add', path, value });
  const [ofEntries, ofTraits] = [left.filter(({ path }) => path.length === 3), left.filter(({ path }) => path.length > 3)];
  const bare = new Map(entries.filter(({ traits }) => traits.length === 0).map(({ entry, value }) => [entry.index, value]));
  const lists = [...bare].filter(([, value]) => listOf(value.traits).length > 0)
    .map(([index, value]) => add({ path: ['spec', 'components', index, 'traits'], value: value.traits }));
  return [...ofEntries.map(add), ...lists, ...ofTraits.filter(({ path }) => !bare.has(path[2] as number)).map(add)];
}

function problemOf(entry: unknown, path: Left['path']): readonly Finding[] {
  if (!isObject(entry)) return misfit(path, 'object').why;
  if (entry.componentName != null && entry.revisionName != null) return misfit([...path, 'revisionName'], 'both-names').why;
  return boundName(entry) === undefined ? misfit([...path, 'componentName'], 'missing').why : [];
}

/** The chart of a file, in which its constructs are created once to collect the findings of the model. */
export class ChartModel {
  public readonly ids = new Names('-');
  public readonly chart: Chart;
  /** The namespace that all its components and applications share, if there is one. */
  public readonly namespace?: string;
  public readonly documents: ReadonlySet<InputDocument>;

  public constructor(app: App, public readonly plan: FilePlan) {
    this.documents = new Set(plan.documents);
    this.namespace = namespaceOf(plan.documents);
    this.chart = new Chart(app, plan.name, { namespace: this.namespace });
  }

  /** Removes a construct that was not created, or is not wanted, and releases its id. */
  public remove(id: string): void {
    this.chart.node.tryRemoveChild(id);
    this.ids.release(id);
  }
}

function namespaceOf(documents: readonly InputDocument[]): string | undefined {
  const typed = documents.filter(({ role }) => role !== 'other');
  const namespaces = new Set(typed.map(({ value: { metadata } }) => isObject(metadata) ? metadata.namespace : undefined));
  const [only] = namespaces;
  return namespaces.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}
