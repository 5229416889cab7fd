import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isJudged, judge } from './judge';
import { found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { membersOf, RenderedMember, speakerOf } from '../private/members';
import { isObject } from '../private/check';
import { isModelObject } from '../private/model-object';
import type { TypedManifest } from '../private/oam-kind';
import type { TreeCheck } from '../private/registry';
import { rendersItself } from '../private/rendered';
import { rendersBelow } from '../private/rendered-children';
import type { Facts, TreeFinding } from '../private/tree';
import { jsonOf } from '../routes/shadowed';
import { decidesSelection } from '../scraping/prometheus';

/**
 * Judges all objects of a tree, whoever made them, except those of charts that render in their own way. If the platform has made all that
 * are judged, only what selects them is rendered for that.
 */
export const JUDGED: TreeCheck = (objects, facts, tree) => {
  const isAll = objects.some(object => !isModelObject(object) && (isJudged(object) || object.kind.endsWith('List')));
  const needed = isAll ? objects : objects.filter(object => isJudged(object) || decidesSelection(object));
  const members = needed.filter(({ chart }) => !rendersItself(chart)).flatMap(construct =>
    jsonOf(construct).flatMap(json => membersOf({ construct, chart: construct.chart, at: [], json })));
  const charts = tree.filter((each): each is Chart => Chart.isChart(each) && rendersItself(each));
  const { unjudged = [], ...others } = judgeMembers(members, facts);
  const own = charts.slice(0, 1).flatMap(construct =>
    found('cannot-judge', '', { reason: 'chart', others: charts.length - 1 }).map(finding => ({ construct, finding })));
  return { ...others, unjudged: [...unjudged, ...own] };
};

/** Judges rendered objects, those below each platform in the cluster that it describes. */
export function judgeMembers(
  members: readonly RenderedMember[], { serving = [] }: Facts, isLeftAlone: (object: TypedManifest) => boolean = () => false,
): Facts {
  const memberOf = new Map(members.filter(({ json }) => isObject(json)).map(member => [member.json as TypedManifest, member]));
  // the last: a construct on a platform may describe what takes its own objects
  const servingOf = (object: TypedManifest) => serving.filter(({ covers }) => covers?.(memberOf.get(object)!.construct)).at(-1);
  const everywhere = serving.filter(({ covers }) => !covers).flatMap(({ described }) => described);
  const judgements = [...serving, undefined].flatMap(each => judge([...memberOf.keys()], {
    described: [...each?.described ?? [], ...everywhere],
    covers: object => servingOf(object) === each && !isLeftAlone(object),
    isRendered: object => isModelObject(memberOf.get(object)!.construct as ApiObject),
  }));
  const said = (wanted: string): TreeFinding[] => judgements.filter(({ verdict }) => verdict === wanted).map(({ of, object, finding }) => {
    const { construct, at } = memberOf.get(object) ?? memberOf.get(of)!;
    return { construct: ownerOf(construct), finding: { ...finding, path: joinPath(at, finding.path) } };
  });
  return { findings: said('error'), warnings: said('warning'), unjudged: said('unjudged') };
}

/** The construct that a program has created an object by: a trait, a binding, alerts, or the object itself. */
function ownerOf(construct: ApiObject | Chart): IConstruct {
  const { scope } = construct.node;
  if (!scope || !rendersBelow(scope)) return speakerOf({ construct });
  return scope.node.id.startsWith('(') ? scope.node.scope! : scope;
}
