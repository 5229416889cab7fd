import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { judge } from './judge';
import { found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { membersOf, RenderedMember, speakerOf } from '../private/members';
import { isObject } from '../private/check';
import { isModelObject } from '../private/model-object';
import type { TypedManifest } from '../private/oam-kind';
import type { TreeCheck } from '../private/registry';
import { rendersItself } from '../private/rendered';
import type { Facts, TreeFinding } from '../private/tree';
import { jsonOf } from '../routes/shadowed';

/** Judges all objects of a tree, whoever made them, except those of charts that render in their own way. */
export const JUDGED: TreeCheck = (objects, facts, tree) => {
  const members = objects.filter(({ chart }) => !rendersItself(chart)).flatMap(construct =>
    jsonOf(construct).flatMap(json => membersOf({ construct, chart: construct.chart, at: [], json })));
  const charts = tree.filter((each): each is Chart => Chart.isChart(each) && rendersItself(each));
  const { unjudged = [], ...others } = judgeMembers(members, facts);
  const own = charts.slice(0, 1).flatMap(construct =>
    found('cannot-judge', '', { reason: 'chart', others: charts.length - 1 }).map(finding => ({ construct, finding })));
  return { ...others, unjudged: [...unjudged, ...own] };
};

/** Judges rendered objects, those below each platform in the cluster that it describes. */
export function judgeMembers(members: readonly RenderedMember[], { serving = [] }: Facts): Facts {
  const memberOf = new Map(members.filter(({ json }) => isObject(json)).map(member => [member.json as TypedManifest, member]));
  const isCovered = ({ construct }: RenderedMember) => serving.some(({ covers }) => covers(construct));
  const clusters = [...serving, { described: [], covers: (construct: IConstruct) => !isCovered({ construct } as RenderedMember) }];
  const judgements = clusters.flatMap(({ described, covers }) => judge([...memberOf.keys()], {
    described,
    isJudged: object => covers(memberOf.get(object)!.construct),
    isRendered: object => isModelObject(memberOf.get(object)!.construct as ApiObject),
  }));
  const said = (wanted: string): TreeFinding[] => judgements.filter(({ verdict }) => verdict === wanted).map(({ of, object, finding }) => {
    const { construct, at } = memberOf.get(object) ?? memberOf.get(of)!;
    return { construct: ownerOf(construct), finding: { ...finding, path: joinPath(at, finding.path) } };
  });
  return { findings: said('error'), warnings: said('warning'), unjudged: said('unjudged') };
}

/** The construct that a program has created an object by: a trait, a binding, or the object itself. */
function ownerOf(construct: ApiObject | Chart): IConstruct {
  const { scope, id } = construct.node;
  if (scope && isModelObject(construct as ApiObject)) {
    if (scope.node.id.startsWith('(')) return scope.node.scope!;
    if (/^Resource-\d+$/.test(id)) return scope;
  }
  return speakerOf({ construct });
}
