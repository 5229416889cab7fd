import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { Finding, within, Path, FINE, found } from './findings/finding';
import { asObject, isObject, PlainFields, PlainValue } from './check';
import type { TreeFinding } from './registry';
import { attempt } from './attempt';
import { DEEPEST, isPlainObject } from './plain';
import { isBuiltIn } from './oam-kind';

// Where a finding about a rendered object is reported: at the construct that made it, with the path in the object, and
// for an item of a list with its place in the list.

/** The origin of an object. */
export interface ObjectPlace {
  /** The rendered construct: an API object, or a chart that renders in its own way. */
  readonly construct: ApiObject | Chart;
  readonly chart: Chart;
  /** The path of the object in what is rendered: `items[2]`, or empty. */
  readonly at: Path;
}

/** A single object: one that is rendered itself, or an item of a rendered list. */
export interface RenderedMember extends ObjectPlace { readonly json: PlainValue | undefined }

/** The rendered object, or the items of one with a kind that ends with `List`, which clients take for a list. */
export function renderedMembersOf(member: RenderedMember): readonly RenderedMember[] {
  const { json: list, at, ...source } = member;
  const { items, apiVersion, kind } = asObject(list);
  if (!Array.isArray(items) || typeof kind !== 'string' || !kind.endsWith('List')) return [member];
  // the items of a ConfigMapList may omit their apiVersion and kind
  const typed = (item: PlainValue | undefined) => isObject(item) && item.kind == null && kind !== 'List'
    ? { apiVersion, kind: kind.slice(0, -'List'.length), ...item } as object as PlainFields : item;
  return items.flatMap((item, i) => renderedMembersOf({ ...source, at: [...at, 'items', i], json: typed(item) }));
}

/** The id of the construct below which an application declares its own components: no name of a component. */
export const COMPONENTS = '(Components)';

/** What a program knows of a component that its application declares by the workload alone: the binding. */
export function declaredBy(construct: IConstruct): IConstruct {
  const { id, scope } = construct.node;
  return scope?.node.id === COMPONENTS ? scope.node.scope!.node.tryFindChild(id) ?? construct : construct;
}

/** The construct at which findings are reported: for the main child of a construct, that construct. */
export function speakerOf({ construct }: Pick<ObjectPlace, 'construct'>): IConstruct {
  const isMain = construct.node.id === 'Resource' || construct.node.id === 'Default';
  return isMain && construct.node.scope ? declaredBy(construct.node.scope) : construct;
}

/** Collects findings. */
export class TreeReport {
  public readonly found: TreeFinding[] = [];
  private readonly ofCharts = new Map<Chart, Set<string>>();

  public add(place: ObjectPlace, findings: Finding[]): void {
    if (findings.length === 0) return;
    const construct = speakerOf(place);
    for (const finding of within(place.at, findings)) this.found.push({ construct, finding });
  }

  /** Adds findings about what a chart passes on to all its objects, each once. */
  public addOnce(chart: Chart, findings: Finding[]): void {
    const told = this.ofCharts.get(chart) ?? new Set<string>();
    this.ofCharts.set(chart, told);
    for (const finding of findings) {
      const key = JSON.stringify(finding);
      if (!told.has(key)) this.found.push({ construct: chart, finding });
      told.add(key);
    }
  }
}

/** Whether a chart overrides `toJson()`, so that its objects may be others than those below it. */
export function rendersItself(chart: Chart): boolean { return chart.toJson !== Chart.prototype.toJson; }

/**
 * What cdk8s has left out of a rendered object although it has a meaning: keys `__proto__`, and nulls in a custom kind,
 * where a null may differ from an absent field, as in the values of a Helm release. Kubernetes drops nulls too.
 */
export function leftOut(object: ApiObject, json: PlainFields): Finding[] {
  const isOwn = isBuiltIn(object);
  const lostIn = (given: unknown, rendered: unknown, at: Path): Finding[] => {
    // a value that contains itself is one for cdk8s to reject
    if (at.length > DEEPEST || !Array.isArray(given) && !(isObject(given) && isPlainObject(given))) return FINE;
    return Object.entries(given).flatMap(([key, value]) => {
      const path = [...at, Array.isArray(given) ? Number(key) : key];
      // tools write a null for the time of creation
      const isMeant = key === '__proto__' || value === null && !isOwn && key !== 'creationTimestamp';
      if (!isMeant || Object.hasOwn(Object(rendered), key)) return lostIn(value, Object(rendered)[key], path);
      return found('not-plain', path, { reason: value === null ? 'null' : 'lost-key' });
    });
  };
  const { props } = object as unknown as { readonly props: object };
  const given = { ...props, status: undefined };
  // most objects have none of these, which JSON shows at once
  return /null|"__proto__"/.test(attempt(() => JSON.stringify(given)) ?? 'null') ? lostIn(given, json, []) : FINE;
}
