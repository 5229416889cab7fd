import type { ApiObjectMetadata } from 'cdk8s';
import {
  COMPONENTS, ENTRY, NO_TEXTS, TRAIT_ENTRY, traitFindings, workloadFindings, droppedFindings, storedWorkload,
} from './checks';
import { DeclarationContext, DocumentPlace, DEFAULT_METRICS, Part } from './context';
import { componentOfRevision, OamObject, ComponentIndex } from '../../cluster/objects/oam-object';
import { declaredPart } from './server-fields';
import { ApplicationConfiguration } from '../../model/application/application-configuration';
import { Component, IComponent, ComponentParameter } from '../../model/application/component';
import { ComponentBindingOptions } from '../../model/application/entry';
import { ComponentBinding } from '../../model/application/component-binding';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import {
  bad, Finding, FINE, found, framed, movedTo, saying, withoutValue, Path, Shown, At, joinPath,
} from '../../base/findings/finding';
import {
  isObject, listOf, asObject, PlainFields, grouped, list, object as objectOf, PlainValue, nearest,
} from '../../base/check';
import { isDnsLabel, isDnsSubdomain } from '../../base/names';
import { TypedManifest, vendorTrait } from '../../base/oam-kind';
import { CustomTrait } from '../../model/traits/custom-trait';
import { mayBeSet } from '../../base/workload-parameters';
import { ManifestDocument } from '../../files/reading';
import { CustomWorkload } from '../../model/workloads/custom-workload';

/** The facts about an entry before it is bound. */
interface Bound {
  /** Whether the entry is well-formed, so that its meaning is known. */
  readonly isWhole: boolean;
  /** The name of its component. */
  readonly name?: string;
  /** Whether the component is among the manifests. */
  readonly isDeclared: boolean;
  /** The component, unless it is invalid. */
  readonly component?: Component;
  /** The name that was probably meant, if the component does not exist. */
  readonly meant?: string;
}

/** A binding, with its origin in the manifests. */
interface PlacedBinding {
  readonly binding: ComponentBinding;
  readonly part: Part;
  readonly place: DocumentPlace;
  /** The component, if it is among the manifests. */
  readonly component?: ManifestDocument;
  /** Whether a MetricsTrait is declared. */
  readonly isAsked: boolean;
}

/** Declares applications in the model, each with its components and their traits. */
export class Applications {
  private readonly bindings: PlacedBinding[] = [];

  public constructor(private readonly context: DeclarationContext, private readonly components: ComponentDeclarations) {}

  public add(object: OamObject): void {
    const { context } = this;
    const { document, pathOf, spec } = object;
    const place: DocumentPlace = { document, pathOf };
    context.tell(place, COMPONENTS({ spec }, ''));
    const entries = listOf(isObject(spec) ? spec.components : undefined);
    const own = context.metadataOf(object, place);
    const metadata = this.withNamespace(own, entries, place);
    const isNamed = !isObject(metadata) || metadata.name != null;
    const make = () => new ApplicationConfiguration(context.own(), context.id(), { metadata: context.data(metadata) });
    const application = isNamed ? context.attempt(place, make) : undefined;
    if (application) {
      context.places.set(application, () => place);
      context.keep(document, application);
    }
    const owner = application ?? this.standIn(isObject(metadata) && isDnsLabel(metadata.namespace) ? metadata.namespace : undefined);
    const lookedUpIn = asObject<{ readonly namespace?: string | null }>(own).namespace ?? undefined;
    context.takeEach(entries, ['spec', 'components'], place, (entry, i) => {
      const part = { document, entry: i };
      if (!context.left.has(part)) this.bind(owner, entry, part, within(['spec', 'components', i], place), lookedUpIn);
    });
  }

