import type { k8s } from 'cdk8s-plus-27';
import { DefinedTrait, OamTrait, TraitContext, TraitOptions, traitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FILLED, TEXT, allRead, choice } from '../../base/definitions/type';
import { Finding, FINE, found, saying, Shown } from '../../base/findings/finding';
import { MAX_LABEL, MAX_NAME, shortened, shortHash } from '../../cluster/objects/names';
import {
  hasPods, mountsOf, podSpecNames, takesContainers, withContainer, withPodAnnotations, nothing, PlainObject, Rendered,
} from '../../cluster/objects/object-index';
import { Platform } from '../platform/platform';
import { TraitModel } from '../platform/model';
import { asObject, type PlainFields, type PlainValue } from '../../base/check';
import { vendorTrait } from '../../base/oam-kind';
import { isCoherenceResource, withLogFiles } from '../workloads/coherence-workload';
import { isDomain, withLogHome } from '../workloads/weblogic-workload';
import { WorkloadPlan } from '../workloads/workload';

/** When the image of a logging sidecar is pulled. */
export enum LoggingImagePullPolicy {
  /** Each time. */
  ALWAYS = 'Always',
  /** If the node has none. */
  IF_NOT_PRESENT = 'IfNotPresent',
  /** Never. */
  NEVER = 'Never',
}

/** Properties of a LoggingTrait. */
export interface LoggingTraitProps extends TraitOptions {
  /**
   * Configuration of Fluentd. On an OAM platform, a later change does not reach the pods until you delete the ConfigMap
   * `logging-stdout-<object>-<kind>`.
   *
   * @default - that of the OAM platform, for Coherence and WebLogic, or else that of the image
   */
  readonly loggingConfig?: string;

  /**
   * Image of the sidecar, with Fluentd.
   *
   * @default - that of the OAM platform, for Coherence and WebLogic. Required for other workloads, and on a KubernetesPlatform
   */
  readonly loggingImage?: string;

  /**
   * When the image is pulled.
   *
   * @default - Kubernetes' own
   */
  readonly imagePullPolicy?: LoggingImagePullPolicy;
}

/** Checks that a workload's sidecar has an image, from the trait or from the platform. */
function loggingImageFindings(scope: ComponentBinding, spec: PlainFields): Finding[] {
  const workload = scope.component?._model?.workload;
  if (!workload || spec.loggingImage != null || Platform.of(scope)._hasLoggingImage(workload)) return FINE;
  return found('missing-field', 'loggingImage',
    saying('is required on this workload: the platform has its own image for Coherence and WebLogic only',
      'give an image with Fluentd'));
}

const DEFINITION = traitRecord<LoggingTraitProps>({
  loggingConfig: { type: TEXT, doc: 'Fluentd configuration, as it stands in the file. It is written once and not updated later.' },
  loggingImage: { type: FILLED, doc: 'Image of the sidecar.' },
  imagePullPolicy: { type: choice('LoggingImagePullPolicy', LoggingImagePullPolicy), doc: 'When the node pulls the sidecar\'s image.' },
}, { doc: 'Adds a Fluentd sidecar with its own configuration to a workload.', spec: { doc: 'The sidecar and its configuration.' } });

const CONTAINER = 'logging-stdout';
const FILE = 'custom.conf';
const MOUNT = `/fluentd/etc/${FILE}`;
/** The volume for the log files of an operator's servers. */
const LOG_FILES = 'logging-stdout-files';

function render({ trait, binding, planOf }: TraitContext): Rendered {
  const { spec, metadata } = trait.fields;
  const plan = planOf(binding);
  const holders = plan.objects.filter(takesContainers);
  if (holders.length === 0) return nothing([...withoutImage(spec), ...withoutPods(plan)]);
  const objects = spec?.loggingConfig == null ? [] : holders.map(holder => (
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name: configMapName(holder) }, data: { [FILE]: spec.loggingConfig } }
  ));
  const wrong = [withoutLogHome, taken, clashingMounts].flatMap(check => holders.flatMap(check));
  return { objects, findings: [...withoutImage(spec), ...wrong] };
}

/** Makes an operator's resource log to files that the sidecar can read. Where other objects log is up to their programs. */
function readable(object: PlainObject): PlainObject {
  if (isDomain(object)) return withLogHome(object, LOG_FILES);
  return isCoherenceResource(object) ? withLogFiles(object, LOG_FILES) : object;
}

/** Reports servers whose logs are in no volume. */
function withoutLogHome(object: PlainObject): Finding[] {
  return isDomain(object) && object.spec?.logHomeEnabled === false && mountsOf(object).length === 0
    ? found('not-expressible', '', { reason: 'log-home', name: Shown.of(object.metadata.name) })
    : FINE;
}

