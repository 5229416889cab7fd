import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { judge } from './judge';
import { ManifestChecks, twoNames } from '../checks/manifest-checks';
import { FINE, Finding, found, joinPath } from '../../base/findings/finding';
import { membersOf, RenderedMember, speakerOf } from '../../base/members';
import { asObject, isObject, PlainValue } from '../../base/check';
import { isModelObject } from '../../base/model-object';
import { memo } from '../../base/memo';
import { isTyped, TypedManifest } from '../../base/oam-kind';
import { misread } from '../../base/plain';
import { Registry, TreeCheck, Facts, TreeFinding } from '../../base/registry';
import { leftOut, rendersItself } from '../../base/rendered';
import { rendersBelow } from '../../base/rendered-children';
import { jsonOf } from '../routes/tree-check';

/** Judges all objects of a tree, whoever made them, except those of charts that render in their own way. */
export const JUDGED: TreeCheck = (objects, facts, tree) => {
  const members = membersIn(objects);
  const charts = tree.filter((each): each is Chart => Chart.isChart(each) && rendersItself(each));
  const { findings = [], unjudged = [], warnings } = judgeMembers(members, facts);
  // GitOpsApp writes all strings so that they are read as they are, and objects of the library have checked their strings
  const misreadHere = members.flatMap(member => {
    const { construct, json } = member;
    const strings = Registry.of(construct).has(construct) ? FINE : misread(json, false);
    return told(member, [...strings, ...twoNames(asObject(asObject(json).metadata))]);
  });
  const own = charts.slice(0, 1).flatMap(construct =>
    found('cannot-judge', '', { reason: 'chart', others: charts.length - 1 }).map(finding => ({ construct, finding })));
  return { findings: [...findings, ...misreadHere], warnings, unjudged: [...unjudged, ...own] };
};

/** Checks all objects of a tree against the schemas of their kinds: an error is what every known version of Kubernetes refuses. */
export function findingsBySchemas(objects: readonly ApiObject[]): Facts {
  const members = membersIn(objects);
  const check = schemaChecks(members.map(({ json }) => json));
  const [findings, warnings]: TreeFinding[][] = [[], []];
  for (const { construct, at, json } of members) {
    if (!isTyped(json)) continue;
    for (const each of check(json)) {
      (each.isWarning ? warnings : findings).push({ construct: ownerOf(construct), finding: { ...each, path: joinPath(at, each.path) } });
    }
  }
  return { findings, warnings };
}

/** The checks, with the definitions among the objects. Loaded at the first synthesis, since a program that only imports needs none. */
function schemaChecks(objects: readonly (PlainValue | undefined)[]): ManifestChecks['checkSubject'] {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { definedIn } = require('../checks/given-schemas') as typeof import('../checks/given-schemas');
  const { ManifestChecks: Checks } = require('../checks/manifest-checks') as typeof import('../checks/manifest-checks');
  /* eslint-enable */
  const checks = new Checks({ isUnasked: true, schemas: [definedIn(objects)] });
  return object => checks.checkSubject(object);
}

const membersIn = (objects: readonly ApiObject[]) => objects.filter(({ chart }) => !rendersItself(chart)).flatMap(construct =>
  jsonOf(construct).flatMap(json => membersOf({ construct, chart: construct.chart, at: [], json })));

/** Judges rendered objects, those below each platform in the cluster that it describes. */
export function judgeMembers(
  members: readonly RenderedMember[], { serving = [] }: Facts, isLeftAlone: (object: TypedManifest) => boolean = () => false,
): Facts {
  const memberOf = new Map(members.filter(({ json }) => isObject(json)).map(member => [member.json as TypedManifest, member]));
  // the last: a construct on a platform may describe what takes its own objects
  const servingOf = memo((object: TypedManifest) => serving.filter(({ covers }) => covers?.(memberOf.get(object)!.construct)).at(-1));
  const everywhere = serving.filter(({ covers }) => !covers).flatMap(({ described }) => described);
  const judgements = [...serving, undefined].flatMap(each => judge([...memberOf.keys()], {
    described: [...each?.described ?? [], ...everywhere],
    covers: object => servingOf(object) === each && !isLeftAlone(object),
    isRendered: object => isModelObject(memberOf.get(object)!.construct as ApiObject),
  }));
  const said = (wanted: string) => judgements.filter(({ verdict }) => verdict === wanted).flatMap(({ of, object, finding }) =>
    told(memberOf.get(object) ?? memberOf.get(of)!, [finding]));
  const lost = members.flatMap(member => {
    const { construct, at, json } = member;
    if (at.length > 0 || !ApiObject.isApiObject(construct) || isModelObject(construct)) return [];
    return isObject(json) && !isLeftAlone(json as TypedManifest) ? told(member, leftOut(construct, json)) : [];
  });
  const isNull = ({ finding: { parameters } }: TreeFinding) => parameters.reason === 'null';
  return {
    findings: [...said('error'), ...lost.filter(each => !isNull(each))],
    warnings: [...said('warning'), ...lost.filter(isNull)],
    unjudged: said('unjudged'),
  };
}

/** Findings about an object, at the construct that a program has created it by. */
function told({ construct, at }: RenderedMember, findings: readonly Finding[]): TreeFinding[] {
  return findings.map(finding => ({ construct: ownerOf(construct), finding: { ...finding, path: joinPath(at, finding.path) } }));
}

/** The construct that a program has created an object by: a trait, a binding, alerts, or the object itself. */
function ownerOf(construct: ApiObject | Chart): IConstruct {
  const { scope } = construct.node;
  if (!scope || !rendersBelow(scope)) return speakerOf({ construct });
  return scope.node.id.startsWith('(') ? scope.node.scope! : scope;
}