  /**
   * Gives an application without a namespace that of one of its components, for the checks. Without an OAM platform the
   * namespace is required, and reported once as missing.
   */
  private withNamespace(metadata: unknown, entries: readonly unknown[], place: DocumentPlace): ApiObjectMetadata {
    const { platform } = this.context;
    if (!isObject(metadata) || metadata.namespace != null) return metadata as ApiObjectMetadata;
    if (!platform._makesObjects) {
      this.context.tell(place, found('missing-field', 'metadata.namespace',
        saying('is not given, and job names and generated hosts contain it',
          "set 'metadata.namespace'", "set 'metadata.namespace', or give --default-namespace")));
    }
    const names = entries.flatMap(entry => isObject(entry) ? nameOf(entry) ?? [] : []);
    const bound = names.flatMap(name => this.components.find(name) ?? []);
    const namespaces = bound.flatMap(({ namespace, workloadNamespace }) => [namespace, workloadNamespace]);
    return { ...metadata, namespace: namespaces.find(isDnsLabel) ?? (platform._makesObjects ? undefined : 'default') };
  }

  /** Creates a stand-in for an invalid application in the scratch tree. */
  private standIn(namespace?: string): ApplicationConfiguration {
    const { context } = this;
    return new ApplicationConfiguration(context.scratch, context.id(), { metadata: context.data({ name: 'application', namespace }) });
  }

  private bind(application: ApplicationConfiguration, entry: unknown, part: Part, outer: DocumentPlace, namespace?: string): void {
    const { context } = this;
    // the model takes scopes without the enclosing `scopeRef`
    const place: DocumentPlace = { document: outer.document, pathOf: path => outer.pathOf(inScopeRef(path)) };
    const wrong = ENTRY(entry, '');
    context.tell(place, wrong);
    if (!isObject(entry)) return;
    const name = nameOf(entry);
    const declared = name === undefined ? undefined : this.components.find(name, namespace);
    if (declared?.isLeftOut) {
      context.dependents.push({ part, component: declared.place.document });
      return;
    }
    const other = name === undefined ? undefined : this.components.elsewhere(name, namespace);
    if (other) context.tell(place, otherNamespace(other, namespace));
    const changed = context.platform._makesObjects ? FINE : otherRevision(entry, declared);
    if (wrong.length === 0) context.tell(place, [...oldRevision(entry), ...changed], true);
    const isDeclared = declared !== undefined || other !== undefined;
    const meant = isDeclared || name === undefined ? undefined : this.components.nearest(name, namespace);
    const bound = { isWhole: wrong.length === 0, name, isDeclared, component: declared?.construct, meant };
    const binding = this.binding(application, entry, place, bound);
    context.places.set(binding, path => placeOf(path, place, declared?.place));
    if (declared && bound.isWhole && binding.application === application) this.tellParameters(binding, declared, entry, place);
    if (declared) tellOverwritten(context, within('workload', declared.place), declared.workloadNamespace, application.namespace);
    const traits = listOf(entry.traits).map((element, i) => ({ element, isLeftOut: context.left.has({ ...part, trait: i }) }));
    context.takeEach(traits, ['traits'], place, ({ element, isLeftOut }, i) => {
      if (!isLeftOut) this.attach(binding, element, within(['traits', i], place));
    });
    const metrics = traits.filter(({ element }) => element?.trait?.kind === 'MetricsTrait');
    const isUnscraped = context.left.has({ ...part, trait: DEFAULT_METRICS }) || metrics.length > 0;
    if (isUnscraped && metrics.every(({ isLeftOut }) => isLeftOut)) this.switchOff(binding);
    else this.bindings.push({ binding, part, place, component: declared?.place.document, isAsked: metrics.length > 0 });
  }

  /** Adds a disabled MetricsTrait: without any, the component would have a default monitor. */
  private switchOff(binding: ComponentBinding): void {
    const { context } = this;
    const type = context.platform._typeOf(vendorTrait('MetricsTrait'));
    new CustomTrait(binding, context.id(), { manifest: { ...type, spec: { enabled: false } } });
    context.changed();
  }

