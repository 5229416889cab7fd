import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Path } from '../../findings/path';
import { isObject } from '../../private/check';

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
  readonly json: any;
}

/** Whether clients such as kubectl take an object for a list, and apply its items. */
function isList(json: any): boolean {
  return isObject(json) && Array.isArray(json.items) && typeof json.kind === 'string' && json.kind.endsWith('List');
}

/** The object that is rendered, or the items of a list; a list itself is no object of a cluster. */
export function membersOf(member: RenderedMember): readonly RenderedMember[] {
  return isList(member.json) ? itemsOf(member) : [member];
}

function itemsOf({ json: list, at, ...source }: RenderedMember): RenderedMember[] {
  return list.items.flatMap((item: any, i: number) => membersOf({ ...source, at: [...at, 'items', i], json: typed(item, list) }));
}

/** The items of a ConfigMapList may leave out what they are. */
function typed(item: any, { apiVersion, kind }: any): any {
  return isObject(item) && item.kind == null && kind !== 'List' ? { apiVersion, kind: kind.slice(0, -'List'.length), ...item } : item;
}

/** The construct at which something is said: the main child of a construct stands for it. */
export function speakerOf({ construct }: Pick<ObjectPlace, 'construct'>): IConstruct {
  const isMain = construct.node.id === 'Resource' || construct.node.id === 'Default';
  return isMain && construct.node.scope ? construct.node.scope : construct;
}
