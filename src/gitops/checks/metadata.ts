import { isGenerated } from './duplicates';
import type { MemberWithFields, TreeReport } from './members';
import type { CheckedKind } from './scopes';
import { nameFindings } from '../../checks/metadata';
import { Check, FINE, bad, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { isObject, list, PlainFields, text } from '../../private/check';
import { fieldAt } from '../../private/kinds/kind';
import { annotations, isDnsLabel, isDnsSubdomain, labels, namespaceName, ownNamespace } from '../../private/names';
import { substituted } from '../../private/substitution';

/** What is wrong with the metadata of an object, and with that of the pods it makes. */
export function checkMetadata(member: MemberWithFields, kind: CheckedKind, report: TreeReport): void {
  const metadata: unknown = member.json.metadata ?? {};
  if (!isObject(metadata)) return report.add(member, bad('invalid-type', 'object', 'metadata', metadata));
  report.add(member, nameFindings(member.json, kind.nameRule, name => isGenerated(name, member)));
  checkNamespace(member, metadata, kind, report);
  checkLabels(member, metadata, report);
  report.add(member, annotationMap(metadata.annotations, 'metadata.annotations'));
  if (metadata.finalizers != null) report.add(member, finalizers(metadata.finalizers, 'metadata.finalizers'));
  checkOtherLabels(member, kind, report);
}

const isGiven = (value: unknown) => value != null && value !== '';

function checkNamespace(member: MemberWithFields, { namespace }: PlainFields, checked: CheckedKind, report: TreeReport): void {
  if (!isGiven(namespace)) return;
  const { kind, isClusterScoped } = checked;
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

const finalizer: Check = (value, field) => typeof value !== 'string' || areLabels({ [value]: '' })
  ? text(value, field)
  : bad('invalid-value', 'finalizer', field, value);

const finalizers = list(finalizer);

/** Labels and annotations of pods, and labels that select. */
function checkOtherLabels(member: MemberWithFields, { labelPlaces: { metadata, selectors } }: CheckedKind, report: TreeReport): void {
  for (const path of metadata) {
    const made = fieldAt(member.json, path);
    if (!isObject(made)) continue;
    report.add(member, labelMap(made.labels, `${path.join('.')}.labels`));
    report.add(member, annotationMap(made.annotations, `${path.join('.')}.annotations`));
  }
  for (const path of selectors) report.add(member, labelMap(fieldAt(member.json, path), path.join('.')));
}

// Most maps are fine. They are looked at without a path or a message being made; the checks that all constructs share have the last
// word about the others.

const LABEL = 63;

/** How many keys are remembered. */
const MOST_KEYS = 10_000;

/** In bytes, keys and values together. */
const MOST_ANNOTATIONS = 256 * 1024;

/** Keys that were fine before: an app has few. */
class FineKeys {
  // refused where cdk8s is to write it; here it is written
  private readonly fine = new Set(['constructor']);

  public constructor(private readonly check: Check) {}

  public has(key: string): boolean {
    if (this.fine.has(key)) return true;
    const isFine = this.check({ [key]: '' }, '').length === 0;
    if (isFine && this.fine.size < MOST_KEYS) this.fine.add(key);
    return isFine;
  }
}

const LABEL_KEYS = new FineKeys(labels);
const ANNOTATION_KEYS = new FineKeys(annotations);

function areLabels(map: unknown): boolean {
  if (!isObject(map)) return false;
  for (const key of Object.keys(map)) {
    if (!LABEL_KEYS.has(key) || !isLabelValue(map[key])) return false;
  }
  return true;
}

/** What most values are is looked at first. */
const isLabelValue = (value: unknown) => isDnsSubdomain(value, LABEL) || labels({ a: substituted(value) }, '').length === 0;

function areAnnotations(map: unknown): boolean {
  if (!isObject(map)) return false;
  for (const key of Object.keys(map)) {
    if (typeof map[key] !== 'string' || !ANNOTATION_KEYS.has(key)) return false;
  }
  return true;
}

/** Labels of an object, of its pods, or of those that it selects. */
const labelMap: Check = (value, field) => value == null || areLabels(value) ? FINE : labels(filledIn(without(areLabels, value)), field);

/** A map whose fine values are as they may be when variables have been filled in: the key of such a value is at fault alone. */
function filledIn(map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, isLabelValue(value) ? substituted(value) : value]));
}

/** What is wrong of a map. */
function without(areFine: (map: unknown) => boolean, map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([key, value]) => !areFine({ [key]: value })));
}

/** Annotations, and their size. */
const annotationMap: Check = (value, field) => {
  if (value == null) return FINE;
  if (!areAnnotations(value)) return annotations(without(areAnnotations, value), field);
  const bytes = sizeOf(value);
  return bytes <= MOST_ANNOTATIONS ? FINE : found('invalid-annotation', field, { reason: 'size', max: MOST_ANNOTATIONS, bytes });
};

function sizeOf(map: Record<string, string>): number {
  let characters = 0;
  for (const key of Object.keys(map)) characters += key.length + map[key].length;
  // a character has three bytes at most
  if (3 * characters <= MOST_ANNOTATIONS) return characters;
  return Object.entries(map).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
}
