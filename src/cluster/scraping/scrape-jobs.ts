import { parse } from 'yaml';
import { constant, constantOf, lastRule, relabelRuleOf, seriesLabel } from './relabel';
import { attempt } from '../../base/attempt';
import { asObject, isObject, listOf, PlainValue, textOf } from '../../base/check';
import { Finding, FINE, found, Path } from '../../base/findings/finding';
import { isKind, kindOf, SCRAPE_CONFIG, SCRAPE_JOB } from '../../base/kind-of';
import { memo } from '../../base/memo';
import type { ObjectType, TypedManifest } from '../../base/oam-kind';
import { FORMS, SCRAPE_CONFIGURATION, ScrapeConfigurationForm } from '../objects/scrape-forms';
import { labelsOfPods } from '../objects/pod-templates';
import { COMPONENT, NAME } from '../objects/selectors';

/** A description of where pods are scraped: a monitor, or a scrape job in the form of one. */
export interface ReadMonitor {
  readonly monitor: TypedManifest;
  /** The field of the object that contains it; empty if it is the object itself. */
  readonly at: Path;
}

/** The monitors that an object is or contains. */
export function monitorsIn(object: TypedManifest): ReadMonitor[] {
  const { apiVersion, kind, metadata, spec } = object;
  if (isKind(object, SCRAPE_CONFIG)) {
    const { namespace, name } = asObject(metadata);
    const { jobName, kubernetesSDConfigs: discovery, metricsPath: path, scheme, relabelings: rules } = asObject(spec);
    const own = textOf(jobName) ?? `scrapeConfig/${String(namespace)}/${String(name)}`;
    return asMonitor(object, { apiVersion, kind, title: name, name: own, discovery, path, scheme, rules })
      .map(monitor => ({ monitor, at: ['spec'] }));
  }
  const { form, read } = readJobs(object);
  if (!form) return kindOf(object).monitor === undefined ? [] : [{ monitor: object, at: [] }];
  const [group, jobKind] = SCRAPE_JOB.split('/');
  return read.flatMap(({ at, jobs }) => listOf(jobs).filter(isObject).flatMap(job => {
    const { job_name: name, kubernetes_sd_configs: discovery, metrics_path: path, scheme, relabel_configs } = job;
    const own = { title: name, name, discovery, path, scheme, rules: relabel_configs };
    return asMonitor(object, { apiVersion: `${group}/v1`, kind: jobKind, ...own }).map(monitor => ({ monitor, at }));
  }));
}

/** Reports texts that should contain jobs, but cannot be read. */
export function unreadableJobs(object: TypedManifest): Finding[] {
  const { form, read } = readJobs(object);
  return read.flatMap(({ at, jobs }) =>
    Array.isArray(jobs) ? FINE : found('invalid-value', at, { reason: 'unreadable', value: form! }));
}

/** The labels of pods in the spelling by which a monitor selects them: as they are, or as discovery writes them. */
export function selectedLabels(monitor: object): typeof labelsOfPods {
  return kindOf(monitor).monitor?.isAlone ? labelsOfDiscovery : labelsOfPods;
}

// one function, by which lookups of selected pods are kept
const labelsOfDiscovery: typeof labelsOfPods = object =>
  Object.fromEntries(Object.entries(labelsOfPods(object)).map(([key, value]) => [seriesLabel(key), value]));

/** The lists of jobs in the texts of an object, if it has the label of this library. */
const readJobs = memo((object: TypedManifest) => {
  const form = asObject(asObject(object.metadata).labels)[SCRAPE_CONFIGURATION] as ScrapeConfigurationForm | undefined;
  if (form === undefined || !Object.hasOwn(FORMS, form) || !isKind(object, `/${FORMS[form].kind}`)) return { read: [] };
  const { kind, read } = FORMS[form];
  const parsed = (text: string) => parse(text, { version: '1.1' }) as PlainValue | undefined;
  const fields = ['stringData', 'data'].flatMap(field =>
    Object.entries(asObject(object[field])).map(([key, value]: [string, unknown]) => [field, key, value] as const));
  const lists = fields.flatMap(([field, key, value]) => {
    if (typeof value !== 'string') return [];
    const text = field === 'data' && kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value;
    return [{ at: [field, key], jobs: attempt(() => read(text, parsed)) as unknown }];
  });
  return { form, read: lists };
});

