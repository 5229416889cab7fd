import { parse } from 'yaml';
import { Finding, FINE, found, Path } from '../../base/findings/finding';
import { COMPONENT, LabelSelector, NAME, labelsOfPods } from '../objects/object-index';
import { constant, constantOf, lastRule, RelabelRule, ruleOf, seriesLabel } from '../objects/relabel-rule';
import { FORMS, SCRAPE_CONFIGURATION, ScrapeConfigurationForm } from '../objects/scrape-forms';
import { attempt } from '../../base/attempt';
import { asObject, isFilled, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import { isKind, kindOf, SCRAPE_CONFIG, SCRAPE_JOB } from '../../base/kinds/kind-of';
import { memo } from '../../base/memo';
import type { ObjectType, TypedManifest } from '../../base/oam-kind';

/** A description of where pods are scraped: a monitor, or a scrape job in the form of one. */
export interface ReadMonitor {
  readonly monitor: TypedManifest;
  /** The field of the object that contains it; empty if it is the object itself. */
  readonly at: Path;
}

/** A job that finds pods, from any spelling. */
interface PodJob extends ObjectType {
  /** The name of the object, or of the job if it is no object. */
  readonly title: unknown;
  readonly name: unknown;
  readonly discovery: readonly PlainFields[];
  readonly path: unknown;
  readonly scheme: unknown;
  readonly rules: readonly RelabelRule[];
}

/** The monitors that an object is or contains. */
export function monitorsIn(object: TypedManifest): ReadMonitor[] {
  if (isKind(object, SCRAPE_CONFIG)) return asMonitor(object, jobOfScrapeConfig(object)).map(monitor => ({ monitor, at: ['spec'] }));
  const { form, read } = readJobs(object);
  if (form) {
    return read.flatMap(({ at, jobs }) => listOf(jobs).filter(isObject).flatMap(job =>
      asMonitor(object, jobOfConfiguration(job)).map(monitor => ({ monitor, at }))));
  }
  return kindOf(object).monitor === undefined ? [] : [{ monitor: object, at: [] }];
}

/** Reports texts that should contain jobs, but cannot be read. */
export function unreadableJobs(object: TypedManifest): Finding[] {
  const { form, read } = readJobs(object);
  return read.flatMap(({ at, jobs }) => Array.isArray(jobs) ? FINE
    : found('invalid-value', at, { reason: 'unreadable', value: form! }));
}

const seriesLabels: typeof labelsOfPods = object =>
  Object.fromEntries(Object.entries(labelsOfPods(object)).map(([key, value]) => [seriesLabel(key), value]));

/** The labels of pods in the spelling by which a monitor selects them: as they are, or as discovery writes them. */
export function selectedLabels(monitor: object): typeof labelsOfPods {
  return kindOf(monitor).monitor?.isAlone ? seriesLabels : labelsOfPods;
}

/** The lists of jobs in the texts of an object, if it has the label of this library. */
interface JobsInTexts {
  readonly form?: ScrapeConfigurationForm;
  readonly read: readonly { readonly at: Path; readonly jobs: unknown }[];
}

const readJobs = memo((object: TypedManifest): JobsInTexts => {
  const form = asObject(asObject(object.metadata).labels)[SCRAPE_CONFIGURATION] as ScrapeConfigurationForm | undefined;
  if (form === undefined || !Object.hasOwn(FORMS, form) || !isKind(object, `/${FORMS[form].kind}`)) return { read: [] };
  const jobsOf = (text: string) => attempt(() => FORMS[form].read(text, each => parse(each, { version: '1.1' }) as PlainValue | undefined));
  const inField = (field: string, textOf: (given: string) => string) => Object.entries(asObject(object[field]))
    .flatMap(([key, value]) => typeof value === 'string' ? [{ at: [field, key], jobs: jobsOf(textOf(value)) }] : []);
  const isSecret = FORMS[form].kind === 'Secret';
  const plain = (given: string) => given;
  const decoded = (given: string) => Buffer.from(given, 'base64').toString();
  return { form, read: [...inField('stringData', plain), ...inField('data', isSecret ? decoded : plain)] };
});

function jobOfConfiguration(job: PlainFields): PodJob {
  const [group, kind] = SCRAPE_JOB.split('/');
  return {
    apiVersion: `${group}/v1`,
    kind,
    title: job.job_name,
    name: job.job_name,
    discovery: listOf(job.kubernetes_sd_configs).filter(isObject),
    path: job.metrics_path,
    scheme: job.scheme,
    rules: listOf(job.relabel_configs).filter(isObject).map(ruleOf),
  };
}

function jobOfScrapeConfig({ apiVersion, kind, metadata, spec }: TypedManifest): PodJob {
  const { namespace, name } = asObject(metadata);
  return {
    apiVersion,
    kind,
    title: name,
    name: isFilled(spec?.jobName) ? spec.jobName : `scrapeConfig/${String(namespace)}/${String(name)}`,
    discovery: listOf(spec?.kubernetesSDConfigs).filter(isObject),
    path: spec?.metricsPath,
    scheme: spec?.scheme,
    rules: listOf(spec?.relabelings).filter(isObject).map(ruleOf),
  };
}

/** A job that finds pods, in the form of a monitor; empty for other jobs, which do not find pods. */
function asMonitor({ metadata }: TypedManifest, job: PodJob): TypedManifest[] {
  const { apiVersion, kind, title, name, discovery, path, scheme, rules } = job;
  const ofPods = discovery.filter(({ role }) => String(role).toLowerCase() === 'pod');
  if (ofPods.length === 0) return [];
  const { selector, port, others } = divided(rules);
  const names = ofPods.map(({ namespaces }) => listOf(asObject(namespaces).names));
  const { namespace, labels } = asObject(metadata);
  const ofModel = (key: string) => constantOf(lastRule(rules, seriesLabel(key))) ?? selector.matchLabels?.[seriesLabel(key)];
  const spec = {
    selector,
    namespaceSelector: names.every(({ length }) => length > 0) ? { matchNames: names.flat() } : { any: true },
    endpoints: [{ ...port, path, scheme, relabelings: [constant('job', String(name)), ...others] }],
  };
  const model = Object.fromEntries([NAME, COMPONENT].map(key => [key, ofModel(key)]).filter(([, value]) => value !== undefined));
  const own = { name: title, namespace, labels: { ...asObject<object>(labels), ...model } };
  return [{ apiVersion, kind, metadata: own, spec } as object as TypedManifest];
}

/** The pods that a job keeps, in terms of a monitor, and its other rules. */
interface DividedRules {
  readonly selector: LabelSelector;
  readonly port: { readonly port?: string; readonly portNumber?: number };
  readonly others: readonly RelabelRule[];
}

const [LABEL, PORT] = [/^__meta_kubernetes_pod_label_(\w+)$/, /^__meta_kubernetes_pod_container_port_(name|number)$/];

/** Divides rules into selector, port and others. The order of rules that only keep and drop does not matter. */
function divided(rules: readonly RelabelRule[]): DividedRules {
  const end = rules.findIndex(({ action }) => !['keep', 'drop'].includes(String(action).toLowerCase()));
  const filters = (end < 0 ? rules : rules.slice(0, end)).map(rule => ({ rule, ...keptBy(rule) }));
  const labels = filters.filter(({ label }) => label !== undefined);
  const single = labels.filter(({ values }) => values.length === 1).map(({ label, values }) => [label!, values[0]]);
  const several = labels.filter(({ values }) => values.length > 1);
  const ports = filters.filter(({ port }) => port !== undefined).map(({ port, values: [value] }) =>
    port === 'name' ? { port: value } : { portNumber: Number(value) });
  const taken = new Set(filters.filter(({ label, port }) => label ?? port).map(({ rule }) => rule));
  return {
    selector: {
      matchLabels: Object.fromEntries(single),
      matchExpressions: several.map(({ label, values }) => ({ key: label!, operator: 'In', values })),
    },
    port: Object.assign({}, ...ports),
    others: rules.filter(rule => !taken.has(rule)),
  };
}

/** The values that are kept of a label of pods, or of one of their ports. */
interface KeptValues {
  readonly label?: string;
  readonly port?: string;
  readonly values: readonly string[];
}

/** The values of one label of pods, or of their ports, that a rule keeps. Only exact values count, since others are expressions. */
function keptBy({ action, sourceLabels, regex }: RelabelRule): KeptValues {
  const isExact = String(action).toLowerCase() === 'keep' && sourceLabels?.length === 1 && /^([\w|-]|\\\.)+$/.test(String(regex));
  if (!isExact) return { values: [] };
  const values = String(regex).replaceAll('\\.', '.').split('|');
  const [, label] = LABEL.exec(sourceLabels[0]) ?? [];
  const [, port] = values.length > 1 ? [] : PORT.exec(sourceLabels[0]) ?? [];
  return { label, port, values };
}