  /**
   * Without an OAM platform, switches off default monitors that cannot work. In a program the author must do so;
   * manifests were written for a platform that tried to scrape, and went on. If a MetricsTrait asks for metrics that
   * the component's operator scrapes too, the monitors of the operator are switched off instead.
   */
  public settleDefaults(): void {
    const { context } = this;
    const told = context.treeFindings().filter(({ finding: { code } }) => Object.hasOwn(NOT_SCRAPED, code));
    const unscraped = grouped(told, ({ construct }) => [construct]);
    for (const { binding, part, component, isAsked } of this.bindings) {
      const all = (unscraped.get(binding) ?? []).map(({ finding: each }) => each);
      const [twice, others] = [true, false].map(isTwice => all.filter(({ code }) => (isAsked && code === 'scraped-twice') === isTwice));
      for (const each of twice) {
        const fields = context.platform._replaceMonitors(binding);
        context.changed();
        if (component) context.replaced.push({ component, fields });
        context.warn(binding, framed('operator-switched-off', each));
      }
      if (others.length === 0) continue;
      this.switchOff(binding);
      // an invalid MetricsTrait has been reported already
      if (isAsked) continue;
      const isOperators = others.every(({ code }) => code === 'scraped-twice');
      context.unscraped.push({ part, why: others, ...isOperators && { scrapedByOperator: component } });
      for (const each of others) context.warn(binding, framed(NOT_SCRAPED[each.code]!, each));
    }
  }

  /** Reports findings about workload fields that parameters may set: only here is it known which of them are set. */
  private tellParameters(
    binding: ComponentBinding, declared: ComponentDeclaration, { parameterValues, revisionName }: PlainFields, place: DocumentPlace,
  ): void {
    const { context } = this;
    const { _workload: workload, component } = binding;
    const parameters = component._model?.parameters;
    if (!workload || !parameters || revisionName != null) return;
    for (const each of workloadFindings(workload, context.platform).filter(({ path }) => mayBeSet(parameters)(path))) {
      const named = (name: unknown) => parameters.filter(parameter => parameter.name === name);
      const index = listOf(parameterValues).findIndex(value => mayBeSet(named(value?.name))(each.path));
      if (index < 0) {
        context.tell(within('workload', declared.place), [each]);
      } else if (context.platform._makesObjects) {
        // without an OAM platform it is reported about the workload
        const told = framed('parameter', withoutValue(each), { sets: each.path });
        context.tell(within(['parameterValues', index], place), [movedTo('value', told)]);
      }
    }
  }

  /**
   * Removes traits that find nothing to scrape, with a warning. The platform drops them, too, and goes on with the
   * rest.
   */
  public leaveOutTraits(): void {
    const { context } = this;
    for (const { construct, finding } of context.treeFindings().filter(each => each.finding.code === LEFT_OUT)) {
      context.tell(context.places.placeOf(construct, []), [finding], true);
      construct.node.scope!.node.tryRemoveChild(construct.node.id);
      context.changed();
    }
  }

  private binding(application: ApplicationConfiguration, entry: PlainFields, place: DocumentPlace, bound: Bound): ComponentBinding {
    const { context } = this;
    const { isWhole, name, isDeclared, component: own, meant } = bound;
    if (isWhole && name !== undefined && (!isDeclared || own)) {
      const component = own ?? Component.fromComponentName(application, context.id(), name);
      if (!isDeclared && context.platform._makesObjects) {
        context.tell(place, found('component-not-found', '', { component: name, meant }), true);
      }
      const binding = this.tryToBind(application, component, entry, place);
      if (binding && meant !== undefined) context.meant.set(binding, meant);
      if (binding) return binding;
    }
    const standIn = this.standIn(application.namespace);
    const component: IComponent = own ?? Component.fromComponentName(context.scratch, context.id(), name ?? 'component');
    // an entry that was not bound above is checked by itself, without its component
    const binding = isWhole && isDeclared && !own ? this.tryToBind(standIn, component, entry, place) : undefined;
    if (binding) return binding;
    const required = component._model?.parameters?.filter(({ required: isRequired }) => isRequired) ?? [];
    const parameterValues = required.map(({ name: parameter }) => ({ name: parameter, value: '' }));
    return new ComponentBinding(standIn, context.id(), { component, ...context.data({ parameterValues }) });
  }

