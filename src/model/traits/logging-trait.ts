import type { k8s } from 'cdk8s-plus-27';
import { DefinedTrait, OamTrait, TraitOptions, traitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FILLED, TEXT, allRead, choice } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { MAX_LABEL, MAX_NAME, shortenedName, shortHash } from '../../cluster/objects/names';
import { Platform } from '../platform/platform';
import { TraitModel } from '../platform/model';
import { asObject } from '../../base/check';
import { vendorTrait } from '../../base/oam-kind';
import { ImagePullPolicy } from '../workloads/containerized-types';
import { isCoherenceResource, withLogFiles } from '../workloads/coherence-workload';
import { isDomain, withLogHome } from '../workloads/weblogic-workload';
import { noObjects, PlainObject } from '../../cluster/objects/rendered';
import {
  hasPods, mountsOf, podSpecNames, takesContainers, withContainer, withPodAnnotations,
} from '../../cluster/objects/pod-templates';

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
   * @default - that of the OAM platform, for Coherence and WebLogic. Required for other workloads, and on a
   * KubernetesPlatform
   */
  readonly loggingImage?: string;

  /** When the image is pulled. @default - Kubernetes' own */
  readonly imagePullPolicy?: ImagePullPolicy;
}

const CONTAINER = 'logging-stdout';
const FILE = 'custom.conf';
const MOUNT = `/fluentd/etc/${FILE}`;
/** The volume for the log files of an operator's servers. */
const LOG_FILES = 'logging-stdout-files';

/** The name that the platform gives to the ConfigMap. */
function configMapName({ kind, metadata: { name } }: PlainObject): string {
  return shortenedName(`${CONTAINER}-${name}-${kind.toLowerCase()}`, MAX_NAME);
}

/** The name of the volume in which the ConfigMap is mounted. */
function configVolumeName(object: PlainObject): string {
  return shortenedName(configMapName(object).replaceAll('.', '-'), MAX_LABEL);
}

/**
 * Makes an operator's resource log to files that the sidecar can read. Where other objects log is up to their programs.
 */
function withReadableLogs(object: PlainObject): PlainObject {
  if (isDomain(object)) return withLogHome(object, LOG_FILES);
  return isCoherenceResource(object) ? withLogFiles(object, LOG_FILES) : object;
}

/** Adds the sidecar to an object with pods. */
function withSidecar(given: PlainObject, { fields: { spec } }: TraitModel): PlainObject {
  if (!takesContainers(given)) return given;
  const object = withReadableLogs(given);
  type LoggingSettings = Omit<LoggingTraitProps, keyof TraitOptions>;
  const { loggingImage: image, loggingConfig, imagePullPolicy, ...others } = asObject<LoggingSettings>(spec);
  allRead(others);
  const name = configVolumeName(object);
  const config = loggingConfig == null ? [] : [{ name, mountPath: MOUNT, subPath: FILE, readOnly: true }];
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
  if (loggingConfig == null) return withContainer(object, container, []);
  const changed = withContainer(object, container, [{ name, configMap: { name: configMapName(object) } }]);
  // Kubernetes does not update a file that is mounted by `subPath`
  return withPodAnnotations(changed, { 'checksum/logging': shortHash(loggingConfig) });
}

/** Reports what keeps an object from getting the sidecar, or the sidecar from reading the logs. */
function sidecarFindings(given: PlainObject): Finding[] {
  const object = withReadableLogs(given);
  const config = configVolumeName(object);
  const isWithoutLogs = isDomain(given) && given.spec?.logHomeEnabled === false && mountsOf(given).length === 0;
  const isTaken = ['containers', 'initContainers', 'sideCars']
    .some(list => podSpecNames(given, list).includes(CONTAINER));
  const volumes = podSpecNames(given, 'volumes');
  const added = [...podSpecNames(object, 'volumes').slice(volumes.length), config];
  const mounts: readonly k8s.VolumeMount[] = [...mountsOf(object), { mountPath: MOUNT, name: config, subPath: FILE }];
  const clash = mounts.find(({ mountPath, name, subPath }) => mounts.some(other =>
    other.mountPath === mountPath && (other.name !== name || other.subPath !== subPath)));
  return [
    ...isWithoutLogs ? found('not-expressible', '', { reason: 'log-home', name: Shown.of(given.metadata.name) }) : FINE,
    ...isTaken ? found('duplicate-name', '', { reason: 'sidecar', what: 'container', name: CONTAINER }) : FINE,
    ...added.filter(name => volumes.includes(name)).flatMap(name =>
      found('duplicate-name', '', { reason: 'sidecar', what: 'volume', name })),
    ...clash ? found('not-expressible', '', { reason: 'clashing-mounts', mountPath: Shown.of(clash.mountPath) }) : FINE,
  ];
}

/** A Fluentd sidecar. On Kubernetes every object with pods gets it, and a ConfigMap if a configuration is given. */
const LOGGING_TRAIT: OamTrait = {
  name: 'LoggingTrait',
  kind: vendorTrait('LoggingTrait'),
  definition: traitRecord<LoggingTraitProps>({
    loggingConfig: {
      type: TEXT, doc: 'Fluentd configuration, as it stands in the file. It is written once and not updated later.',
    },
    loggingImage: { type: FILLED, doc: 'Image of the sidecar.' },
    imagePullPolicy: {
      type: choice('ImagePullPolicy', ImagePullPolicy),
      doc: 'When the node pulls the sidecar\'s image.',
    },
  }, {
    doc: 'Adds a Fluentd sidecar with its own configuration to a workload.',
    spec: { doc: 'The sidecar and its configuration.' },
  }),
  suits: (scope, spec) => {
    const workload = scope.component?._model?.workload;
    const hasImage = !workload || spec.loggingImage != null || Platform.of(scope)._hasLoggingImage(workload);
    return hasImage ? FINE : found('missing-field', 'loggingImage',
      ownWords('is required on this workload: the platform has its own image for Coherence and WebLogic only',
        'give an image with Fluentd'));
  },
  render: ({ trait: { fields: { spec, metadata } }, binding, planOf }) => {
    const { objects, findings, type: { kind } } = planOf(binding);
    const holders = objects.filter(takesContainers);
    const withoutImage = spec?.loggingImage != null ? FINE : found('missing-field', 'loggingImage',
      ownWords('is required: only an OAM platform has its own image', 'give an image with Fluentd'));
    if (holders.length === 0) {
      const reason = objects.some(hasPods) ? 'ending-pods' : 'no-pods';
      // findings on the workload are reported at the workload
      const notAdded = findings.length > 0 ? FINE : found('not-expressible', '', { reason, kind });
      return noObjects([...withoutImage, ...notAdded]);
    }
    const configMapOf = (holder: PlainObject) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, name: configMapName(holder) },
      data: { [FILE]: spec!.loggingConfig },
    });
    return {
      objects: spec?.loggingConfig == null ? [] : holders.map(configMapOf),
      findings: [...withoutImage, ...holders.flatMap(sidecarFindings)],
    };
  },
  change: withSidecar,
  isOne: true,
};

/**
 * Collects the logs of a component by a Fluentd sidecar: `oam.<vendor>.io/v1alpha1` LoggingTrait. Verrazzano 1.1 or
 * newer.
 */
export class LoggingTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = LOGGING_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: LoggingTraitProps = {}) {
    super(LOGGING_TRAIT, scope, id, props);
  }
}
