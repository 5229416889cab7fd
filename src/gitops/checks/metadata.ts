import { isGenerated } from './duplicates';
import type { MemberWithFields, TreeReport } from './members';
import type { CheckedKind } from './scopes';
import { areLabels, isGiven, isNamespace, labelMap, nameFindings, otherMetadata } from '../../checks/metadata';
import { bad, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { isObject, PlainFields } from '../../private/check';
import { namespaceName, ownNamespace } from '../../private/names';

/** Checks the metadata of an object. Findings about what a chart passes on to all its objects are reported at the chart. */
export function checkMetadata(member: MemberWithFields, kind: CheckedKind, report: TreeReport): void {
  const { json } = member;
  const metadata: unknown = json.metadata ?? {};
  if (!isObject(metadata)) return report.add(member, bad('invalid-type', 'object', 'metadata', metadata));
  report.add(member, nameFindings(json, metadata, kind, name => isGenerated(name, member)));
  checkNamespace(member, metadata, kind, report);
  checkLabels(member, metadata, report);
  report.add(member, otherMetadata(json, metadata, kind));
}

function checkNamespace(member: MemberWithFields, { namespace }: PlainFields, checked: CheckedKind, report: TreeReport): void {
  if (!isGiven(namespace)) return;
  const { kind, isClusterScoped } = checked;
  const { chart, at } = member;
  if (isClusterScoped) {
    const pointer = ['', ...at, 'metadata', 'namespace'].join('/');
    report.add(member, found('namespace-on-cluster-scoped', 'metadata.namespace', { kind, pointer, value: Shown.of(namespace) }));
  } else if (isNamespace(namespace)) {
    return;
  } else if (at.length === 0 && namespace === chart.namespace) {
    report.addOnce(chart, namespaceName(namespace, 'namespace'));
  } else {
    report.add(member, ownNamespace(namespace, 'metadata.namespace'));
  }
}

function checkLabels(member: MemberWithFields, { labels: given }: PlainFields, report: TreeReport): void {
  if (given == null || areLabels(given)) return;
  if (!isObject(given)) return report.add(member, labelMap(given, 'metadata.labels'));
  const { chart, at } = member;
  const ofChart = at.length === 0 ? chart.labels : {};
  const pairs = (isOfChart: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([key, value]) => (ofChart[key] === value) === isOfChart));
  report.addOnce(chart, labelMap(pairs(true), 'labels'));
  report.add(member, labelMap(pairs(false), 'metadata.labels'));
}