  private tryToBind(application: ApplicationConfiguration, component: IComponent, entry: PlainFields, place: DocumentPlace) {
    const { context } = this;
    const make = () => new ComponentBinding(application, context.id(), { component, ...context.data(optionsOf(entry)) });
    return context.attempt(place, make);
  }

  private attach(binding: ComponentBinding, entry: unknown, place: DocumentPlace): void {
    const { context } = this;
    const wrong = [...TRAIT_ENTRY(entry, ''), ...NO_TEXTS(entry, '')];
    context.tell(place, wrong);
    if (wrong.length > 0) return;
    const { trait, dataInputs, dataOutputs } = context.data(asObject(entry));
    const manifest = context.data(declaredPart(trait)) as TypedManifest;
    tellOverwritten(context, within('trait', place), trait?.metadata?.namespace, binding.application.namespace);
    const inTrait: DocumentPlace = { document: place.document, pathOf: path => place.pathOf(inTraitEntry(path, manifest)) };
    const make = () => new CustomTrait(binding, context.id(), { manifest, ...withoutNulls({ dataInputs, dataOutputs }) });
    const construct = context.attempt(inTrait, make);
    if (!construct) return;
    context.places.set(construct, () => inTrait);
    // without an OAM platform the same is reported once the whole tree is known
    const unfit = context.platform._makesObjects ? traitFindings(construct, manifest) : FINE;
    context.tell(inTrait, unfit.filter(({ code }) => code !== LEFT_OUT));
    context.tell(inTrait, unfit.filter(({ code }) => code === LEFT_OUT), true);
  }
}

/** The code of a trait that has no effect: the platform drops it silently. */
const LEFT_OUT: ErrorCode = 'metrics-not-scrapeable';

/** The codes for which a default monitor is not created, with the frame of the warning about the component. */
const NOT_SCRAPED: { readonly [code in ErrorCode]?: 'not-scraped' | 'port-not-scraped' | 'scraped-by-operator' } = {
  'metrics-exporter-missing': 'not-scraped',
  'metrics-over-tls': 'port-not-scraped',
  'metrics-port-not-declared': 'port-not-scraped',
  'service-not-found': 'port-not-scraped',
  'scraped-twice': 'scraped-by-operator',
};

/** The path in a trait entry of a field of what the model takes for the trait. */
function inTraitEntry(path: Path, { spec, ...others }: Record<string, unknown>): Path {
  if (path.length === 0) return ['trait'];
  const first = String(path[0]);
  if (['dataInputs', 'dataOutputs'].includes(first)) return path;
  const isOutside = ['apiVersion', 'kind', 'metadata', 'spec'].includes(first) || first in others && !(isObject(spec) && first in spec);
  return isOutside ? ['trait', ...path] : ['trait', 'spec', ...path];
}

/** Inserts the `scopeRef` that encloses a scope in manifests, but not in programs. */
function inScopeRef(path: Path): Path {
  const [first, index, second] = path;
  const isLeftOut = first === 'scopes' && typeof index === 'number' && second !== undefined && second !== 'scopeRef';
  return isLeftOut ? [first, index, 'scopeRef', ...path.slice(2)] : path;
}

