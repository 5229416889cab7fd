import { ApiObject } from 'cdk8s';
import { addApplication } from './application-program';
import { ChartProgram } from './chart-program';
import { checkTree } from './check-tree';
import { addComponent } from './component-program';
import { Trial } from './trial';
import { isObject } from '../../../private/check';
import { WorkloadCode } from '../code/workload-code';
import { Demotions, Level } from '../demotions';
import { InputDocument } from '../documents';
import { Components, FilePlan } from '../grouping';
import { Expression } from '../syntax/tree';

/** A program that writes what the manifests say. */
export interface Built {
  readonly programs: readonly ChartProgram[];
  readonly trial: Trial;
}

/** Writes programs for the files, until one writes all that stands in the manifests, and nothing else. */
export function build(documents: readonly InputDocument[], files: readonly FilePlan[], components: Components): Built {
  const demotions = new Demotions();
  const codes = new Map<InputDocument, WorkloadCode | string>();
  for (;;) {
    const known = demotions.count;
    const trial = new Trial(components, demotions, codes);
    const programs = files.map(file => buildFile(file, trial));
    if (demotions.count === known) checkTree(documents, trial);
    if (demotions.count > known) continue;
    const made = trial.app.node.findAll().filter(ApiObject.isApiObject).length;
    if (made !== documents.length) throw new Error(`${made} objects are made of ${documents.length} documents`);
    return { programs, trial };
  }
}

function buildFile(file: FilePlan, trial: Trial): ChartProgram {
  const { demotions } = trial;
  for (const document of file.documents) {
    const why = problemOf(document);
    if (why !== undefined) demotions.demote({ document: document.index }, Level.CUSTOM, why);
  }
  const isTyped = ({ index, role }: InputDocument) => role !== 'other' && demotions.levelOf({ document: index }) === Level.TYPED;
  const typed = file.documents.filter(isTyped);
  const program = new ChartProgram(trial, file, namespaceOf(typed));
  const components = typed.filter(({ role }) => role === 'component').map(document => ({ document, id: program.ids.take(document.value.metadata.name) }));
  const applications = typed.filter(({ role }) => role === 'application').map(document => ({ document, id: applicationId(document, program) }));
  const declared = new Map<InputDocument, Expression>();
  for (const { document, id } of components) {
    const constant = addComponent(document, id, program, trial);
    if (constant) declared.set(document, constant);
  }
  for (const { document, id } of applications) addApplication(document, id, program, trial, declared);
  for (const document of file.documents.filter(each => !isTyped(each))) program.addObject(document, commentOf(document, trial));
  return program;
}

function applicationId({ value: { metadata: { name } } }: InputDocument, program: ChartProgram): string {
  return program.ids.take(name, `${name}-application`);
}

/** What is missing where there is to be a component or an application. */
function problemOf({ role, value: { metadata, spec } }: InputDocument): string | undefined {
  if (role === 'other') return undefined;
  if (!isObject(metadata) || typeof metadata.name !== 'string' || metadata.name === '') return 'it has no name';
  if (!isObject(spec)) return '\'spec\' is not an object';
  return role === 'application' && !Array.isArray(spec.components) ? '\'spec.components\' is not a list' : undefined;
}

/** The namespace that all have, if they have one. */
function namespaceOf(documents: readonly InputDocument[]): string | undefined {
  const namespaces = new Set(documents.map(({ value }) => value.metadata.namespace));
  const [only] = namespaces;
  return namespaces.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}

function commentOf({ index, role, value }: InputDocument, { demotions }: Trial): string {
  const why = demotions.whyOf({ document: index }) ?? (role === 'other' ? `there is no type for ${value.apiVersion} ${value.kind} outside of an application` : '');
  return `CustomObject, since ${why}`;
}
