import type { ApiObjectMetadata } from 'cdk8s';
import { ComponentDeclaration, ComponentDeclarations, NamedMetadata, workloadFindings } from './components';
import { DeclarationContext, DEFAULT_METRICS, DocumentPlace, Part, placeWithin } from './context';
import { declaredPart } from './server-fields';
import {
  all, asObject, filled, grouped, isObject, list, listOf, object as objectOf, PlainFields,
} from '../../base/check';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import {
  bad, Check, Finding, FINE, found, framed, joinPath, movedTo, ownWords, Shown, withoutValue,
} from '../../base/findings/finding';
import { isDnsLabel, isDnsSubdomain, labelName } from '../../base/names';
import { TypedManifest, vendorTrait } from '../../base/oam-kind';
import { mayBeSet } from '../../base/workload-parameters';
import { componentOfRevision, OamObject, oneName } from '../../cluster/objects/oam-object';
import { ManifestDocument } from '../../files/reading';
import { ApplicationConfiguration } from '../../model/application/application-configuration';
import { Component, IComponent } from '../../model/application/component';
import { ComponentBinding } from '../../model/application/component-binding';
import { ComponentBindingOptions } from '../../model/application/entry';
import { oamTraitOn } from '../../model/traits/all';
import { CustomTrait } from '../../model/traits/custom-trait';
import { definedFields } from '../../base/plain';

/** The checks that an application must pass before its entries are read. */
const COMPONENTS: Check = objectOf({ spec: objectOf({ components: list(() => FINE) }, ['components']) }, ['spec']);

/** The checks that an entry of `spec.components` must pass before its meaning is known. */
const ENTRY: Check = all(oneName, objectOf({
  componentName: labelName,
  revisionName: filled,
  scopes: list(objectOf({ scopeRef: objectOf({}) }, ['scopeRef'])),
  traits: list(() => FINE),
  parameterValues: list(() => FINE),
  dataInputs: list(() => FINE),
  dataOutputs: list(() => FINE),
}));

/** The same for an entry of `traits`. A string instead of a list is reported before it is read as anything else. */
const TRAIT_ENTRY: Check = all(
  objectOf({ trait: objectOf({}) }, ['trait']),
  (entry, field) => ['dataInputs', 'dataOutputs'].flatMap(name => typeof entry?.[name] === 'string'
    ? bad('invalid-type', 'list', joinPath(field, [name]), entry[name]) : FINE),
);

/** The code of a trait that has no effect: the platform drops it silently. */
const IDLE: ErrorCode = 'metrics-not-scrapeable';

/** The codes for which a default monitor is not created, with the frame of the warning about the component. */
const NOT_SCRAPED: { readonly [code in ErrorCode]?: 'not-scraped' | 'port-not-scraped' | 'scraped-by-operator' } = {
  'metrics-exporter-missing': 'not-scraped',
  'metrics-over-tls': 'port-not-scraped',
  'metrics-port-not-declared': 'port-not-scraped',
  'service-not-found': 'port-not-scraped',
  'scraped-twice': 'scraped-by-operator',
};

/** The runtime of the platform names revisions `<component>-v<number>`; earlier runtimes used another suffix. */
const REVISION = /-v\d+$/;

/** The facts about an entry before it is bound. */
interface EntryFacts {
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
  /** The component, if it is among the manifests. */
  readonly component?: ManifestDocument;
  /** Whether a MetricsTrait is declared. */
  readonly isAsked: boolean;
}

/** Declares applications in the model, each with its components and their traits. */
export class Applications {
  private readonly bindings: PlacedBinding[] = [];