/** The place of a field of a binding. Fields of the workload are in the document of the component. */
function placeOf(path: Path, entry: DocumentPlace, component?: DocumentPlace): DocumentPlace {
  const ofComponent = path[0] === 'component' && path[1] === 'metadata' ? path.slice(1) : path[0] === 'workload' ? path : undefined;
  if (ofComponent !== undefined && component) return { document: component.document, pathOf: () => component.pathOf(ofComponent) };
  // `metadata` belongs to a default monitor, which no manifest declares
  return { document: entry.document, pathOf: own => entry.pathOf(own[0] === 'metadata' ? [] : own) };
}

function nameOf({ componentName, revisionName }: PlainFields): string | undefined {
  const name = componentName ?? (typeof revisionName === 'string' ? componentOfRevision(revisionName) : undefined);
  return isDnsSubdomain(name, 63) ? name : undefined;
}

/** The runtime of the platform names revisions `<component>-v<number>`; earlier runtimes used another suffix. */
const REVISION = /-v\d+$/;

function oldRevision({ revisionName }: PlainFields): Finding[] {
  return typeof revisionName !== 'string' || REVISION.test(revisionName)
    ? FINE
    : bad('invalid-name', 'revision', 'revisionName', revisionName);
}

/**
 * Reports a bound revision that is not the latest: the revision is what runs. The status of a component from a cluster
 * names the latest.
 */
function otherRevision({ revisionName }: PlainFields, declared: ComponentDeclaration | undefined): Finding[] {
  const latest = declared?.place.document.value.status?.latestRevision?.name;
  return revisionName == null || typeof latest !== 'string' || latest === revisionName
    ? FINE
    : found('other-revision', 'revisionName', { revision: Shown.of(revisionName), latest: Shown.of(latest) });
}

function optionsOf(entry: PlainFields): ComponentBindingOptions {
  const { revisionName: named, parameterValues, scopes, dataInputs, dataOutputs } = entry;
  const revisionName = REVISION.test(`${named}`) ? named : undefined;
  const inModel = scopes && listOf(scopes).map(each => each?.scopeRef);
  return withoutNulls({ revisionName, parameterValues, dataInputs, dataOutputs, scopes: inModel });
}

/** The fields that are set; `null` is equivalent to none. */
function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

/**
 * Warns of a namespace without effect: the runtime puts workloads and traits into the namespace of their application.
 */
function tellOverwritten(context: DeclarationContext, place: DocumentPlace, own: unknown, namespace?: string): void {
  if (!isDnsLabel(own) || namespace === undefined || own === namespace) return;
  context.tell(place, found('namespace-mismatch', 'metadata.namespace', { reason: 'no-effect', own, namespace }), true);
}

/**
 * Reports a component that exists only in another namespace. An application without a namespace binds a component of
 * any.
 */
function otherNamespace({ name: component, namespace: own }: ComponentDeclaration, namespace?: string): Finding[] {
  const namespaces = { own: Shown.of(own), namespace: Shown.of(namespace) };
  return found('namespace-mismatch', 'componentName', { reason: 'manifests', component, ...namespaces });
}

/** A component among manifests. */
interface ComponentDeclaration {
  readonly name: string;
  /** `undefined` if it may be in any namespace. */
  readonly namespace?: string;
  /** The namespace of its workload. It has no effect: the runtime overwrites it. */
  readonly workloadNamespace?: string;
  /** Whether it is left out, together with the entries that bind it. */
  readonly isLeftOut?: true;
  /** `undefined` if it is invalid, which has been reported. */
  readonly construct?: Component;
  /** The place of its fields; those of its workload are below `workload`. */
  readonly place: DocumentPlace;
}

/** Metadata as the model takes it; the checks decide whether each field is valid. */
export interface NamedMetadata {
  readonly name?: string;
  readonly namespace?: string | null;
}

/** The components among manifests, found by name and namespace. */
export class ComponentDeclarations {
  private readonly index = new ComponentIndex<ComponentDeclaration>();

  public constructor(private readonly context: DeclarationContext) {}

