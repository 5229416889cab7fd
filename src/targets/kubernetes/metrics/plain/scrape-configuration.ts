import { ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import type { ScrapeJob } from './scrape-job';
import { Finding, FINE, found, ownWords, joinPath, Shown } from '../../../../base/findings/finding';
import {
  FORMS, SCRAPE_CONFIGURATION, ScrapeConfigurationForm, scrapeJobsText,
} from '../../../../cluster/objects/scrape-forms';
import { brand, throwFindings } from '../../../../base/brand';
import { all, asProps, closed, oneOf, whole, grouped } from '../../../../base/check';
import { isDnsSubdomain, MAX_DATA, metadataWith, named } from '../../../../base/names';
import { plain, snapshot } from '../../../../base/plain';
import { Registry, findingsAt } from '../../../../base/registry';
import { RenderedChild, renderBelow } from '../../../../base/model-object';
import { reservedLabels } from '../../../../cluster/objects/selectors';

/** Properties of a ScrapeConfiguration. */
export interface ScrapeConfigurationProps {
  /**
   * Where the jobs are written, and for whom.
   *
   * @default ScrapeConfigurationForm.FILES
   */
  readonly form?: ScrapeConfigurationForm;

  /**
   * The most jobs in one ConfigMap, of at most 1 MiB; further jobs of a namespace go into further ConfigMaps. A job has
   * about 1,300 bytes. Not for forms whose jobs are all in one object.
   *
   * @default 400
   */
  readonly jobsPerObject?: number;

  /**
   * Metadata of the objects: the first part of their names, their namespace, their labels and annotations.
   *
   * @default - the name is the construct's id, the namespace that of its chart
   */
  readonly metadata?: ApiObjectMetadata;
}

const JOBS_PER_OBJECT = 400;
/** Leaves room in a name for the longest namespace and the number of a part. */
const LONGEST_NAME = 180;
/** Leaves room for metadata. */
const MOST_BYTES = MAX_DATA - 16 * 1024;

/** The jobs of one component. */
type DeclaredJobs = { readonly namespace: string; readonly jobs: readonly ScrapeJob[] };

/** An object with jobs, and the size of its contents. */
interface JobsObject extends RenderedChild {
  readonly metadata: ApiObjectMetadata & { readonly name: string };
  readonly bytes: number;
}

/** Checks the properties. `jobsPerObject` is only for forms that are split into several objects. */
const CHECK = all(closed({
  form: oneOf(ScrapeConfigurationForm),
  jobsPerObject: whole(1),
  metadata: metadataWith((value, field) => isDnsSubdomain(value, LONGEST_NAME) ? FINE : found('invalid-name', field, {
    reason: 'subdomain', rule: { phrase: 'subdomain', max: LONGEST_NAME }, value: Shown.of(value),
  })),
}), (value, field) => {
  const isSplit = !FORMS[value?.form as ScrapeConfigurationForm]?.isWhole;
  return value?.jobsPerObject == null || isSplit ? FINE
    : found('invalid-value', joinPath(field, ['jobsPerObject']), { reason: 'not-with', other: `form ${value.form}` });
});

/** The scrape jobs of `MonitoringProvider.prometheus()`, in the namespace of the Prometheus that reads them. */
export class ScrapeConfiguration extends Construct {
  /** Namespace of the objects, and of the Prometheus that reads them. */
  public readonly namespace: string;

  /** Where the jobs are written, and for whom. */
  public readonly form: ScrapeConfigurationForm;
  private readonly metadata: ApiObjectMetadata & { readonly name: string };
  private readonly jobsPerObject: number;
  private readonly scraped: (() => readonly DeclaredJobs[])[] = [];
  private readonly rendered: () => { readonly children: readonly JobsObject[] };

  /**
   * Checks the properties. The objects are created when all components are declared.
   *
   * @throws ModelError if a property is invalid, or there is no namespace
   */
  public constructor(scope: Construct, id: string, props: ScrapeConfigurationProps = {}) {
    super(scope, id);
    const given = asProps(snapshot(props));
    const findings: Finding[] = [];
    const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
    throwFindings(this, [...findings, ...CHECK({ ...given, metadata }, '')]);
    this.form = given.form ?? ScrapeConfigurationForm.FILES;
    this.jobsPerObject = FORMS[this.form].isWhole ? Infinity : given.jobsPerObject ?? JOBS_PER_OBJECT;
    this.namespace = (metadata.namespace ?? Chart.of(this).namespace)!;
    const label = { [SCRAPE_CONFIGURATION]: this.form };
    throwFindings(this, [
      ...reservedLabels(metadata.labels, label, 'metadata.labels'),
      ...this.namespace === undefined ? found('invalid-value', '', ownWords(
        'has no namespace, which must be that of the Prometheus',
        "give its chart a namespace, or set 'metadata.namespace'")) : FINE,
    ]);
    const labels = { 'app.kubernetes.io/managed-by': 'cdk8s-oam', ...metadata.labels, ...label };
    this.metadata = { ...metadata, labels };
    this.rendered = renderBelow(this, () => ({ children: this.objects }));
    const reason = FORMS[this.form].isWhole ? 'whole' : 'parts';
    const facts = () => ({
      findings: this.rendered().children.filter(({ bytes }) => bytes > MOST_BYTES)
        .flatMap(({ metadata: { name }, kind, bytes }) =>
          findingsAt(this, '', found('object-too-large', '', { reason, kind, name, bytes, max: MOST_BYTES }))),
    });
    Registry.of(this).register({ construct: this, facts, isBeforePlatform: true });
  }

  /** The names of the ConfigMaps or the Secret. The list is complete only when objects are rendered (`Lazy.any()`). */
  public get objectNames(): string[] { return this.rendered().children.map(({ metadata }) => metadata.name); }

  /** @internal */
  public _scrapes(scraped: () => readonly DeclaredJobs[]): void { this.scraped.push(scraped); }

  private get objects(): JobsObject[] {
    const { isWhole } = FORMS[this.form];
    const components = this.scraped.flatMap(each => each());
    const groups = grouped(components, ({ namespace }) => [isWhole ? '' : namespace]);
    return [...groups].flatMap(([of, own]) => {
      const jobs = own.flatMap(each => each.jobs);
      const most = Math.min(this.jobsPerObject, jobs.length);
      return Array.from({ length: jobs.length === 0 ? 0 : Math.ceil(jobs.length / most) }, (_, i) =>
        // a namespace contains no dot, so this is not the part of another namespace
        this.objectWith(i === 0 ? of : `${of}.${i}`, jobs.slice(i * most, (i + 1) * most)));
    });
  }

  private objectWith(part: string, jobs: readonly ScrapeJob[]): JobsObject {
    const { kind, key } = FORMS[this.form];
    const text = scrapeJobsText(this.form, part, jobs);
    return {
      id: part || 'Resource',
      apiVersion: 'v1',
      kind,
      metadata: { ...this.metadata, name: part === '' ? this.metadata.name : `${this.metadata.name}-${part}` },
      // not `stringData`, which the API server returns as `data`
      fields: kind === 'Secret' ? { type: 'Opaque', data: { [key(part)]: Buffer.from(text).toString('base64') } }
        : { data: { [key(part)]: text } },
      bytes: Buffer.byteLength(text),
    };
  }
}

brand(ScrapeConfiguration);
