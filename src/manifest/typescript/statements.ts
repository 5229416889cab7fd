import { InputDocument, remarksOn } from './documents';
import { ApplicationForm, ComponentForm, EntryForm, Form, ObjectForm, Patching, Reference } from './form';
import { Names, constantName } from './names';
import { patchCode } from './overrides';
import { Expression, ObjectField, Statement, THIS, call, create, data, imported, literal, member, name, oam, objectLiteral } from './tree';

/** Statements that belong together: those of one component, one application, one entry of an application, or one object. */
export interface Unit {
  readonly kind: 'component' | 'application' | 'binding' | 'object';
  /** The name of what it is about. */
  readonly about: string;
  readonly statements: readonly Statement[];
  /** The constant that others use, and its type. */
  readonly result?: { readonly constant: string; readonly type: string };
}

/** The same unit with changed values. */
export function withValues(unit: Unit, change: (value: Expression) => Expression): Unit {
  return { ...unit, statements: unit.statements.map(each => ({ ...each, value: change(each.value) })) };
}

/** The statements of documents, in their order. */
export function unitsOf(forms: readonly Form[]): Unit[] {
  const writer = new Writer();
  return forms.flatMap(form => writer.units(form));
}

class Writer {
  private readonly names = new Names('');
  private readonly declared = new Map<InputDocument, Expression>();

  public units(form: Form): Unit[] {
    switch (form.type) {
      case 'component':
        return [this.component(form)];
      case 'application':
        return this.application(form);
      case 'object':
        return [objectUnit(form)];
    }
  }

  private component({ document, id, metadata, workload, parameters, patching }: ComponentForm): Unit {
    const about = document.value.metadata.name;
    const constant = constantName(this.names, about, 'component');
    this.declared.set(document, name(constant));
    const own: ObjectField = { key: 'workload', value: workload.expression, comment: workload.comment };
    const props = objectLiteral([...metadata, own, ...parameters ? [{ key: 'parameters', value: parameters }] : []]);
    const value = create(oam('Component'), THIS, literal(id), props);
    const statements = [{ constant, value, comments: remarksOn(document) }, ...patchStatement(patching, constant)];
    return { kind: 'component', about, statements, result: { constant, type: 'Component' } };
  }

  private application({ document, id, metadata, entries, patching }: ApplicationForm): Unit[] {
    const about = document.value.metadata.name;
    const constant = constantName(this.names, about, 'application');
    const value = create(oam('ApplicationConfiguration'), THIS, literal(id), ...metadata.length > 0 ? [objectLiteral(metadata)] : []);
    const statement = { constant, value, comments: remarksOn(document) };
    const bindings = entries.map(entry => this.binding(document, constant, entry));
    const own: Omit<Unit, 'statements'> = { kind: 'application', about, result: { constant, type: 'ApplicationConfiguration' } };
    const patch = patchStatement(patching, constant);
    return [
      { ...own, statements: [statement] },
      ...bindings.map((unit, i) => i > 0 && isPlain(unit) && isPlain(bindings[i - 1]) ? nextTo(unit) : unit),
      ...patch.length > 0 ? [{ kind: own.kind, about, statements: patch }] : [],
    ];
  }

  private binding(document: InputDocument, application: string, { index, bound, component, options, traits }: EntryForm): Unit {
    const constant = constantName(this.names, `${bound}-binding`, 'component');
    const isReference = 'comment' in component;
    const target = isReference ? referenceTo(bound, component) : this.declared.get(component)!;
    const value = call(member(name(application), 'addComponent'), target, ...options.length > 0 ? [objectLiteral(options)] : []);
    const added: Statement[] = traits.map(({ index: place, id, code, comment }) => ({
      value: code.make(name(constant), id),
      comments: [...remarksOn(document, index, place), ...comment === undefined ? [] : [comment]],
      isNext: true,
    }));
    const comments = [...remarksOn(document, index), ...isReference ? [component.comment] : []];
    return { kind: 'binding', about: bound, statements: [{ ...added.length > 0 && { constant }, value, comments }, ...added] };
  }
}

function referenceTo(bound: string, { id }: Reference): Expression {
  return call(member(oam('Component'), 'fromComponentName'), THIS, literal(id), literal(bound));
}

/** The same binding directly below another one, without a blank line. */
function nextTo(unit: Unit): Unit {
  return { ...unit, statements: [{ ...unit.statements[0], isNext: true }] };
}

function isPlain({ statements: [first, ...others] }: Unit): boolean {
  return others.length === 0 && first.comments.length === 0;
}

function objectUnit({ document, id, comment }: ObjectForm): Unit {
  const value = create(oam('CustomObject'), THIS, literal(id), objectLiteral([{ key: 'manifest', value: data(document.value) }]));
  return { kind: 'object', about: id, statements: [{ value, comments: [comment] }] };
}

function patchStatement(patching: Patching | undefined, constant: string): Statement[] {
  if (!patching) return [];
  const target = call(member(imported('cdk8s', 'ApiObject'), 'of'), name(constant));
  return [{ value: call(member(target, 'addJsonPatch'), ...patching.patches.map(patchCode)), comments: patching.comments }];
}
