import { isObject, listOf, PlainValue } from '../../base/check';

/** The label of objects that hold scrape jobs; its value is their form. */
export const SCRAPE_CONFIGURATION = 'cdk8s-oam/scrape-configuration';

/** Where scrape jobs are written, and for whom. */
export enum ScrapeConfigurationForm {
  /**
   * ConfigMaps for each namespace with files that `scrape_config_files` of a Prometheus names; Prometheus 2.43 or
   * newer.
   */
  FILES = 'files',
  /** A ConfigMap with values of the Helm chart prometheus-community/prometheus: `extraScrapeConfigs`. */
  HELM_VALUES = 'helm-values',
  /**
   * A Secret for `spec.additionalScrapeConfigs` of a Prometheus that the Prometheus Operator runs. It holds no
   * password.
   */
  ADDITIONAL_SCRAPE_CONFIGS = 'additional-scrape-configs',
  /** As FILES, for vmagent or the single server of VictoriaMetrics. */
  VMAGENT_FILES = 'vmagent-files',
  /** ConfigMaps for each namespace with a `prometheus` receiver of an OpenTelemetry Collector. */
  COLLECTOR = 'collector',
}

/** Parses a YAML string. */
type YamlReader = (text: string) => PlainValue | undefined;

/** How a form renders jobs. */
interface FormOfJobs {
  readonly kind: 'ConfigMap' | 'Secret';
  /** Whether one object holds the jobs of all namespaces. */
  readonly isWhole?: true;
  /** The fields of jobs that the reader of the form does not support. */
  readonly unknown?: readonly string[];
  readonly key: (part: string) => string;
  /** The lines around those of a list of jobs. */
  readonly lines: (jobs: readonly string[], part: string) => readonly string[];
  /** Reads the jobs in a string of the form. */
  readonly read: (text: string, parse: YamlReader) => unknown;
}

/** The start of an action in a template, and the template text that renders as this start. */
const [BRACES, QUOTED_BRACES] = ['{{', '{{`{{`}}'];

/** The forms of a configuration. This table holds all differences between them. */
export const FORMS: Readonly<Record<ScrapeConfigurationForm, FormOfJobs>> = {
  [ScrapeConfigurationForm.FILES]: {
    kind: 'ConfigMap',
    key: part => `${part}.yaml`,
    lines: jobs => ['scrape_configs:', ...indented(jobs, 2)],
    read: (text, parse) => parse(text)?.scrape_configs,
  },
  [ScrapeConfigurationForm.HELM_VALUES]: {
    kind: 'ConfigMap',
    isWhole: true,
    key: () => 'values.yaml',
    // the chart runs the string through `tpl`
    lines: jobs => ['extraScrapeConfigs: |', ...indented(jobs, 2).map(line => line.replaceAll(BRACES, QUOTED_BRACES))],
    read: (text, parse) => parse(String(parse(text)?.extraScrapeConfigs).replaceAll(QUOTED_BRACES, BRACES)),
  },
  [ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS]: {
    kind: 'Secret',
    isWhole: true,
    key: () => 'additional-scrape-configs.yaml',
    lines: jobs => jobs,
    read: (text, parse) => parse(text),
  },
  [ScrapeConfigurationForm.VMAGENT_FILES]: {
    // vmagent parses a response whatever its Content-Type
    kind: 'ConfigMap',
    unknown: ['fallback_scrape_protocol'],
    key: part => `${part}.yaml`,
    lines: jobs => jobs,
    read: (text, parse) => parse(text),
  },
  [ScrapeConfigurationForm.COLLECTOR]: {
    kind: 'ConfigMap',
    key: part => `${part}.yaml`,
    // the Collector takes `$` for the start of a variable
    lines: (jobs, part) => [
      'receivers:', `  prometheus/${part}:`, '    config:', '      scrape_configs:',
      ...indented(jobs, 8).map(line => line.replaceAll('$', '$$$$')),
    ],
    read: (text, parse) => {
      const receivers = parse(text.replaceAll('$$', '$'))?.receivers;
      return isObject(receivers)
        ? Object.values(receivers).flatMap(each => listOf(each?.config?.scrape_configs)) : undefined;
    },
  },
};

/**
 * Renders jobs in a form, without the fields that its reader does not support. `part` distinguishes some from others.
 */
export function scrapeJobsText(form: ScrapeConfigurationForm, part: string, jobs: readonly object[]): string {
  const { unknown = [], lines } = FORMS[form];
  const supported = jobs.map(job =>
    Object.fromEntries(Object.entries(job).filter(([name]) => !unknown.includes(name))));
  return `${lines(yamlList(supported), part).join('\n')}\n`;
}

/** Strings that YAML reads unchanged without quotes, inside brackets too. */
const PLAIN = /^[A-Za-z_/][\w./-]*$/;
/** Words that YAML 1.1 reads as something other than a string; some readers take `e1` for a number. */
const OTHER_TYPE = /^(y|yes|n|no|true|false|on|off|null|e\d.*)$/i;
/** Characters that some readers do not accept unescaped. */
const ODD = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * The lines of a list of objects in YAML: one per field, and one per element of a nested list of objects, such as a
 * list of rules.
 */
export function yamlList(elements: readonly object[]): string[] {
  return elements.flatMap(element => Object.entries(element).flatMap(([name, value]) => {
    const isListed = Array.isArray(value) && value.some(each => typeof each === 'object');
    return isListed ? [`${inlineYaml(name)}:`, ...value.map(each => `  - ${inlineYaml(each)}`)]
      : `${inlineYaml(name)}: ${inlineYaml(value)}`;
  }).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`));
}

/** A value in YAML's flow notation, on one line: `{job: [a, b]}`. Strings are quoted if a reader may mistake them. */
function inlineYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineYaml).join(', ')}]`;
  if (typeof value === 'string') {
    return PLAIN.test(value) && !OTHER_TYPE.test(value) ? value : JSON.stringify(value).replace(ODD, character =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value!).map(([name, each]) => `${inlineYaml(name)}: ${inlineYaml(each)}`).join(', ')}}`;
}

/** Indents lines by `depth` spaces. */
export function indented(lines: readonly string[], depth: number): string[] {
  return lines.map(line => ' '.repeat(depth) + line);
}
