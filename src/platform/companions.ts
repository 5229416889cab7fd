import type { ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import { BesideModel, BindingModel, ComponentModel, LabelledPods, PodCaller, SelectedPods, selectorOf, TraitModel } from './model';
import { substituted } from './parameters';
import { Finding, found } from '../findings/finding';
import { MAX_LABEL, shortened } from '../objects/names';
import { podLabelsOf, withReplicas } from '../objects/pod-holders';
import { PlainObject, nothing } from '../objects/rendering';
import { PlainValue, listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { ModelObject } from '../private/model-object';
import { nameOf } from '../private/names';
import { OAM_API_VERSION, OamKind, ObjectType, fixedKind, isSameType, vendorTrait } from '../private/oam-kind';
import { Registry } from '../private/registry';
import { OamWorkload } from '../workloads/checked-workload';
import { declaredPortsOf, hasOwnPorts, oamWorkloadOn } from '../workloads/known-kinds';

/** Returns the type of a kind on a platform. */
type Types = (kind: OamKind) => ObjectType;

/** The name of the component whose workload is an object beside the workload of another component. */
function componentOf(name: string, suffix: string): string {
  return shortened(`${name}-${suffix}`, MAX_LABEL);
}

/** The name of the component whose workload is the object of a trait. */
function nameBeside({ suffix }: BesideModel, fields: unknown): string {
  return componentOf(nameOf(fields)!, suffix);
}

/** The entries of the components whose workloads are the objects of traits. */
export function besidesOf(binding: BindingModel): object[] {
  return binding.traits().flatMap(({ beside, fields }) => beside ? [{ componentName: nameBeside(beside, fields) }] : []);
}

/** Creates the Component object of a component. */
export function renderedComponent(scope: Construct, id: string, metadata: ApiObjectMetadata, spec: () => object): void {
  new ModelObject(scope, id, { apiVersion: OAM_API_VERSION, kind: 'Component', metadata }, () => ({ spec: spec() }));
}

/** Creates a Component for each companion of a component's workload, below the component. */
export function renderCompanions({ construct, metadata: { name, namespace }, workload: { companions = [] } }: ComponentModel): void {
  for (const { suffix, object } of companions) {
    const metadata = { name: componentOf(name!, suffix), namespace };
    renderedComponent(construct, object.kind, metadata, () => ({ workload: object }));
  }
}

/** The entries of the companions' Components. That of the Service gets the traits for the Service. */
export function companionsOf({ component, componentName }: BindingModel, ofService: readonly object[]): object[] {
  return (component?.workload.companions ?? []).map(({ suffix, object }) => ({
    componentName: componentOf(componentName, suffix), ...isKind(object, SERVICE) && ofService.length > 0 ? { traits: ofService } : {},
  }));
}

/** Creates the Component for the object of a trait, below the trait. */
export function renderBeside(binding: BindingModel, { construct, beside, fields }: TraitModel, typeOf: Types): void {
  if (!beside) return;
  const rendered = () => {
    const pods = podsOf(binding, typeOf);
    return Array.isArray(pods) ? nothing(pods) : beside.render(pods);
  };
  const metadata = { name: nameBeside(beside, fields), namespace: binding.application.namespace };
  renderedComponent(construct, 'Resource', metadata, () => ({ workload: rendered().objects[0] }));
  const here = (finding: Finding) => ({ construct, finding });
  Registry.of(construct).register({
    construct,
    facts: () => {
      const { findings, warnings = [] } = rendered();
      return { findings: findings.map(here), warnings: warnings.map(here) };
    },
  });
}

/** The pods that the platform creates for a workload, or findings that say why they are not known. */
export function podsOf(binding: BindingModel, typeOf: Types): SelectedPods | Finding[] {
  const { component, componentName, entry } = binding;
  if (!component) return found('no-pods', '', { reason: 'elsewhere', component: componentName });
  const { workload: { kind, fields }, parameters } = component;
  const type = typeOf(kind);
  const workload: PlainObject = { metadata: {}, ...substituted(fields, parameters, entry.parameterValues).fields, ...type };
  const scaler = binding.traits().find(trait => isSameType(typeOf(trait.kind), typeOf(MANUAL_SCALER)));
  const scale = (object: PlainObject) => scaler ? withReplicas(object, scaler.fields.spec?.replicaCount as unknown as number) : object;
  const oam = oamWorkloadOn(type, typeOf);
  if (oam) {
    const objects = madeOf(workload, oam, binding).map(scale);
    const selector = { matchLabels: selectorOf(binding) };
    return { selector, kind: type.kind, objects, ...callersOf(binding, workload, objects, typeOf) };
  }
  const labels = podLabelsOf(workload);
  if (!labels) return found('no-pods', '', { reason: 'workload', kind: type.kind });
  const { matchLabels, matchExpressions } = workload.spec?.selector ?? {};
  const selector = matchLabels || matchExpressions ? { matchLabels, matchExpressions } : { matchLabels: labels };
  const isSelected = Object.values(selector).some(each => Object.keys(each ?? {}).length > 0);
  if (!isSelected) return found('no-pods', '', { reason: 'unlabelled', kind: type.kind });
  const named = { ...workload, metadata: { ...workload.metadata, name: nameOf(workload) ?? componentName } };
  const objects = [scale(named), ...(component.workload.companions ?? []).map(({ object }) => object)];
  return { selector, kind: type.kind, objects, ...callersOf(binding, workload, objects, typeOf) };
}

/** The callers of the pods, as far as an OAM platform shows them: their own pods are not known. */
function callersOf(binding: BindingModel, workload: PlainObject, objects: readonly PlainObject[], typeOf: Types) {
  const services = objects.filter(object => isKind(object, SERVICE)).map(({ metadata }) => String(metadata.name));
  const isServed = leadingRules(binding, services, typeOf).length > 0;
  return { ports: declaredPortsOf(workload), scraper: scraperOf(binding, workload), ingressController: isServed ? {} : undefined };
}

/** The objects that the runtime creates for a workload: they have the names and containers of those rendered without a runtime. */
function madeOf(workload: PlainObject, { definition, render }: OamWorkload, { componentName }: BindingModel): readonly PlainObject[] {
  const { apiVersion: _, kind: __, ...fields } = workload;
  const unlabelled = { labels: {}, annotations: {}, reserved: {}, selector: {}, isMeshed: false, vendor: '' };
  return definition.check(fields, '').length > 0 ? [] : render({ ...unlabelled, name: nameOf(fields) ?? componentName, fields }).objects;
}

const MANUAL_SCALER = fixedKind(OAM_API_VERSION, 'ManualScalerTrait');

// the callers of a component's pods, according to its declarations

/** The scraper of a component's metrics; `undefined` if none are collected. An operator chooses the ports of its servers itself. */
export function scraperOf(binding: BindingModel, type: ObjectType, pods?: LabelledPods): PodCaller | undefined {
  const { endpoints } = binding.metrics();
  if (endpoints.length === 0) return undefined;
  return { pods, ports: hasOwnPorts(type) ? undefined : [...new Set(endpoints.map(({ port }) => port))] };
}

/** A rule of an IngressTrait, and its position. */
interface LeadingRule {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  readonly index: number;
  readonly destination: PlainValue | undefined;
}

/** The rules of the application's IngressTraits that lead to a component: its own, and those that name one of these Services. */
export function leadingRules(binding: BindingModel, services: readonly string[], typeOf: (kind: OamKind) => ObjectType): LeadingRule[] {
  const type = typeOf(vendorTrait('IngressTrait'));
  const traits = binding.application.bindings().flatMap(each => each.traits().map(trait => ({ binding: each, trait })));
  const rules = traits.filter(({ trait }) => isSameType(typeOf(trait.kind), type)).flatMap(own =>
    listOf(own.trait.fields.spec?.rules).map((rule, index): LeadingRule => ({ ...own, index, destination: rule?.destination })));
  return rules.filter(({ binding: each, destination }) =>
    destination?.host == null ? each === binding : services.includes(String(destination.host).split('.')[0]));
}
