import { asObject, isObject, listOf } from '../../base/check';
import { framed, showPath } from '../../base/findings/finding';
import { problemOf } from '../../base/findings/words';
import { OAM_API_VERSION, vendorTrait } from '../../base/oam-kind';
import { boundName, ComponentIndex, componentOfRevision, OamObject, oamObject } from '../../cluster/objects/oam-object';
import { LocatedFinding, ManifestDocument, ManifestError, Position, ReadManifests } from '../../files/reading';
import { droppedFindings, NamedMetadata, storedWorkload } from '../model/components';
import { DeclarationOptions, Parts } from '../model/context';
import { declaredMetadata, declaredOutputs, declaredPart } from '../model/server-fields';
import { checkManifests } from '../validate';

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
  /** The documents that are left out, and the errors for which the program will be rejected. */
  readonly warnings: readonly LocatedFinding[];
  readonly errors: readonly LocatedFinding[];
}

/** Documents for an OAM platform: as they are, but applications and components get the default namespace. */
export function forOam({ yaml }: ReadManifests, defaultNamespace?: string): Adapted {
  const documents = yaml.map((document): SourceDocument => {
    const { value } = document;
    if (defaultNamespace === undefined || !isObject(value)) return document;
    if (!isObject(value.metadata) || value.metadata.namespace != null) return document;
    if (!oamObject(document as unknown as ManifestDocument)) return document;
    return sourceDocument(document, { ...value, metadata: { ...value.metadata, namespace: defaultNamespace } });
  });
  return { documents, warnings: [], errors: [] };
}


const SERVICE_NAME = 'spec.serviceTemplate.metadata.name';

const BY_OPERATOR =
  "no monitor: Prometheus takes the one that the component's operator makes, and would count every sample twice";

const NOT_IMPORTED = new Set<string>(['component-not-bound', 'standalone-oam-object']);

/** The changes to a document. */
class Changes {
  /** The namespaces in which a component without one is bound. */
  public readonly namespaces = new Set<string | undefined>();
  public readonly remarks = new Map<string, string[]>();
  /** The entries without a default monitor, with the reasons. */
  public readonly unscraped = new Map<number, readonly string[]>();
  /** The fields of a workload that ask for monitors of an operator, which other monitors replace. */
  public readonly replaced = new Set<string>();
  /** The reasons why traits have no effect, by entry and trait. */
  public readonly idle = new Map<string, string>();
}

/**
 * Documents for a program without an OAM platform, which renders the same as `render`. Fields that only a server or the
 * platform reads are left out; what `render` concludes and warns of is written out.
 */
export class KubernetesDocuments {
  private readonly changes = new Map<ManifestDocument, Changes>();

  public constructor(private readonly manifests: ReadManifests, private readonly options: DeclarationOptions) {}

  public adapted(): Adapted {
    const { manifests: { documents, findings: ofReading }, options } = this;
    if (ofReading.length > 0) throw new ManifestError(ofReading);
    const { findings, declaration: { unscraped, replaced } } = checkManifests(this.manifests, options);
    const parts = new Parts(documents);
    const warnings = findings.filter(({ isWarning }) => isWarning);
    const without = warnings.filter(({ code }) => NOT_IMPORTED.has(code));
    const leftOut = new Map(without.map(found => [parts.of(found)!.document, found]));
    for (const { component, fields } of replaced) for (const field of fields) this.of(component).replaced.add(field);
    for (const found of warnings.filter(({ code }) => code === 'metrics-not-scrapeable')) {
      const { document, entry, trait } = parts.of(found)!;
      this.of(document).idle.set(`${entry}/${trait}`, problemOf(found));
    }
    for (const { part: { document, entry = 0 }, why, scrapedByOperator } of unscraped) {
      // the operator's monitor is switched off for another application, so the default one replaces it
      if (scrapedByOperator && this.of(scrapedByOperator).replaced.size > 0) continue;
      const told = scrapedByOperator ? [BY_OPERATOR] : why.map(found => `no metrics: ${problemOf(found)}`);
      this.of(document).unscraped.set(entry, told);
    }
    const objects = documents.map(document => ({ document, object: oamObject(document) }));
    this.placeComponents(objects.flatMap(({ object }) => object ?? []));
    const kept = objects.filter(({ document }) => !leftOut.has(document));
    return {
      documents: kept.flatMap(({ document, object }) =>
        object ? this.ofModel(object) : [sourceDocument(document, document.value)]),
      warnings: [...leftOut.values()].map(each => framed('left-out', each)),
      errors: findings.filter(({ isWarning }) => !isWarning),
    };
  }

