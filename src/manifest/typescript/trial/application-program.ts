import { ApiObject } from 'cdk8s';
import type { ChartProgram } from './chart-program';
import { patchDocument } from './patch-document';
import type { Trial } from './trial';
import { ApplicationConfiguration } from '../../../application/application-configuration';
import { isObject, listOf } from '../../../private/check';
import { grouped } from '../../../private/grouped';
import { metadataProp } from '../code/metadata-code';
import { traitCodes, traitId } from '../code/trait-code';
import { Level } from '../demotions';
import { InputDocument, remarksOn } from '../documents';
import { boundName } from '../grouping';
import type { Patch } from '../patches';
import { isSame } from '../same';
import { BINDING_FIELDS } from '../shapes/documents';
import { fitFields } from '../shapes/fit';
import { kebabCase, Names } from '../syntax/names';
import { call, create, Expression, Field, literal, member, name, oam, objectLiteral, THIS } from '../syntax/tree';

/** Writes an application by its type, with the constants of the components in its file. Where that cannot be, it is an object in the next trial. */
export function addApplication(
  document: InputDocument, id: string, program: ChartProgram, trial: Trial, declared: ReadonlyMap<InputDocument, Expression>,
): void {
  new ApplicationProgram(document, id, program, trial, declared).add();
}

/** An entry of the application that is written, with its traits. */
interface Entry {
  /** Its place among all entries. */
  readonly index: number;
  readonly value: Record<string, any>;
  /** The places of the traits that are written, among all traits of the entry. */
  readonly traits: number[];
}

/** What no construct says. */
interface Left {
  readonly entry: number;
  readonly trait?: number;
  readonly field: string;
  readonly value: unknown;
  readonly why: string;
}

class ApplicationProgram {
  private readonly constant: string;
  private readonly entries: Entry[] = [];
  private readonly left: Left[] = [];
  /** Whether the line before binds a component without traits. */
  private isInList = false;

  public constructor(
    private readonly document: InputDocument,
    private readonly id: string,
    private readonly program: ChartProgram,
    private readonly trial: Trial,
    private readonly declared: ReadonlyMap<InputDocument, Expression>,
  ) {
    this.constant = program.names.take(document.value.metadata.name, 'application');
  }

  public add(): void {
    const { document, id, program, trial: { demotions } } = this;
    const { metadata, spec } = document.value;
    const known = demotions.count;
    const props = metadataProp(metadata, id, program.namespace);
    const value = create(oam('ApplicationConfiguration'), THIS, literal(id), ...props.length > 0 ? [objectLiteral(props)] : []);
    const part = { document: document.index };
    const statement = { constant: this.constant, value, comments: remarksOn(document) };
    const application = program.add<ApplicationConfiguration>(statement, part, Level.CUSTOM);
    if (!application) return;
    spec.components.forEach((entry: unknown, i: number) => this.addEntry(entry, i));
    this.checkTraits(ApiObject.of(application).toJson());
    // what has been refused is written in another way in the next trial
    if (demotions.count > known) return;
    patchDocument(program, this.trial, document, application, this.constant, { patches: this.patches(), why: this.left });
  }

  private addEntry(value: unknown, index: number): void {
    const { program, trial: { demotions, traits: counts } } = this;
    const part = { document: this.document.index, entry: index };
    const level = demotions.levelOf(part);
    const bound = boundName(value);
    const why = level === Level.WHOLE ? demotions.whyOf(part) : problemOf(value);
    if (why !== undefined || bound === undefined || !isObject(value)) {
      this.left.push({ entry: index, field: `spec.components[${index}]`, value, why: String(why) });
      counts.custom += listOf((value as any)?.traits).length;
      return;
    }
    const traits = listOf(value.traits);
    const { component, comment } = this.component(bound);
    const options = optionsOf(value, level);
    const constant = program.names.take(`${bound}-binding`, 'component');
    const comments = [...remarksOn(this.document, index), ...comment === undefined ? [] : [comment]];
    const isPlain = traits.length === 0 && comments.length === 0;
    const made = program.add({
      constant,
      value: call(member(name(this.constant), 'addComponent'), component, ...options.length > 0 ? [objectLiteral(options)] : []),
      comments,
      isNext: isPlain && this.isInList,
    }, part, level + 1);
    this.isInList = isPlain;
    if (!made) return;
    const entry: Entry = { index, value, traits: [] };
    this.entries.push(entry);
    const ids = new Names('-');
    traits.forEach((trait, i) => this.addTrait(trait, i, entry, constant, ids));
  }

