import { framed, showPath } from '../../base/findings/finding';
import { problemOf } from '../../base/findings/words';
import { PlainFields, asObject, isObject, listOf } from '../../base/check';
import { vendorTrait } from '../../base/oam-kind';
import { droppedFindings, storedWorkload } from '../model/checks';
import type { NamedMetadata } from '../model/applications';
import { DeclarationOptions, Parts } from '../model/context';
import { ComponentIndex, OamObject, componentOfRevision, oamObject } from '../../cluster/objects/oam-object';
import { declaredMetadata, declaredOutputs, declaredPart } from '../model/server-fields';
import { LocatedFinding, ManifestDocument, ManifestError, ReadManifests, Position } from '../../files/reading';
import { check } from '../validate';

/** Comments on a document (''), on an entry of its components ('0'), on a trait of such an entry ('0/1'). */
type Remarks = ReadonlyMap<string, readonly string[]>;

/** A document as it is imported. */
export interface SourceDocument {
  readonly file: string;
  readonly value: unknown;
  readonly remarks?: Remarks;
  locate(field: string): Position;
}

/** Documents that are adapted to the platform of the program. */
interface Adapted {
  readonly documents: readonly SourceDocument[];
  /** The documents that are left out, and why. */
  readonly warnings: readonly LocatedFinding[];
  /** The errors for which the program will be rejected. */
  readonly errors: readonly LocatedFinding[];
}

/**
 * Documents for an OAM platform. They stay as they are; only applications and components without a namespace get the
 * default one.
 */
export function forOam({ yaml }: ReadManifests, defaultNamespace?: string): Adapted {
  const documents = yaml.map((document): SourceDocument => {
    const { value } = document;
    const isModel = isObject(value) && defaultNamespace !== undefined && oamObject(document as unknown as ManifestDocument) !== undefined;
    if (!isModel || !isObject(value.metadata) || value.metadata.namespace != null) return document;
    return sourceOf(document, { ...value, metadata: { ...value.metadata, namespace: defaultNamespace } });
  });
  return { documents, warnings: [], errors: [] };
}

/**
 * Documents for a program without an OAM platform, which renders the same as `render`. Fields that only a server or the
 * platform reads are left out; what `render` concludes and warns of is written out.
 */
export function forKubernetes(manifests: ReadManifests, options: DeclarationOptions): Adapted {
  if (manifests.findings.length > 0) throw new ManifestError(manifests.findings);
  return new KubernetesDocuments(manifests, options).adapted();
}

const SERVICE_NAME = 'spec.serviceTemplate.metadata.name';

const BY_OPERATOR = 'no monitor: Prometheus takes the one that the component\'s operator makes, and would count every sample twice';

const LEFT_OUT = new Set<string>(['component-not-bound', 'standalone-oam-object']);

/** The changes to a document. */
class Changes {
  /** The namespaces in which a component without one is bound. */
  public readonly namespaces = new Set<string | undefined>();
  public readonly remarks = new Map<string, string[]>();
  /** The entries without a default monitor. */
  public readonly unscraped = new Set<number>();
  /** The fields of a workload that ask for monitors of an operator, which other monitors replace. */
  public readonly replaced = new Set<string>();
  /** The reasons why traits have no effect, by entry and trait. */
  public readonly idle = new Map<string, string>();
}

class KubernetesDocuments {
  private readonly changes = new Map<ManifestDocument, Changes>();

  public constructor(private readonly manifests: ReadManifests, private readonly options: DeclarationOptions) {}

  public adapted(): Adapted {
    const { manifests: { documents }, options } = this;
    const { findings, declaration: { unscraped, replaced } } = check(this.manifests, options);
    const parts = new Parts(documents);
    const without = findings.filter(({ code, isWarning }) => isWarning && LEFT_OUT.has(code));
    const leftOut = new Map(without.map(found => [parts.of(found)!.document, found]));
    for (const { component, fields } of replaced) for (const field of fields) this.of(component).replaced.add(field);
    for (const found of findings.filter(({ code, isWarning }) => isWarning && code === 'metrics-not-scrapeable')) {
      const { document, entry, trait } = parts.of(found)!;
      this.of(document).idle.set(`${entry}/${trait}`, problemOf(found));
    }
    for (const { part: { document, entry = 0 }, why, scrapedByOperator } of unscraped) {
      // the operator's monitor is switched off for another application, so the default one replaces it
      if (scrapedByOperator && this.of(scrapedByOperator).replaced.size > 0) continue;
      this.of(document).unscraped.add(entry);
      const told = scrapedByOperator ? [BY_OPERATOR] : why.map(found => `no metrics: ${problemOf(found)}`);
      for (const text of told) this.remark(document, `${entry}/metrics`, text);
    }
    const objects = documents.map(document => ({ document, object: oamObject(document) }));
    this.placeComponents(objects.flatMap(({ object }) => object ?? []));
    const kept = objects.filter(({ document }) => !leftOut.has(document));
    return {
      documents: kept.flatMap(({ document, object }) => object ? this.ofModel(object) : [sourceOf(document, document.value)]),
      warnings: [...leftOut.values()].map(each => framed('left-out', each)),
      errors: findings.filter(({ isWarning }) => !isWarning),
    };
  }