  /** Collects the namespaces in which each component without a namespace is bound: it becomes one in each of them. */
  private placeComponents(objects: readonly OamObject[]): void {
    const components = new ComponentIndex<OamObject>();
    for (const each of objects.filter(({ kind }) => kind === 'Component')) {
      components.add(asObject<NamedMetadata>(each.metadata).name!, this.namespaceOf(each), each);
    }
    for (const application of objects.filter(({ kind }) => kind !== 'Component')) {
      const namespace = this.namespaceOf(application);
      for (const entry of listOf(application.spec?.components)) {
        const name = boundName(entry);
        const component = name === undefined ? undefined : components.find(name, namespace);
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

  /** An application or a component, in each of its namespaces. */
  private ofModel(object: OamObject): SourceDocument[] {
    const { document, kind, metadata, isMulti } = object;
    const { namespaces: bound, remarks } = this.of(document);
    const { workload, parameters, components } = asObject(object.spec);
    // in the order of the manifest
    const othersThan = (...kept: readonly string[]) =>
      Object.fromEntries(Object.entries(asObject(object.spec)).filter(([key]) => !kept.includes(key)));
    let spec: object;
    if (kind === 'Component') {
      this.remarkOthers(document, '', othersThan('workload', 'parameters'), 'spec.');
      spec = { workload: this.workload(document, workload), ...parameters == null ? {} : { parameters } };
    } else {
      this.remarkOthers(document, '', othersThan('components'), 'spec.');
      const entries = listOf(components).map((entry, i) => this.entry(document, entry, i));
      spec = { components: Array.isArray(components) ? entries : components };
    }
    if (isMulti) {
      const { placement, secrets } = document.value.spec ?? {};
      const clusters = listOf(placement?.clusters).flatMap(each => typeof each?.name === 'string' ? each.name : []);
      const where = clusters.length > 0 ? ` (placement: ${clusters.join(', ')})` : '';
      const also = listOf(secrets).length > 0 ? `, with the secrets ${listOf(secrets).join(', ')}` : '';
      this.remark(document, '', `was for several clusters: apply it to each of them${where}${also}`);
    }
    return (bound.size > 0 ? [...bound] : [this.namespaceOf(object)]).map(namespace => {
      const declared = declaredMetadata(metadata ?? {});
      const own = isObject(declared)
        ? { ...withoutEmptyFields(declared), ...namespace === undefined ? {} : { namespace } } : declared;
      return sourceDocument(document, { apiVersion: OAM_API_VERSION, kind, metadata: own, spec }, remarks);
    });
  }

  private entry(document: ManifestDocument, entry: unknown, index: number): unknown {
    if (!isObject(entry)) return entry;
    const { componentName, revisionName, parameterValues, scopes, dataInputs, dataOutputs, traits, ...others } = entry;
    this.remarkOthers(document, `${index}`, others, '');
    const isOld = typeof revisionName === 'string' && !/-v\d+$/.test(revisionName) && componentName == null;
    const bound = `was bound by the revision ${JSON.stringify(revisionName)} of an earlier runtime`;
    if (isOld) this.remark(document, `${index}`, bound);
    const { idle, unscraped } = this.of(document);
    const own: unknown[] = [];
    for (const [i, each] of listOf(traits).entries()) {
      const problem = idle.get(`${index}/${i}`);
      if (problem === undefined) own.push(each);
      else this.remark(document, `${index}`, `${each?.trait?.kind} is left out, which ${problem}`);
    }
    const declared = own.map((each, i) => this.trait(document, each, `${index}/${i}`));
    const reasons = unscraped.get(index);
    if (reasons) {
      // a disabled MetricsTrait: the platform would have tried to scrape the component, and failed
      const type = this.options.platform._typeOf(vendorTrait('MetricsTrait'));
      for (const text of reasons) this.remark(document, `${index}/${own.length}`, text);
      declared.push({ trait: { ...type, spec: { enabled: false } } });
    }
    return withoutEmptyFields({
      ...isOld ? { componentName: componentOfRevision(revisionName) } : { componentName, revisionName },
      parameterValues,
      scopes,
      dataInputs,
      dataOutputs: declaredOutputs(dataOutputs),
      ...declared.length > 0 && { traits: declared },
    });
  }

  private trait(document: ManifestDocument, element: unknown, key: string): unknown {
    if (!isObject(element)) return element;
    const { trait, dataInputs, dataOutputs, ...others } = element;
    this.remarkOthers(document, key, others, '');
    const declared = this.part(document, key, trait);
    return withoutEmptyFields({ trait: declared, dataInputs, dataOutputs: declaredOutputs(dataOutputs) });
  }

  private workload(document: ManifestDocument, value: unknown): unknown {
    const { platform } = this.options;
    const declared = this.part(document, '', value);
    // the name that an API server drops, and for which a program would be rejected
    const dropped = droppedFindings(declared, platform).find(({ path }) => showPath(path) === SERVICE_NAME);
    if (dropped) this.remark(document, '', `'${SERVICE_NAME}' is left out, which ${problemOf(dropped)}`);
    const workload = dropped ? storedWorkload(declared, platform) : declared;
    const { replaced } = this.of(document);
    if (replaced.size === 0) return workload;
    // other monitors replace those of the operator
    const changed = JSON.parse(JSON.stringify(workload));
    for (const field of replaced) {
      const [parent, index] = field.split(/\.ports\[(\d+)\]\.serviceMonitor$/);
      const resource = parent.split('.').reduce((inside, key) => inside[key], changed);
      resource.ports[index].serviceMonitor.enabled = false;
      this.remark(document, '', `'enabled: false' in '${field}': `
        + 'a MetricsTrait asks for the same metrics, which would be counted twice');
    }
    return changed;
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

  private remarkOthers(document: ManifestDocument, key: string, others: object, prefix: string): void {
    const given = Object.entries(others).filter(([, value]) => value != null);
    const fields = given.map(([field]) => `'${prefix}${field}'`).join(', ');
    if (fields) this.remark(document, key, `left out, since no API server keeps it: ${fields}`);
  }
}

/** A document with another value. Findings on it have the lines of the file that was read. */
function sourceDocument(
  document: Pick<SourceDocument, 'file' | 'locate'>, value: unknown, remarks?: Remarks,
): SourceDocument {
  return { file: document.file, value, remarks, locate: field => document.locate(field) };
}

/** The fields without those that are `null`, `undefined` or an empty object, which are equivalent to none. */
function withoutEmptyFields(fields: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) => value == null || isObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