  public constructor(
    private readonly context: DeclarationContext,
    private readonly components: ComponentDeclarations,
  ) {
  }

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
      context.made.set(document, application);
    }
    const known = isObject(metadata) && isDnsLabel(metadata.namespace) ? metadata.namespace : undefined;
    const owner = application ?? this.standIn(known);
    const lookedUpIn = asObject<NamedMetadata>(own).namespace ?? undefined;
    context.takeEach(entries, ['spec', 'components'], place, (entry, i) => {
      const part = { document, entry: i };
      if (context.left.has(part)) return;
      this.bind(owner, entry, part, placeWithin(['spec', 'components', i], place), lookedUpIn);
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
        ownWords('is not given, and job names and generated hosts contain it',
          "set 'metadata.namespace'", "set 'metadata.namespace', or give --default-namespace")));
    }
    const names = entries.flatMap(entry => validComponentName(entry) ?? []);
    const bound = names.flatMap(name => this.components.find(name) ?? []);
    const namespaces = bound.flatMap(({ namespace, workloadNamespace }) => [namespace, workloadNamespace]);
    const otherwise = platform._makesObjects ? undefined : 'default';
    return { ...metadata, namespace: namespaces.find(isDnsLabel) ?? otherwise };
  }

  /** Creates a stand-in for an invalid application in the scratch tree. */
  private standIn(namespace?: string): ApplicationConfiguration {
    const { context } = this;
    const metadata = context.data({ name: 'application', namespace });
    return new ApplicationConfiguration(context.scratch, context.id(), { metadata });
  }

  private bind(
    application: ApplicationConfiguration, entry: unknown, part: Part, outer: DocumentPlace, namespace?: string,
  ): void {
    const { context } = this;
    const place: DocumentPlace = {
      document: outer.document,
      pathOf: path => {
        // the model takes scopes without the enclosing `scopeRef`
        const [first, index, second] = path;
        const isOfScope = first === 'scopes' && typeof index === 'number' && second !== undefined;
        return outer.pathOf(isOfScope && second !== 'scopeRef' ? [first, index, 'scopeRef', ...path.slice(2)] : path);
      },
    };
    const wrong = ENTRY(entry, '');
    context.tell(place, wrong);
    if (!isObject(entry)) return;
    const { revisionName } = entry;
    const name = validComponentName(entry);
    const declared = name === undefined ? undefined : this.components.find(name, namespace);
    const ofComponent = declared?.place;
    if (declared?.isLeftOut) {
      context.dependents.push({ part, component: declared.place.document });
      return;
    }
    // an application without a namespace binds a component of any
    const other = name === undefined ? undefined : this.components.elsewhere(name, namespace);
    if (other) {
      const namespaces = { own: Shown.of(other.namespace), namespace: Shown.of(namespace) };
      const told = { reason: 'manifests', component: other.name, ...namespaces } as const;
      context.tell(place, found('namespace-mismatch', 'componentName', told));
    }
    if (wrong.length === 0 && typeof revisionName === 'string' && !REVISION.test(revisionName)) {
      context.tell(place, bad('invalid-name', 'revision', 'revisionName', revisionName), true);
    }
    // a revision that is not the latest is what runs; the status of a component from a cluster names the latest
    const latest = ofComponent?.document.value.status?.latestRevision?.name;
    const isOther = revisionName != null && typeof latest === 'string' && latest !== revisionName;
    if (wrong.length === 0 && isOther && !context.platform._makesObjects) {
      const revisions = { revision: Shown.of(revisionName), latest: Shown.of(latest) };
      context.tell(place, found('other-revision', 'revisionName', revisions), true);
    }
    const isDeclared = declared !== undefined || other !== undefined;
    const meant = isDeclared || name === undefined ? undefined : this.components.nearest(name, namespace);
    const facts = { isWhole: wrong.length === 0, name, isDeclared, component: declared?.construct, meant };
    const binding = this.binding(application, entry, place, facts);
    context.places.set(binding, path => {
      // fields of the workload are in the document of the component
      const isOfComponent = path[0] === 'component' && path[1] === 'metadata';
      const inComponent = isOfComponent ? path.slice(1) : path[0] === 'workload' ? path : undefined;
      if (inComponent && ofComponent) return { ...ofComponent, pathOf: () => ofComponent.pathOf(inComponent) };
      // `metadata` belongs to a default monitor, which no manifest declares
      return { document: place.document, pathOf: own => place.pathOf(own[0] === 'metadata' ? [] : own) };
    });
    if (declared) {
      if (facts.isWhole && binding.application === application) this.tellParameters(binding, declared, entry, place);
      this.tellOverwritten(placeWithin('workload', declared.place), declared.workloadNamespace, application.namespace);
    }
    const isLeftOut = (trait: Part['trait']) => context.left.has({ ...part, trait });
    const traits = listOf(entry.traits);
    context.takeEach(traits, ['traits'], place, (element, i) => {
      if (!isLeftOut(i)) this.attach(binding, element, placeWithin(['traits', i], place));
    });
    const metrics = [...traits.keys()].filter(i => traits[i]?.trait?.kind === 'MetricsTrait');
    const isAsked = metrics.length > 0;
    if ((isAsked || isLeftOut(DEFAULT_METRICS)) && metrics.every(isLeftOut)) this.switchOff(binding);
    else this.bindings.push({ binding, part, component: ofComponent?.document, isAsked });
  }

  /** Reports findings about workload fields that parameters may set: only here is it known which of them are set. */
  private tellParameters(
    binding: ComponentBinding, declared: ComponentDeclaration, entry: PlainFields, place: DocumentPlace,
  ): void {
    const { context } = this;
    const { parameterValues, revisionName } = entry;
    const { _workload: workload, component } = binding;
    const parameters = component._model?.parameters;
    if (!workload || !parameters || revisionName != null) return;
    const isParameter = mayBeSet(parameters);
    for (const each of workloadFindings(workload, context.platform).filter(({ path }) => isParameter(path))) {
      const named = (name: unknown) => parameters.filter(parameter => parameter.name === name);
      const index = listOf(parameterValues).findIndex(value => mayBeSet(named(value?.name))(each.path));
      if (index < 0) {
        context.tell(placeWithin('workload', declared.place), [each]);
      } else if (context.platform._makesObjects) {
        // without an OAM platform it is reported about the workload
        const told = framed('parameter', withoutValue(each), { sets: each.path });
        context.tell(placeWithin(['parameterValues', index], place), [movedTo('value', told)]);
      }
    }
  }

  /**
   * Warns of a namespace without effect: the runtime puts workloads and traits into the namespace of their application.
   */
  private tellOverwritten(place: DocumentPlace, own: unknown, namespace?: string): void {
    if (!isDnsLabel(own) || namespace === undefined || own === namespace) return;
    const overwritten = { reason: 'no-effect', own, namespace } as const;
    this.context.tell(place, found('namespace-mismatch', 'metadata.namespace', overwritten), true);
  }

  /** Binds a component, or creates a stand-in in the scratch tree for a binding that is not possible. */
  private binding(
    application: ApplicationConfiguration, entry: PlainFields, place: DocumentPlace, facts: EntryFacts,
  ): ComponentBinding {
    const { context } = this;
    const { isWhole, name, isDeclared, component: own, meant } = facts;
    const { revisionName, parameterValues, scopes, dataInputs, dataOutputs } = entry;
    const options: ComponentBindingOptions = definedFields<Record<string, unknown>>({
      revisionName: typeof revisionName === 'string' && REVISION.test(revisionName) ? revisionName : undefined,
      parameterValues,
      dataInputs,
      dataOutputs,
      scopes: scopes && listOf(scopes).map(each => each?.scopeRef),
    });
    const tryToBind = (to: ApplicationConfiguration, component: IComponent) => context.attempt(place, () =>
      new ComponentBinding(to, context.id(), { component, ...context.data(options) }));
    if (isWhole && name !== undefined && (!isDeclared || own)) {
      const component = own ?? Component.fromComponentName(application, context.id(), name);
      if (!isDeclared && context.platform._makesObjects) {
        context.tell(place, found('component-not-found', '', { component: name, meant }), true);
      }
      const binding = tryToBind(application, component);
      if (binding && meant !== undefined) context.meant.set(binding, meant);
      if (binding) return binding;
    }
    const standIn = this.standIn(application.namespace);
    const component = own ?? Component.fromComponentName(context.scratch, context.id(), name ?? 'component');
    // an entry that was not bound above is checked by itself, without its component
    const binding = isWhole && isDeclared && !own ? tryToBind(standIn, component) : undefined;
    if (binding) return binding;
    const required = component._model?.parameters?.filter(({ required: isRequired }) => isRequired) ?? [];
    const given = required.map(({ name: parameter }) => ({ name: parameter, value: '' }));
    return new ComponentBinding(standIn, context.id(), { component, ...context.data({ parameterValues: given }) });
  }

  /** Declares an entry of `traits`. */
  private attach(binding: ComponentBinding, entry: unknown, place: DocumentPlace): void {
    const { context } = this;
    const wrong = TRAIT_ENTRY(entry, '');
    context.tell(place, wrong);
    if (wrong.length > 0) return;
    const { trait, dataInputs, dataOutputs } = context.data(asObject(entry));
    const manifest = context.data(declaredPart(trait)) as TypedManifest;
    this.tellOverwritten(placeWithin('trait', place), trait?.metadata?.namespace, binding.application.namespace);
    const { apiVersion, kind, spec, ...others } = manifest;
    const inTrait: DocumentPlace = {
      document: place.document,
      pathOf: path => {
        const first = String(path[0]);
        if (path.length === 0) return place.pathOf(['trait']);
        if (['dataInputs', 'dataOutputs'].includes(first)) return place.pathOf(path);
        const isOutside = ['apiVersion', 'kind', 'metadata', 'spec'].includes(first)
          || first in others && !(isObject(spec) && first in spec);
        return place.pathOf(isOutside ? ['trait', ...path] : ['trait', 'spec', ...path]);
      },
    };
    const given = definedFields<Record<string, unknown>>({ dataInputs, dataOutputs });
    const construct = context.attempt(inTrait, () => new CustomTrait(binding, context.id(), { manifest, ...given }));
    if (!construct) return;
    context.places.set(construct, () => inTrait);
    // whether a trait suits its workload; without an OAM platform it is reported once the whole tree is known
    if (!context.platform._makesObjects) return;
    const unfit = oamTraitOn({ apiVersion, kind }, context.platform)?.suits?.(binding, asObject(spec)) ?? FINE;
    context.tell(inTrait, unfit.filter(({ code }) => code !== IDLE));
    context.tell(inTrait, unfit.filter(({ code }) => code === IDLE), true);
  }

  /** Adds a disabled MetricsTrait: without any, the component would have a default monitor. */
  private switchOff(binding: ComponentBinding): void {
    const { context } = this;
    const type = context.platform._typeOf(vendorTrait('MetricsTrait'));
    new CustomTrait(binding, context.id(), { manifest: { ...type, spec: { enabled: false } } });
    context.changed();
  }

  /** Removes traits that find nothing to scrape, with a warning, as the platform does, which goes on with the rest. */
  public leaveOutTraits(): void {
    const { context } = this;
    for (const { construct, finding } of context.treeFindings().filter(each => each.finding.code === IDLE)) {
      context.tell(context.places.placeOf(construct, []), [finding], true);
      construct.node.scope!.node.tryRemoveChild(construct.node.id);
      context.changed();
    }
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
      const findings = (unscraped.get(binding) ?? []).map(({ finding }) => finding);
      const isTwice = ({ code }: Finding) => isAsked && code === 'scraped-twice';
      const others = findings.filter(each => !isTwice(each));
      for (const each of findings.filter(isTwice)) {
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
}

/** The name of the component that an entry binds; `undefined` if it has none, or an invalid one. */
function validComponentName(entry: unknown): string | undefined {
  const { componentName, revisionName } = asObject(entry);
  const name = componentName ?? (typeof revisionName === 'string' ? componentOfRevision(revisionName) : undefined);
  return isDnsSubdomain(name, 63) ? name : undefined;
}
