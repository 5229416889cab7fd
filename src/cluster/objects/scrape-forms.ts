import { isObject, listOf, PlainValue } from '../../base/check';

/** The label of objects that hold scrape jobs; its value is their form. */
export const SCRAPE_CONFIGURATION = 'cdk8s-oam/scrape-configuration';

/** Where scrape jobs are written, and for whom. */
export enum ScrapeConfigurationForm {
  /** ConfigMaps for each namespace with files that `scrape_config_files` of a Prometheus names; Prometheus 2.43 or newer. */
  FILES = 'files',

  /** A ConfigMap with values of the Helm chart prometheus-community/prometheus: `extraScrapeConfigs`. */
  HELM_VALUES = 'helm-values',

  /** A Secret for `spec.additionalScrapeConfigs` of a Prometheus that the Prometheus Operator runs. It holds no password. */
  ADDITIONAL_SCRAPE_CONFIGS = 'additional-scrape-configs',

  /** As FILES, for vmagent or the single server of VictoriaMetrics. */
  VMAGENT_FILES = 'vmagent-files',

  /** ConfigMaps for each namespace with a `prometheus` receiver of an OpenTelemetry Collector. */
  COLLECTOR = 'collector',
}

/** Some of a namespace's jobs, or all jobs; `part` distinguishes them from others. */
interface JobsPart {
  readonly part: string;
  readonly jobs: readonly object[];
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
  readonly lines: (given: JobsPart) => readonly string[];
  /** Reads the jobs in a string of the form. */
  readonly read: (text: string, parse: YamlReader) => unknown;
}

/** The start of an action in a template, and the template text that renders as this start. */
const [BRACES, QUOTED_BRACES] = ['{{', '{{`{{`}}'];

const scrapeConfigs = (jobs: readonly string[]) => ['scrape_configs:', ...indented(jobs, 2)];

const listed = ({ jobs }: JobsPart) => yamlList(jobs);

/** The forms of a configuration. This table holds all differences between them. */
export const FORMS: Readonly<Record<ScrapeConfigurationForm, FormOfJobs>> = {
  [ScrapeConfigurationForm.FILES]: {
    kind: 'ConfigMap',
    key: part => `${part}.yaml`,
    lines: ({ jobs }) => scrapeConfigs(yamlList(jobs)),
    read: (text, parse) => parse(text)?.scrape_configs,
  },
  [ScrapeConfigurationForm.HELM_VALUES]: {
    kind: 'ConfigMap',
    isWhole: true,
    key: () => 'values.yaml',
    // the chart runs the string through `tpl`
    lines: given => ['extraScrapeConfigs: |', ...indented(listed(given).map(line => line.replaceAll(BRACES, QUOTED_BRACES)), 2)],
    read: (text, parse) => parse(String(parse(text)?.extraScrapeConfigs).replaceAll(QUOTED_BRACES, BRACES)),
  },
  [ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS]: {
    kind: 'Secret', isWhole: true, key: () => 'additional-scrape-configs.yaml', lines: listed, read: (text, parse) => parse(text),
  },
  [ScrapeConfigurationForm.VMAGENT_FILES]: {
    // vmagent parses a response whatever its Content-Type
    kind: 'ConfigMap',
    unknown: ['fallback_scrape_protocol'],
    key: part => `${part}.yaml`,
    lines: listed,
    read: (text, parse) => parse(text),
  },
  [ScrapeConfigurationForm.COLLECTOR]: {
    kind: 'ConfigMap',
    key: part => `${part}.yaml`,
    // the Collector takes `$` for the start of a variable
    lines: ({ part, jobs }) => {
      const lines = scrapeConfigs(yamlList(jobs)).map(line => line.replaceAll('$', '$$$$'));
      return ['receivers:', `  prometheus/${part}:`, '    config:', ...indented(lines, 6)];
    },
    read: (text, parse) => {
      const receivers = parse(text.replaceAll('$$', '$'))?.receivers;
      return isObject(receivers) ? Object.values(receivers).flatMap(each => listOf(each?.config?.scrape_configs)) : undefined;
    },
  },
};

/** Renders jobs in a form. */
export function textOf(form: ScrapeConfigurationForm, given: JobsPart): string {
  return `${FORMS[form].lines(given).join('\n')}\n`;
}

/** A copy of a job without the fields that the reader of a form does not support. */
export function jobIn(form: ScrapeConfigurationForm, job: object): object {
  const { unknown = [] } = FORMS[form];
  return Object.fromEntries(Object.entries(job).filter(([name]) => !unknown.includes(name)));
}

/** Strings that YAML reads unchanged without quotes, inside brackets too. */
const PLAIN = /^[A-Za-z_/][\w./-]*$/;

/** Words that YAML 1.1 reads as something other than a string; some readers take `e1` for a number. */
const OTHER_TYPE = /^(y|yes|n|no|true|false|on|off|null|e\d.*)$/i;

/** Characters that some readers do not accept unescaped. */
const ODD = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The lines of a list of objects in YAML: one per field, and one per element of a nested list of objects, such as a list of rules. */
export function yamlList(elements: readonly object[]): string[] {
  const marked = (line: string, index: number) => `${index === 0 ? '- ' : '  '}${line}`;
  return elements.flatMap(element => Object.entries(element).flatMap(fieldLines).map(marked));
}

function fieldLines([name, value]: [string, unknown]): string[] {
  const isListed = Array.isArray(value) && value.some(each => typeof each === 'object');
  return isListed ? [`${string(name)}:`, ...value.map(each => `  - ${inline(each)}`)] : [`${string(name)}: ${inline(value)}`];
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'string') return string(value);
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value!).map(([name, each]) => `${string(name)}: ${inline(each)}`).join(', ')}}`;
}

function string(text: string): string {
  return PLAIN.test(text) && !OTHER_TYPE.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(ODD, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Indents lines by `depth` spaces. */
export function indented(lines: readonly string[], depth: number): string[] {
  return lines.map(line => ' '.repeat(depth) + line);
}