/** A job that finds pods, from any spelling; its title is that of the object, or of the job if it is no object. */
type PodJob = ObjectType & Readonly<Record<'title' | 'name' | 'discovery' | 'path' | 'scheme' | 'rules', unknown>>;

const [LABEL, PORT] = [/^__meta_kubernetes_pod_label_(\w+)$/, /^__meta_kubernetes_pod_container_port_(name|number)$/];

/** A job that finds pods, in the form of a monitor; empty for other jobs, which do not find pods. */
function asMonitor({ metadata }: TypedManifest, job: PodJob): TypedManifest[] {
  const { apiVersion, kind, title, name, path, scheme } = job;
  const ofPods = listOf(job.discovery).filter(isObject).filter(({ role }) => String(role).toLowerCase() === 'pod');
  if (ofPods.length === 0) return [];
  const rules = listOf(job.rules).filter(isObject).map(relabelRuleOf);

  // the first rules select labels and a port of pods; the order of those that only keep and drop does not matter
  const end = rules.findIndex(({ action }) => !['keep', 'drop'].includes(String(action).toLowerCase()));
  const filters = (end < 0 ? rules : rules.slice(0, end)).map(rule => {
    const { action, sourceLabels: [source, ...more] = [], regex } = rule;
    const expression = String(regex);
    // only exact values count, since others are expressions
    const isExact = String(action).toLowerCase() === 'keep' && source !== undefined && more.length === 0
      && /^([\w|-]|\\\.)+$/.test(expression);
    const values = isExact ? expression.replaceAll('\\.', '.').split('|') : [];
    const [, label] = isExact && LABEL.exec(source) || [];
    const [, port] = values.length === 1 && PORT.exec(source) || [];
    return { rule, label, port, values };
  });
  const labelled = filters.flatMap(({ label, values }) => label === undefined ? [] : [{ key: label, values }]);
  const ports = filters.flatMap(({ port, values: [value] }) =>
    port === undefined ? [] : [port === 'name' ? { port: value } : { portNumber: Number(value) }]);
  const selecting = new Set(filters.filter(({ label, port }) => label ?? port).map(({ rule }) => rule));
  const matchLabels: Readonly<Record<string, string>> = Object.fromEntries(labelled
    .filter(({ values }) => values.length === 1).map(({ key, values }) => [key, values[0]]));
  const matchExpressions = labelled.filter(({ values }) => values.length > 1)
    .map(({ key, values }) => ({ key, operator: 'In', values }));

  const names = ofPods.map(({ namespaces }) => listOf(asObject(namespaces).names));
  const relabelings = [constant('job', String(name)), ...rules.filter(rule => !selecting.has(rule))];
  const spec = {
    selector: { matchLabels, matchExpressions },
    namespaceSelector: names.every(({ length }) => length > 0) ? { matchNames: names.flat() } : { any: true },
    endpoints: [{ ...Object.assign({}, ...ports) as object, path, scheme, relabelings }],
  };
  const ofModel = [NAME, COMPONENT].map(key => {
    const label = seriesLabel(key);
    return [key, constantOf(lastRule(rules, label)) ?? matchLabels[label]] as const;
  });
  const { namespace, labels } = asObject(metadata);
  const model = Object.fromEntries(ofModel.filter(([, value]) => value !== undefined));
  const own = { name: title, namespace, labels: { ...asObject<object>(labels), ...model } };
  return [{ apiVersion, kind, metadata: own, spec } as object as TypedManifest];
}
