import { isGenerated } from './generated-names';
import type { CheckedKind } from './known-kinds';
import { annotationMap, areLabels, labelMap } from './label-maps';
import type { RenderedMember } from './members';
import type { TreeReport } from './report';
import { substituted } from './substitutions';
import { bad, Check, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { isObject, list, text } from '../../private/check';
import { fieldAt } from '../../private/kinds/kind';
import { isDnsLabel, namespaceName, ownNamespace } from '../../private/names';

/** What the server takes of a name that it is to complete. */
const LONGEST_START = 58;

/** What is wrong with the metadata of an object, and with that of the pods it makes. */
export function checkMetadata(member: RenderedMember, kind: CheckedKind, report: TreeReport): void {
  const metadata = member.json.metadata ?? {};
  if (!isObject(metadata)) return report.add(member, bad('invalid-type', 'object', 'metadata', metadata));
  checkName(member, metadata, kind, report);
  checkNamespace(member, metadata, kind, report);
  checkLabels(member, metadata, report);
  report.add(member, annotationMap(metadata.annotations, 'metadata.annotations'));
  if (metadata.finalizers != null) report.add(member, finalizers(metadata.finalizers, 'metadata.finalizers'));
  checkOtherLabels(member, kind, report);
}

const isGiven = (value: unknown) => value != null && value !== '';

function checkName(member: RenderedMember, { name, generateName }: any, { nameRule }: CheckedKind, report: TreeReport): void {
  const { json } = member;
  const fits = (value: unknown) => typeof value === 'string' && (nameRule.fits(value, json) || nameRule.fits(substituted(value), json));
  if (isGiven(name)) {
    if (fits(name)) return;
    const reason = isGenerated(name, member) ? 'made-of-ids' : 'given';
    report.add(member, found('invalid-name', 'metadata.name', { reason, rule: nameRule.must(json), value: Shown.of(name) }));
  } else if (isGiven(generateName)) {
    if (fits(typeof generateName === 'string' ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName)) return;
    const value = Shown.of(generateName);
    report.add(member, found('invalid-name', 'metadata.generateName', { reason: 'completed', rule: nameRule.must(json), value }));
  } else if (!nameRule.isOptional) {
    report.add(member, found('missing-field', 'metadata.name', { reason: 'name-or-generate-name' }));
  }
}

function checkNamespace(member: RenderedMember, { namespace }: any, { kind, isClusterScoped }: CheckedKind, report: TreeReport): void {
  if (!isGiven(namespace)) return;
  const { chart, at } = member;
  if (isClusterScoped) {
    const pointer = ['', ...at, 'metadata', 'namespace'].join('/');
    report.add(member, found('namespace-on-cluster-scoped', 'metadata.namespace', { kind, pointer, value: Shown.of(namespace) }));
  } else if (isDnsLabel(namespace) || isDnsLabel(substituted(namespace))) {
    return;
  } else if (at.length === 0 && namespace === chart.namespace) {
    report.addOnce(chart, namespaceName(namespace, 'namespace'));
  } else {
    report.add(member, ownNamespace(namespace, 'metadata.namespace'));
  }
}

/** Those that a chart gives to all its objects are told of the chart. */
function checkLabels(member: RenderedMember, { labels: given }: any, report: TreeReport): void {
  if (given == null || areLabels(given)) return;
  if (!isObject(given)) return report.add(member, labelMap(given, 'metadata.labels'));
  const { chart, at } = member;
  const ofChart = at.length === 0 ? chart.labels : {};
  const pairs = (isOfChart: boolean) => Object.fromEntries(Object.entries(given).filter(([key, value]) => (ofChart[key] === value) === isOfChart));
  report.addOnce(chart, labelMap(pairs(true), 'labels'));
  report.add(member, labelMap(pairs(false), 'metadata.labels'));
}

const finalizer: Check = (value, field) => typeof value !== 'string' || areLabels({ [value]: '' })
  ? text(value, field)
  : bad('invalid-value', 'finalizer', field, value);

const finalizers = list(finalizer);

/** Labels and annotations of pods, and labels that select. */
function checkOtherLabels(member: RenderedMember, { labelPlaces: { metadata, selectors } }: CheckedKind, report: TreeReport): void {
  for (const path of metadata) {
    const made = fieldAt(member.json, path);
    if (!isObject(made)) continue;
    report.add(member, labelMap(made.labels, `${path.join('.')}.labels`));
    report.add(member, annotationMap(made.annotations, `${path.join('.')}.annotations`));
  }
  for (const path of selectors) report.add(member, labelMap(fieldAt(member.json, path), path.join('.')));
}
