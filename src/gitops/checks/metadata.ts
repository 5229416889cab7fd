import { isGenerated } from './generated-names';
import type { CheckedKind } from './known-kinds';
import { annotationMap, areLabels, labelMap } from './label-maps';
import type { Member } from './members';
import type { Report } from './report';
import { substituted } from './substitutions';
import { isObject, list, text } from '../../private/check';
import { Check } from '../../findings/finding';
import { finding, wrong } from '../../findings/unsaid';
import { fieldAt } from '../../private/kinds/kind';
import { isDnsLabel, namespaceName, ownNamespace } from '../../private/names';

const NAME = 'set \'metadata.name\', or a construct id that is a valid name';
const OTHER_IDS = 'it is made of the ids of its path: choose others, from that of the chart on, or set \'metadata.name\'';

/** `at` is a place in a list: `items[2]`. */
function leaveOutNamespace(at: string): string {
  const place = at.replace(/\[(\d+)\]/g, '.$1').split('.').filter(step => step !== '');
  return `leave it out; JsonPatch.remove('${['', ...place, 'metadata', 'namespace'].join('/')}') takes it from what a file or a Helm chart has`;
}

/** What the server takes of a name that it is to complete. */
const LONGEST_START = 58;

/** What is wrong with the metadata of an object, and with that of the pods it makes. */
export function checkMetadata(member: Member, kind: CheckedKind, report: Report): void {
  const metadata = member.json.metadata ?? {};
  if (!isObject(metadata)) return report.add(member, wrong('invalid-type', 'metadata', 'be an object', metadata));
  checkName(member, metadata, kind, report);
  checkNamespace(member, metadata, kind, report);
  checkLabels(member, metadata, report);
  report.add(member, annotationMap(metadata.annotations, 'metadata.annotations'));
  if (metadata.finalizers != null) report.add(member, finalizers(metadata.finalizers, 'metadata.finalizers'));
  checkOtherLabels(member, kind, report);
}

const isGiven = (value: unknown) => value != null && value !== '';

function checkName(member: Member, { name, generateName }: any, { nameRule }: CheckedKind, report: Report): void {
  const { json } = member;
  const fits = (value: unknown) => typeof value === 'string' && (nameRule.fits(value, json) || nameRule.fits(substituted(value), json));
  if (isGiven(name)) {
    if (!fits(name)) report.add(member, wrong('invalid-name', 'metadata.name', nameRule.must(json), name, isGenerated(name, member) ? OTHER_IDS : NAME));
  } else if (isGiven(generateName)) {
    const isFine = fits(typeof generateName === 'string' ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName);
    if (!isFine) report.add(member, wrong('invalid-name', 'metadata.generateName', `with five characters more ${nameRule.must(json)}`, generateName));
  } else if (!nameRule.isOptional) {
    report.add(member, finding('missing-field', 'metadata.name', 'is required', 'set it, or \'metadata.generateName\''));
  }
}

function checkNamespace(member: Member, { namespace }: any, { kind, isClusterScoped }: CheckedKind, report: Report): void {
  if (!isGiven(namespace)) return;
  const { chart, at } = member;
  if (isClusterScoped) {
    report.add(member, wrong('namespace-on-cluster-scoped', 'metadata.namespace', `be left out, since ${kind} is a kind of the whole cluster`, namespace, leaveOutNamespace(at)));
  } else if (isDnsLabel(namespace) || isDnsLabel(substituted(namespace))) {
    return;
  } else if (at === '' && namespace === chart.namespace) {
    report.addOnce(chart, namespaceName(namespace, 'namespace'));
  } else {
    report.add(member, ownNamespace(namespace, 'metadata.namespace'));
  }
}

/** Those that a chart gives to all its objects are told of the chart. */
function checkLabels(member: Member, { labels: given }: any, report: Report): void {
  if (given == null || areLabels(given)) return;
  if (!isObject(given)) return report.add(member, labelMap(given, 'metadata.labels'));
  const { chart, at } = member;
  const ofChart = at === '' ? chart.labels : {};
  const pairs = (isOfChart: boolean) => Object.fromEntries(Object.entries(given).filter(([key, value]) => (ofChart[key] === value) === isOfChart));
  report.addOnce(chart, labelMap(pairs(true), 'labels'));
  report.add(member, labelMap(pairs(false), 'metadata.labels'));
}

const finalizer: Check = (value, field) => typeof value !== 'string' || areLabels({ [value]: '' })
  ? text(value, field)
  : wrong('invalid-value', field, 'be of the form [<DNS subdomain>/]<name>', value);

const finalizers = list(finalizer);

/** Labels and annotations of pods, and labels that select. */
function checkOtherLabels(member: Member, { labelPlaces: { metadata, selectors } }: CheckedKind, report: Report): void {
  for (const path of metadata) {
    const made = fieldAt(member.json, path);
    if (!isObject(made)) continue;
    report.add(member, labelMap(made.labels, `${path.join('.')}.labels`));
    report.add(member, annotationMap(made.annotations, `${path.join('.')}.annotations`));
  }
  for (const path of selectors) report.add(member, labelMap(fieldAt(member.json, path), path.join('.')));
}
