import { App } from 'cdk8s';
import { IConstruct } from 'constructs';
import { ChartModel, ModelledApplication } from './application-model';
import { InputDocument, located } from './documents';
import { misfit } from './fit';
import { Form, ObjectForm, attempt } from './form';
import { Components, FilePlan } from './grouping';
import { kebabCase } from './names';
import { completed, describeWhy, notA } from './overrides';
import { run } from './run-code';
import { metadataProp, shapeOf } from './shapes';
import { TYPED_TRAITS } from './trait-code';
import { objectLiteral } from './tree';
import { TYPED_WORKLOADS, workloadCode } from './workload-code';
import { Component, PARAMETERS } from '../../application/component';
import { CustomObject } from '../../application/custom-object';
import { Finding, found, movedTo } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { grouped } from '../../private/grouped';
import { Registry } from '../../private/registry';
import { LocatedFinding, ManifestError } from '../reading';

const parameters = shapeOf(PARAMETERS);

/** The platform for which the forms are chosen. It drops the fields that the platform of the program drops. */
export function importedPlatform({ _prunedBy: vendor }: Platform): OamPlatform {
  return OamPlatform.verrazzano({ writeDefaultMetricsTraits: false, writePrunedFields: vendor === undefined });
}

/** The forms of a file's documents: components, applications, and objects that are written as they are. */
export interface FileForms {
  readonly plan: FilePlan;
  readonly namespace?: string;
  readonly forms: readonly Form[];
}

/**
 * Chooses the form of each document, and of each entry and trait of an application: the best that the model accepts. Each construct is
 * created once. The findings of the tree are known when all constructs exist; removing one adds none.
 *
 * @throws ManifestError if an object cannot be written in any form
 */
export function formsOf(files: readonly FilePlan[], components: Components, platform: Platform): FileForms[] {
  return new Decisions(files, components, platform).formsOf();
}

const ORDER: readonly Form['type'][] = ['component', 'application', 'object'];

class Decisions {
  private readonly app = new App();
  private readonly forms = new Map<InputDocument, Form>();
  private readonly documents = new Map<IConstruct, InputDocument>();
  private readonly charts: readonly ChartModel[];

  public constructor(files: readonly FilePlan[], private readonly components: Components, platform: Platform) {
    Platform.install(this.app, importedPlatform(platform));
    this.charts = files.map(file => new ChartModel(this.app, file));
  }

  public formsOf(): FileForms[] {
    const applications = this.charts.flatMap(chart => this.addDocuments(chart));
    this.checkDocuments();
    const models = applications.flatMap(({ document, id, chart }) => this.addApplication(document, id, chart) ?? []);
    const blamed = this.blamed();
    this.refuse(blamed);
    for (const { model, chart } of models) this.complete(model, chart, blamed);
    return this.charts.map(({ plan, namespace }) => {
      const forms = plan.documents.map(document => this.forms.get(document)!);
      return { plan, namespace, forms: ORDER.flatMap(type => forms.filter(form => form.type === type)) };
    });
  }

  /** Adds everything but applications, and takes ids for applications. */
  private addDocuments(chart: ChartModel): { document: InputDocument; id: string; chart: ChartModel }[] {
    const whole = chart.plan.documents.filter(({ role }) => role !== 'other').map(document => ({ document, problem: problemOf(document) }));
    const typed = whole.filter(({ problem }) => problem.length === 0).map(({ document }) => document);
    for (const document of typed.filter(({ role }) => role === 'component')) this.addComponent(document, chart);
    const applications = typed.filter(({ role }) => role === 'application').map(document => {
      const { name } = document.value.metadata;
      return { document, id: chart.ids.take(name, `${name}-application`), chart };
    });
    for (const { document, problem } of whole) if (problem.length > 0) this.addObject(document, chart, describeWhy(problem));
    const others = chart.plan.documents.filter(({ role }) => role === 'other');
    for (const document of others) this.addObject(document, chart, describeWhy(withoutType(document)));
    return applications;
  }