  /**
   * Collects the namespaces in which each component without a namespace is bound: it becomes a component in each of
   * them.
   */
  private placeComponents(objects: readonly OamObject[]): void {
    const components = new ComponentIndex<OamObject>();
    for (const each of objects.filter(({ kind }) => kind === 'Component')) {
      components.add(asObject<NamedMetadata>(each.metadata).name!, this.namespaceOf(each), each);
    }
    for (const application of objects.filter(({ kind }) => kind !== 'Component')) {
      const namespace = this.namespaceOf(application);
      for (const entry of listOf(application.spec?.components).filter(isObject)) {
        const name = entry.componentName as string | undefined ?? componentOfRevision(String(entry.revisionName));
        const component = components.find(name, namespace);
        if (!component || this.namespaceOf(component) !== undefined) continue;
        this.of(component.document).namespaces.add(namespace);
      }
    }
  }

  private namespaceOf({ metadata }: OamObject): string | undefined {
    return asObject<NamedMetadata>(metadata).namespace ?? this.options.defaultNamespace;
  }

  private of(document: ManifestDocument): Changes {
    const changes = this.changes.get(document) ?? new Changes();
    this.changes.set(document, changes);
    return changes;
  }

  private remark(document: ManifestDocument, part: string, text: string): void {
    const { remarks } = this.of(document);
    remarks.set(part, [...remarks.get(part) ?? [], text]);
  }

  private ofModel(object: OamObject): SourceDocument[] {
    const { document, kind, metadata, isMulti } = object;
    const spec = asObject(object.spec);
    const { namespaces: bound, remarks } = this.of(document);
    const namespaces = bound.size > 0 ? [...bound] : [this.namespaceOf(object)];
    const own = kind === 'Component' ? this.component(document, spec) : this.application(document, spec);
    const { placement, secrets } = isMulti ? document.value.spec ?? {} : {};
    const clusters = listOf(placement?.clusters).flatMap(each => typeof each?.name === 'string' ? each.name : []);
    if (isMulti) {
      const where = clusters.length > 0 ? ` (placement: ${clusters.join(', ')})` : '';
      const also = listOf(secrets).length > 0 ? `, with the secrets ${listOf(secrets).join(', ')}` : '';
      this.remark(document, '', `was for several clusters: apply it to each of them${where}${also}`);
    }
    return namespaces.map(namespace => {
      const declared = declaredMetadata(metadata ?? {});
      const whole = isObject(declared) ? { ...withoutNothing(declared), ...namespace === undefined ? {} : { namespace } } : declared;
      return sourceOf(document, { apiVersion: 'core.oam.dev/v1alpha2', kind, metadata: whole, spec: own }, remarks);
    });
  }

  private component(document: ManifestDocument, { workload, parameters, ...others }: PlainFields): object {
    this.tellOthers(document, '', others, 'spec.');
    const stored = this.stored(document, this.part(document, '', workload));
    return { workload: this.withoutMonitors(document, stored), ...parameters == null ? {} : { parameters } };
  }

  private application(document: ManifestDocument, { components, ...others }: PlainFields): object {
    this.tellOthers(document, '', others, 'spec.');
    return { components: Array.isArray(components) ? components.map((entry, i) => this.entry(document, entry, i)) : components };
  }

