import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { membersOf, RenderedMember, speakerOf } from '../private/members';
import type { ObjectChecks } from './checks/object-checks';
import type { ChartObjects } from './order/synthesis-order';
import type { Finishing, RenderedObject } from './rendered-object';
import { writeDocuments } from './yaml/write-documents';
import { Finding, found } from '../findings/finding';
import { asObject, isObject, PlainFields, PlainValue } from '../private/check';
import { isModelError } from '../private/errors';
import { grouped } from '../private/grouped';
import { Identity, identityKey, identityOf } from '../private/kinds/identity';
import { renderedJson, rendersItself } from '../private/rendered';
import type { TreeFinding } from '../private/tree';
import { constructsOf } from './order/tree';

/** One object as it will be written. Its data is released as soon as it has become text. */
export interface RenderedDocument {
  /** The object, unless its chart renders in its own way. */
  readonly object?: ApiObject;
  /** The object, or its chart. */
  readonly construct: ApiObject | Chart;
  /** `undefined` if the object renders to nothing. */
  readonly identity?: Identity;
  /** The beginning of the name that the server gives it. */
  readonly generateName?: unknown;
  /** Whether its kind is cluster-scoped. */
  readonly isClusterScoped: boolean;
  readonly text: string;
}

/** A chart and its documents, in the order in which they are written. */
export interface RenderedChart {
  readonly chart: Chart;
  readonly documents: readonly RenderedDocument[];
}

/** The definitions of custom kinds. They determine which kinds are cluster-scoped, and may be anywhere in an app. */
export function definitionsOf(charts: readonly ChartObjects[]): RenderedObject[] {
  return charts.flatMap(({ chart, objects }) => objects.filter(isDefinition).flatMap(object => renderedIfPossible(object, chart)));
}

/** A list may contain some. */
const isDefinition = ({ kind }: ApiObject) => kind === 'CustomResourceDefinition' || String(kind).endsWith('List');

/** An object that cannot be rendered is reported later, when all objects are rendered. */
function renderedIfPossible(object: ApiObject, chart: Chart): RenderedObject[] {
  try {
    return [{ object, chart, json: renderedJson(object) }];
  } catch {
    return [];
  }
}

/** Renders every object once; what cannot be rendered is a finding at its construct. */
export class Rendering {
  public readonly findings: TreeFinding[] = [];
  /** The first error that the program itself has thrown. */
  public cause: unknown;
  private readonly definitions: ReadonlyMap<ApiObject, PlainValue | undefined>;

  /**
   * @param checks receives every object
   * @param callsCharts whether the output type renders through the charts: an overridden `toJson()` then takes effect
   * @param definitions the objects that are rendered already: no object is rendered twice
   * @param finishing how an object is prepared for writing
   */
  public constructor(
    private readonly checks: ObjectChecks, private readonly callsCharts: boolean, definitions: readonly RenderedObject[],
    private readonly finishing: Finishing,
  ) {
    this.definitions = new Map(definitions.map(({ object, json }) => [object, json]));
  }

  public of({ chart, objects }: ChartObjects): RenderedChart {
    const documents = this.callsCharts && rendersItself(chart) ? this.ofChart(chart, objects) : this.ofObjects(chart, objects);
    return { chart, documents };
  }

  private ofObjects(chart: Chart, objects: readonly ApiObject[]): RenderedDocument[] {
    const documents: RenderedDocument[] = [];
    for (const object of objects) {
      try {
        documents.push(...this.documentsOf(chart, this.definitions.get(object) ?? renderedJson(object), object));
      } catch (error) {
        this.failed(object, error);
      }
    }
    return documents;
  }

  /**
   * The documents that a chart renders from its objects. An object that the chart has created, or changed in kind, namespace or name, is
   * reported at the chart.
   */
  private ofChart(chart: Chart, objects: readonly ApiObject[]): RenderedDocument[] {
    try {
      const origins = new Origins(objects);
      const values = Object.values<PlainValue | undefined>(chart.toJson());
      return values.flatMap(value => this.documentsOf(chart, value, origins.take(value)));
    } catch (error) {
      this.failed(chart, error);
      return [];
    }
  }

  private documentsOf(chart: Chart, value: PlainValue | undefined, object?: ApiObject): RenderedDocument[] {
    const construct = object ?? chart;
    const checked = this.checks.checked(value, chart, construct);
    const parts = this.finishing.splitsLists ? this.itemsOf({ construct, chart, at: [], json: checked }) : [checked];
    return parts.map(part => this.document(part, construct, object));
  }

  /** The items of a list, in the namespace of the list if they name none; any other value as it is. */
  private itemsOf(member: RenderedMember): (PlainValue | undefined)[] {
    const namespace = member.json?.metadata?.namespace;
    return membersOf(member).map(({ json }) => {
      const isFine = !isObject(json) || namespace == null || json.metadata?.namespace != null || this.checks.isClusterScoped(json);
      return isFine ? json : { ...json, metadata: { ...asObject(json.metadata), namespace } } as object as PlainFields;
    });
  }

  private document(part: PlainValue | undefined, construct: ApiObject | Chart, object?: ApiObject): RenderedDocument {
    const isClusterScoped = this.checks.isClusterScoped(part);
    const json = isObject(part) ? this.finished(part, isClusterScoped, construct) : part;
    const identity = json === undefined ? undefined : identityOf(json);
    const { generateName } = asObject(asObject<PlainFields>(json).metadata);
    return { object, construct, identity, generateName, isClusterScoped, text: writeDocuments([json]) };
  }

  private finished(json: PlainFields, isClusterScoped: boolean, construct: ApiObject | Chart): PlainFields {
    const { json: finished, findings } = this.finishing.finish(json, isClusterScoped);
    this.add(findings, construct);
    return finished;
  }

  private add(findings: readonly Finding[], construct: ApiObject | Chart): void {
    for (const finding of findings) this.findings.push({ construct: speakerOf({ construct }), finding });
  }

  private failed(construct: ApiObject | Chart, error: unknown): void {
    this.cause ??= error;
    const message = error instanceof Error ? error.message : String(error);
    this.add(isModelError(error) ? error.findings : found('not-rendered', '', { message }), construct);
  }
}

/** Finds the objects from which a chart has rendered its data, each for one piece of it. */
export class Origins {
  private readonly objects: ReadonlyMap<string, ApiObject[]>;

  public constructor(objects: readonly ApiObject[]) {
    this.objects = grouped(objects, ({ apiVersion, kind, name, metadata: { namespace } }) =>
      [identityKey(identityOf({ apiVersion, kind, metadata: { namespace, name } }))]);
  }

  public take(value: unknown): ApiObject | undefined {
    return this.objects.get(identityKey(identityOf(value)))?.shift();
  }
}

const [LATE] = found('made-while-rendering', '');

/** Finds the objects that are added to a tree from now on. */
export class LateObjects {
  private readonly before: readonly IConstruct[];

  /** @param callsCharts whether charts that override `toJson()` render themselves: they write the objects that they create */
  public constructor(private readonly root: IConstruct, private readonly callsCharts: boolean) {
    this.before = constructsOf(root);
  }

  public get findings(): TreeFinding[] {
    const after = constructsOf(this.root);
    if (after.length === this.before.length && after.every((construct, i) => construct === this.before[i])) return [];
    const before = new Set(this.before);
    const late = after.filter(construct => !before.has(construct)).filter(ApiObject.isApiObject);
    return late.filter(({ chart }) => !(this.callsCharts && rendersItself(chart))).map(construct => ({ construct, finding: LATE }));
  }
}