  private addComponent(document: InputDocument, chart: ChartModel): void {
    const { metadata: given, spec } = document.value;
    const workload = workloadCode(spec.workload);
    if ('why' in workload) return this.addObject(document, chart, notA('Component', describeWhy(workload.why)));
    const id = chart.ids.take(given.name);
    const metadata = metadataProp(given, id, chart.namespace);
    const declared = spec.parameters === undefined ? undefined : parameters(spec.parameters, []).expression;
    const own = [{ key: 'workload', value: workload.expression }, ...declared ? [{ key: 'parameters', value: declared }] : []];
    const result = attempt(() => new Component(chart.chart, id, run(objectLiteral([...metadata, ...own]))));
    const complete = result.made ? completed(result.made, document) : { why: describeWhy(result.why) };
    if ('why' in complete) {
      chart.remove(id);
      return this.addObject(document, chart, notA('Component', complete.why));
    }
    this.documents.set(result.made!, document);
    this.forms.set(document, { type: 'component', document, id, metadata, workload, parameters: declared, ...complete });
  }

  private addObject(document: InputDocument, chart: ChartModel, comment: string): void {
    const { kind, metadata } = document.value;
    const name = isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
    const id = chart.ids.take(kebabCase(`${kind} ${name}`, 'object'));
    this.documents.set(new CustomObject(chart.chart, id, { manifest: document.value }), document);
    const form: ObjectForm = { type: 'object', document, id, comment };
    this.forms.set(document, form);
  }

  private addApplication(document: InputDocument, id: string, chart: ChartModel) {
    const model = new ModelledApplication(document, id, chart, component => this.forms.get(component)!, this.components);
    const { made } = model;
    if (made) {
      this.documents.set(made, document);
      return { model, chart };
    }
    chart.remove(id);
    this.addObject(document, chart, notA('ApplicationConfiguration', describeWhy(model.why)));
    return undefined;
  }

  /** Writes components that the tree rejects as they are. */
  private checkDocuments(): void {
    const blamed = this.blamed();
    for (const chart of this.charts) {
      for (const document of chart.plan.documents) {
        const form = this.forms.get(document);
        const construct = form && chart.chart.node.tryFindChild(form.id);
        const why = construct && blamed.get(construct);
        if (!why || form.type !== 'component') continue;
        chart.remove(form.id);
        blamed.delete(construct!);
        this.addObject(document, chart, notA('Component', describeWhy(why)));
      }
    }
    this.refuse(blamed);
  }

  private complete(model: ModelledApplication, chart: ChartModel, blamed: ReadonlyMap<IConstruct, readonly Finding[]>): void {
    const form = model.form(blamed);
    if (!('why' in form)) {
      this.forms.set(model.document, form);
      return;
    }
    chart.remove(model.id);
    this.addObject(model.document, chart, notA('ApplicationConfiguration', form.why));
  }

  /** The findings of the tree, by construct. */
  private blamed(): Map<IConstruct, Finding[]> {
    const blamed = grouped(Registry.of(this.app).findings(), ({ construct }) => [construct]);
    return new Map([...blamed].map(([construct, all]) => [construct, all.map(({ finding }) => finding)]));
  }

  /**
   * Throws for findings of the tree about an application, or about a document that is written as it is: they would be the same in any form.
   */
  private refuse(blamed: ReadonlyMap<IConstruct, readonly Finding[]>): void {
    const refused = [...blamed].flatMap(([construct, why]): LocatedFinding[] => {
      const document = this.documents.get(construct);
      return document ? located(document.source, why.map(each => movedTo('', each))) : [];
    });
    if (refused.length > 0) throw new ManifestError(refused);
  }
}

/** The reasons why a document cannot be a component or an application: a field is missing, or of a wrong type. */
function problemOf({ role, value: { metadata, spec } }: InputDocument): readonly Finding[] {
  if (!isObject(metadata) || typeof metadata.name !== 'string' || metadata.name === '') return misfit(['metadata', 'name'], 'missing').why;
  if (!isObject(spec)) return misfit(['spec'], 'object').why;
  return role === 'application' && !Array.isArray(spec.components) ? misfit(['spec', 'components'], 'list').why : [];
}

function withoutType({ value: { apiVersion, kind } }: InputDocument): readonly Finding[] {
  const type = `${apiVersion} ${kind}`;
  const reason = TYPED_TRAITS.has(type) || TYPED_WORKLOADS.has(type) ? 'outside' : 'no-type';
  return found('not-in-types', '', { reason, type });
}