  private entry(document: ManifestDocument, entry: unknown, index: number): unknown {
    if (!isObject(entry)) return entry;
    const { componentName, revisionName, parameterValues, scopes, dataInputs, dataOutputs, traits, ...others } = entry;
    this.tellOthers(document, `${index}`, others, '');
    const isOld = typeof revisionName === 'string' && !/-v\d+$/.test(revisionName) && componentName == null;
    if (isOld) this.remark(document, `${index}`, `was bound by the revision ${JSON.stringify(revisionName)} of an earlier runtime`);
    const { idle, unscraped } = this.of(document);
    const why = (i: number) => idle.get(`${index}/${i}`);
    listOf(traits).forEach((each, i) => {
      const problem = why(i);
      if (problem !== undefined) this.remark(document, `${index}`, `${each?.trait?.kind} is left out, which ${problem}`);
    });
    const own = listOf(traits).filter((_, i) => why(i) === undefined).map((each, i) => this.trait(document, each, `${index}/${i}`));
    const off = unscraped.has(index) ? [this.withoutMetrics(document, index, own.length)] : [];
    const bound = isOld ? { componentName: componentOfRevision(revisionName) } : { componentName, revisionName };
    const all = [...own, ...off];
    const given = { ...bound, parameterValues, scopes, dataInputs, dataOutputs: declaredOutputs(dataOutputs) };
    return withoutNothing({ ...given, ...all.length > 0 && { traits: all } });
  }

  private trait(document: ManifestDocument, element: unknown, key: string): unknown {
    if (!isObject(element)) return element;
    const { trait, dataInputs, dataOutputs, ...others } = element;
    this.tellOthers(document, key, others, '');
    return withoutNothing({ trait: this.part(document, key, trait), dataInputs, dataOutputs: declaredOutputs(dataOutputs) });
  }

  /** A workload without the name that an API server drops, and for which a program would be rejected. */
  private stored(document: ManifestDocument, workload: unknown): unknown {
    const { platform } = this.options;
    const dropped = droppedFindings(workload, platform).find(({ path }) => showPath(path) === SERVICE_NAME);
    if (!dropped) return workload;
    this.remark(document, '', `'${SERVICE_NAME}' is left out, which ${problemOf(dropped)}`);
    return storedWorkload(workload, platform);
  }

  /** A workload in which monitors of its operator are disabled, because other monitors replace them. */
  private withoutMonitors(document: ManifestDocument, workload: any): unknown {
    const { replaced } = this.of(document);
    if (replaced.size === 0) return workload;
    const changed = JSON.parse(JSON.stringify(workload));
    for (const field of replaced) {
      const [parent, index] = field.split(/\.ports\[(\d+)\]\.serviceMonitor$/);
      const resource = parent.split('.').reduce((value, key) => value[key], changed);
      resource.ports[index].serviceMonitor.enabled = false;
      this.remark(document, '', `'enabled: false' in '${field}': a MetricsTrait asks for the same metrics, which would be counted twice`);
    }
    return changed;
  }

  /** A disabled MetricsTrait: the platform would have tried to scrape the component, and failed. */
  private withoutMetrics(document: ManifestDocument, entry: number, index: number): object {
    for (const text of this.of(document).remarks.get(`${entry}/metrics`) ?? []) this.remark(document, `${entry}/${index}`, text);
    return { trait: { ...this.options.platform._typeOf(vendorTrait('MetricsTrait')), spec: { enabled: false } } };
  }

  /** A workload or a trait, without the namespace that the runtime overwrites. */
  private part(document: ManifestDocument, key: string, value: unknown): unknown {
    const declared = declaredPart(value);
    const [own, left] = [value, declared].map(each => asObject(asObject(each).metadata).namespace);
    if (own != null && left == null) {
      this.remark(document, key, `'metadata.namespace' is left out, which had no effect: ${JSON.stringify(own)}`);
    }
    return declared;
  }

  private tellOthers(document: ManifestDocument, key: string, others: object, prefix: string): void {
    const fields = Object.entries(others).filter(([, value]) => value != null).map(([field]) => `'${prefix}${field}'`);
    if (fields.length > 0) this.remark(document, key, `left out, since no API server keeps it: ${fields.join(', ')}`);
  }
}

function sourceOf(document: Pick<SourceDocument, 'file' | 'locate'>, value: unknown, remarks?: Remarks): SourceDocument {
  return { file: document.file, value, remarks, locate: field => document.locate(field) };
}

/** The fields without those that are `null`, `undefined` or an empty object, which are equivalent to none. */
function withoutNothing(fields: Record<string, unknown>): Record<string, unknown> {
  const isNothing = (value: unknown) => value == null || isObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));
}