  public find(name: string, namespace?: string): ComponentDeclaration | undefined {
    return this.index.find(name, namespace);
  }

  /** The component of the namespace that was probably meant by a name that does not exist. */
  public nearest(name: string, namespace?: string): string | undefined {
    return nearest(name, this.index.namesIn(namespace));
  }

  /** A component of this name in another namespace, where applications of this namespace do not find it. */
  public elsewhere(name: string, namespace?: string): ComponentDeclaration | undefined {
    return this.find(name, namespace) ? undefined : this.index.first(name);
  }

  public add(object: OamObject): void {
    const { document } = object;
    const isOfSpec = (path: Path) => path[0] === 'workload' || path[0] === 'parameters';
    const place: DocumentPlace = { document, pathOf: path => object.pathOf(isOfSpec(path) ? ['spec', ...path] : path) };
    const metadata = this.context.metadataOf(object, place);
    const construct = this.construct(object, metadata, place);
    const { name, namespace } = asObject<NamedMetadata>(metadata);
    if (typeof name !== 'string') return;
    const workloadNamespace = namespaceOf(object.spec?.workload);
    const declared = { name, namespace: namespace ?? undefined, place, construct, workloadNamespace };
    this.index.add(name, declared.namespace, declared);
  }

  /** Registers a component that is not declared, because it is left out. */
  public leaveOut({ document, metadata }: OamObject): void {
    if (!isObject(metadata) || typeof metadata.name !== 'string') return;
    const namespace = this.context.namespaceOf(metadata);
    const place: DocumentPlace = { document, pathOf: path => path };
    this.index.add(metadata.name, namespace, { name: metadata.name, namespace, place, isLeftOut: true });
  }

  private construct({ spec }: OamObject, metadata: unknown, place: DocumentPlace): Component | undefined {
    const { context } = this;
    const { workload: manifest, parameters: given } = asObject(spec);
    context.tell(place, PARAMETERS({ parameters: given }, ''));
    const parameters = Array.isArray(given) ? given as object as ComponentParameter[] : undefined;
    const workload = this.workload(manifest, place);
    const wrong = workload ? workloadFindings(manifest, context.platform) : FINE;
    // findings about fields that parameters may set are reported where the component is bound
    const isParameter = mayBeSet(parameters);
    context.tell(within('workload', place), wrong.filter(({ path }) => !isParameter(path)));
    if (workload) context.tell(within('workload', place), droppedFindings(manifest, context.platform), true);
    const isNamed = !isObject(metadata) || metadata.name != null;
    const component = context.attempt(place, () => new Component(workload && isNamed ? context.own() : context.scratch, context.id(), {
      workload: workload ?? NOTHING, parameters: context.data(parameters), metadata: context.data(metadata as ApiObjectMetadata),
    }));
    if (component) context.places.set(component, () => place);
    return workload && isNamed ? component : undefined;
  }

  private workload(manifest: unknown, place: DocumentPlace): CustomWorkload | undefined {
    const wrong = WORKLOAD({ workload: manifest }, '');
    this.context.tell(place, wrong);
    if (wrong.length > 0) return undefined;
    const stored = storedWorkload(declaredPart(manifest), this.context.platform);
    return this.context.attempt(within('workload', place), () => CustomWorkload._read(this.context.data(stored)));
  }
}

function namespaceOf(value: PlainValue | undefined): string | undefined {
  const namespace = value?.metadata?.namespace;
  return isDnsLabel(namespace) ? namespace : undefined;
}

const PARAMETERS = objectOf({ parameters: list(() => FINE) });

const WORKLOAD = objectOf({ workload: objectOf({}) }, ['workload']);

/** A stand-in for an invalid workload. */
const NOTHING = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'ConfigMap' } });

/** The place of the content of a field. */
function within(outer: At, { document, pathOf }: DocumentPlace): DocumentPlace {
  return { document, pathOf: path => pathOf(joinPath(outer, path)) };
}