/** The name that the platform gives to the ConfigMap. */
function configMapName({ kind, metadata: { name } }: PlainObject): string {
  return shortened(`${CONTAINER}-${name}-${kind.toLowerCase()}`, MAX_NAME);
}

function volumeName(object: PlainObject): string {
  return shortened(configMapName(object).replaceAll('.', '-'), MAX_LABEL);
}

function withSidecar(given: PlainObject, { fields: { spec } }: TraitModel): PlainObject {
  if (!takesContainers(given)) return given;
  const object = readable(given);
  const volume = volumeName(object);
  const { loggingImage: image, loggingConfig, imagePullPolicy, ...others } = asObject<Omit<LoggingTraitProps, keyof TraitOptions>>(spec);
  allRead(others);
  const config = loggingConfig == null ? [] : [{ name: volume, mountPath: MOUNT, subPath: FILE, readOnly: true }];
  // one mount for each path of the other containers, to read what they write
  const mounts = new Map(mountsOf(object).map(mount => [mount.mountPath, mount]));
  const volumeMounts = [...mounts.values(), ...config];
  const container = {
    name: CONTAINER,
    image,
    ...imagePullPolicy == null ? {} : { imagePullPolicy },
    ...config.length > 0 ? { env: [{ name: 'FLUENTD_CONF', value: FILE }] } : {},
    ...volumeMounts.length > 0 ? { volumeMounts } : {},
  };
  const changed = withContainer(object, container, config.map(({ name }) => ({ name, configMap: { name: configMapName(object) } })));
  // Kubernetes does not update a file that is mounted by `subPath`
  return config.length > 0 ? withPodAnnotations(changed, { 'checksum/logging': shortHash(loggingConfig!) }) : changed;
}

function withoutPods({ objects, findings, type: { kind } }: WorkloadPlan): Finding[] {
  // findings on the workload are reported at the workload
  if (findings.length > 0) return FINE;
  return found('not-expressible', '', { reason: objects.some(hasPods) ? 'ending-pods' : 'no-pods', kind });
}

function withoutImage(spec: PlainValue | undefined): Finding[] {
  return spec?.loggingImage != null ? FINE : found('missing-field', 'loggingImage',
    saying('is required: only an OAM platform has its own image', 'give an image with Fluentd'));
}

function taken(object: PlainObject): Finding[] {
  const volumes = podSpecNames(object, 'volumes');
  const added = [...podSpecNames(readable(object), 'volumes').slice(volumes.length), volumeName(object)];
  const isTaken = ['containers', 'initContainers', 'sideCars'].some(list => podSpecNames(object, list).includes(CONTAINER));
  const repeated = added.filter(name => volumes.includes(name)).flatMap(name => again('volume', name));
  return [...isTaken ? again('container', CONTAINER) : FINE, ...repeated];
}

function again(what: 'container' | 'volume', name: string): Finding[] {
  return found('duplicate-name', '', { reason: 'sidecar', what, name });
}

function clashingMounts(given: PlainObject): Finding[] {
  const object = readable(given);
  const mounts: readonly k8s.VolumeMount[] = [...mountsOf(object), { mountPath: MOUNT, name: volumeName(object), subPath: FILE }];
  const isOther = (a: k8s.VolumeMount, b: k8s.VolumeMount) => a.name !== b.name || a.subPath !== b.subPath;
  const clash = mounts.find(mount => mounts.some(other => other.mountPath === mount.mountPath && isOther(mount, other)));
  const expressed = mounts.find(({ subPathExpr }) => subPathExpr != null);
  return [
    ...clash ? found('not-expressible', '', { reason: 'clashing-mounts', mountPath: Shown.of(clash.mountPath) }) : FINE,
    ...expressed ? found('not-expressible', '', { reason: 'mount-expression', mountPath: Shown.of(expressed.mountPath) }) : FINE,
  ];
}

const LOGGING_TRAIT: OamTrait = {
  name: 'LoggingTrait',
  kind: vendorTrait('LoggingTrait'),
  definition: DEFINITION,
  suits: loggingImageFindings,
  render,
  change: withSidecar,
  isOne: true,
};

/** Collects the logs of a component by a Fluentd sidecar: `oam.<vendor>.io/v1alpha1` LoggingTrait. Verrazzano 1.1 or newer. */
export class LoggingTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = LOGGING_TRAIT;

  /**
   * Checks the properties and adds the trait to the component.
   *
   * @throws ModelError if a property is invalid, or the component cannot have the trait
   */
  public constructor(scope: ComponentBinding, id: string, props: LoggingTraitProps = {}) {
    super(LOGGING_TRAIT, scope, id, props);
  }
}
