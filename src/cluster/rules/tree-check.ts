import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { judgeObjects } from './judge';
import { asObject, isObject } from '../../base/check';
import { FINE, Finding, found, joinPath } from '../../base/findings/finding';
import {
  renderedMembersOf, RenderedMember, speakerOf, leftOut, rendersItself, declaredBy,
} from '../../base/tree-report';
import { isModelObject, rendersBelow } from '../../base/model-object';
import { memo } from '../../base/memo';
import { isTyped, TypedManifest } from '../../base/oam-kind';
import { misread } from '../../base/plain';
import { Facts, Registry, TreeCheck, TreeFinding } from '../../base/registry';
import { twoNames } from '../checks/manifest-checks';
import { jsonOf } from '../routes/tree-check';

/** Judges all objects of a tree, whoever made them, except those of charts that render in their own way. */
export const JUDGED: TreeCheck = (objects, facts, tree) => {
  const members = membersIn(objects);
  const charts = tree.filter((each): each is Chart => Chart.isChart(each) && rendersItself(each));
  const { findings = [], unjudged = [], warnings } = judgeMembers(members, facts);
  // GitOpsApp writes all strings so that they are read as they are, and objects of the library have checked their
  // strings
  const misreadHere = members.flatMap(member => {
    const { construct, json } = member;
    const strings = Registry.of(construct).has(construct) ? FINE : misread(json, false);
    return treeFindings(member, [...strings, ...twoNames(asObject(asObject(json).metadata))]);
  });
  const own = charts.slice(0, 1).flatMap(construct =>
    found('cannot-judge', '', { reason: 'chart', others: charts.length - 1 }).map(finding => ({ construct, finding })));
  return { findings: [...findings, ...misreadHere], warnings, unjudged: [...unjudged, ...own] };
};

/** Checks all objects of a tree against the schemas of their kinds: an error is what every known version rejects. */
export function findingsBySchemas(objects: readonly ApiObject[]): Facts {
  const members = membersIn(objects);
  // loaded at the first synthesis, since a program that only imports needs none
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { definedIn } = require('../checks/given-schemas') as typeof import('../checks/given-schemas');
  const { ManifestChecks } = require('../checks/manifest-checks') as typeof import('../checks/manifest-checks');
  /* eslint-enable */
  const checks = new ManifestChecks({ isUnasked: true, schemas: [definedIn(members.map(({ json }) => json))] });
  const all = members.flatMap(member => !isTyped(member.json) ? [] : checks.checkSubject(member.json).map(each =>
    ({ isWarning: each.isWarning === true, at: treeFindings(member, [each]) })));
  const [findings, warnings] = [false, true].map(wanted =>
    all.filter(({ isWarning }) => isWarning === wanted).flatMap(({ at }) => at));
  return { findings, warnings };
}

const membersIn = (objects: readonly ApiObject[]) => objects.filter(({ chart }) => !rendersItself(chart))
  .flatMap(construct => jsonOf(construct).flatMap(json =>
    renderedMembersOf({ construct, chart: construct.chart, at: [], json })));

/** Judges rendered objects, those below each platform in the cluster that it describes. */
export function judgeMembers(
  members: readonly RenderedMember[], { serving = [] }: Facts,
  isLeftAlone: (object: TypedManifest) => boolean = () => false,
): Facts {
  const memberOf = new Map(members.filter(({ json }) => isObject(json))
    .map(member => [member.json as TypedManifest, member]));
  // the last: a construct on a platform may describe what takes its own objects
  const servingOf = memo((object: TypedManifest) =>
    serving.filter(({ covers }) => covers?.(memberOf.get(object)!.construct)).at(-1));
  const everywhere = serving.filter(({ covers }) => !covers).flatMap(({ described }) => described);
  const judgements = [...serving, undefined].flatMap(each => judgeObjects([...memberOf.keys()], {
    described: [...each?.described ?? [], ...everywhere],
    covers: object => servingOf(object) === each && !isLeftAlone(object),
    isRendered: object => isModelObject(memberOf.get(object)!.construct as ApiObject),
    isDecided: object => ownerOf(memberOf.get(object)!.construct).node.children
      .some(child => (child as { readonly kind?: unknown }).kind === 'MetricsTrait'),
  }));
  const ofVerdict = (wanted: string) => judgements.filter(({ verdict }) => verdict === wanted)
    .flatMap(({ of, object, finding }) => treeFindings(memberOf.get(object) ?? memberOf.get(of)!, [finding]));
  const lost = members.flatMap(member => {
    const { construct, at, json } = member;
    if (at.length > 0 || !ApiObject.isApiObject(construct) || isModelObject(construct)) return [];
    const isJudged = isObject(json) && !isLeftAlone(json as TypedManifest);
    return isJudged ? treeFindings(member, leftOut(construct, json)) : [];
  });
  const isNull = ({ finding: { parameters } }: TreeFinding) => parameters.reason === 'null';
  return {
    findings: [...ofVerdict('error'), ...lost.filter(each => !isNull(each))],
    warnings: [...ofVerdict('warning'), ...lost.filter(isNull)],
    unjudged: ofVerdict('unjudged'),
  };
}

/** The construct that a program has created an object by: a trait, a binding, alerts, or the object itself. */
function ownerOf(construct: ApiObject | Chart): IConstruct {
  const { scope } = construct.node;
  if (!scope || !rendersBelow(scope)) return speakerOf({ construct });
  return scope.node.id.startsWith('(') ? scope.node.scope! : declaredBy(scope);
}

/** Findings about an object, at the construct that a program has created it by. */
function treeFindings({ construct, at }: RenderedMember, findings: readonly Finding[]): TreeFinding[] {
  const owner = ownerOf(construct);
  return findings.map(finding => ({ construct: owner, finding: { ...finding, path: joinPath(at, finding.path) } }));
}