  private addTrait(value: unknown, index: number, entry: Entry, binding: string, ids: Names): void {
    const { program, trial: { demotions, traits: counts } } = this;
    const part = { document: this.document.index, entry: entry.index, trait: index };
    const level = demotions.levelOf(part);
    const codes = traitCodes(value, level === Level.CUSTOM ? demotions.whyOf(part) : undefined);
    if (level === Level.WHOLE || typeof codes === 'string') {
      const why = String(level === Level.WHOLE ? demotions.whyOf(part) : codes);
      this.left.push({ entry: entry.index, trait: index, field: `spec.components[${entry.index}].traits[${index}]`, value, why });
      counts.custom++;
      return;
    }
    const [code] = codes;
    const id = ids.take(traitId((value as any).trait));
    const comments = [...remarksOn(this.document, entry.index, index), ...code.comment === undefined ? [] : [code.comment]];
    const statement = { value: code.make(name(binding), id), comments, isNext: true };
    if (!program.add(statement, part, code.isTyped ? Level.CUSTOM : Level.WHOLE)) return;
    entry.traits.push(index);
    counts[code.isTyped ? 'typed' : 'custom']++;
  }

  /** The component that an entry binds, by its constant where the program has it, else by its name. */
  private component(bound: string): { readonly component: Expression; readonly comment?: string } {
    const { metadata: { namespace } } = this.document.value;
    const document = this.trial.components.find(bound, namespace);
    const constant = document && this.declared.get(document);
    if (constant && document.value.metadata.namespace === namespace) return { component: constant };
    const id = this.program.ids.take(kebabCase(bound, 'component'));
    const component = call(member(oam('Component'), 'fromComponentName'), THIS, literal(id), literal(bound));
    return { component, comment: `component '${bound}' ${this.whyByName(document, constant !== undefined)}` };
  }

  private whyByName(document: InputDocument | undefined, isHere: boolean): string {
    if (!document) return 'is not among the manifests';
    if (isHere) return 'has not the namespace of the application in the manifests';
    const isTyped = this.trial.demotions.levelOf({ document: document.index }) === Level.TYPED;
    return isTyped ? 'is declared in another file' : 'is written as a CustomObject';
  }

  /** What is written of a trait must be what stands in the manifest. */
  private checkTraits(json: any): void {
    const { trial: { demotions }, document } = this;
    this.entries.forEach(({ index, value, traits }, i) => traits.forEach((trait, j) => {
      const part = { document: document.index, entry: index, trait };
      if (isSame(json.spec.components[i].traits[j].trait, value.traits[trait].trait)) return;
      demotions.demote(part, demotions.levelOf(part) + 1, 'it would change what is written');
    }));
  }

  /** Puts in what is left, entries first: the places of traits are those in the whole list. An entry without any gets all at once. */
  private patches(): Patch[] {
    const entries = this.left.filter(({ trait }) => trait === undefined).map(({ entry, value }) => added(value, entry));
    const leftOf = grouped(this.left.filter(({ trait }) => trait !== undefined), ({ entry }) => [entry]);
    const traits = this.entries.flatMap(({ index, value, traits: { length } }) => {
      const left = leftOf.get(index) ?? [];
      if (length === 0) return left.length > 0 ? [added(value.traits, index, 'traits')] : [];
      return left.map(({ trait, value: each }) => added(each, index, 'traits', trait!));
    });
    return [...entries, ...traits];
  }
}

function added(value: unknown, ...path: (string | number)[]): Patch {
  return { operation: 'add', path: ['spec', 'components', ...path], value };
}

function problemOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  if (entry.componentName != null && entry.revisionName != null) return 'it has both a componentName and a revisionName';
  return boundName(entry) === undefined ? 'it names no component' : undefined;
}

/** How the component is bound, as far as the types say it. */
function optionsOf({ componentName: _, revisionName, traits: __, ...others }: Record<string, any>, level: Level): Field[] {
  const revision = typeof revisionName === 'string' ? [{ key: 'revisionName', value: literal(revisionName) }] : [];
  return [...revision, ...level === Level.TYPED ? fitFields(others, BINDING_FIELDS, []).props ?? [] : []];
}
