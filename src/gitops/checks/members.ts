import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { Finding, within } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { asObject, isObject, PlainFields, PlainValue } from '../../private/check';
import type { TreeFinding } from '../../private/tree';

/** Where an object comes from. */
export interface ObjectPlace {
  /** What is rendered: an API object, or a chart that renders in its own way. */
  readonly construct: ApiObject | Chart;
  readonly chart: Chart;
  /** Where it is in what is rendered: `items[2]`, or empty. */
  readonly at: Path;
}

/** An object of a cluster: what is rendered itself, or an item of a rendered list. */
export interface RenderedMember extends ObjectPlace {
  readonly json: PlainValue | undefined;
}

/** One with fields. */
export interface MemberWithFields extends ObjectPlace {
  readonly json: PlainFields;
}

/**
 * The object that is rendered, or the items of a list; a list itself is no object of a cluster. What has items, and a kind
 * that ends so, is a list to clients such as kubectl, which apply its items.
 */
export function membersOf(member: RenderedMember): readonly RenderedMember[] {
  const { json: list, at, ...source } = member;
  const { items, apiVersion, kind } = asObject(list);
  if (!Array.isArray(items) || typeof kind !== 'string' || !kind.endsWith('List')) return [member];
  // the items of a ConfigMapList may leave out what they are
  const typed = (item: PlainValue | undefined) => isObject(item) && item.kind == null && kind !== 'List'
    ? { apiVersion, kind: kind.slice(0, -'List'.length), ...item } as object as PlainFields : item;
  return items.flatMap((item, i) => membersOf({ ...source, at: [...at, 'items', i], json: typed(item) }));
}

/** The construct at which something is said: the main child of a construct stands for it. */
export function speakerOf({ construct }: Pick<ObjectPlace, 'construct'>): IConstruct {
  const isMain = construct.node.id === 'Resource' || construct.node.id === 'Default';
  return isMain && construct.node.scope ? construct.node.scope : construct;
}

/** What was found. */
export class TreeReport {
  public readonly found: TreeFinding[] = [];
  private readonly ofCharts = new Map<Chart, Set<string>>();

  public add(place: ObjectPlace, findings: Finding[]): void {
    if (findings.length === 0) return;
    const construct = speakerOf(place);
    for (const finding of within(place.at, findings)) this.found.push({ construct, finding });
  }

  /** What a chart gives to all its objects is told once. */
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
