import { workloadMetadata, WORKLOAD_PROPS } from './checked-workload';
import { ContainerizedContainer, CpuArchitecture, OperatingSystem, ContainerProtocol, VolumeAccessMode, VolumeSharingPolicy } from './containerized-types';
import { GENERIC_METRICS } from './metrics-defaults';
import { DefinedWorkload, OamWorkload } from './oam-workload';
import { containerName, portKey, portsOf } from './pods';
import { NamedObject, WorkloadOptions } from './workload';
import { bad, badHidden, Check, Finding, FINE, found } from '../findings/finding';
import type { Path } from '../findings/path';
import { Shown } from '../findings/shown';
import { all, asProps, filled, flag, hidden, isInt32, list, listOf, object, oneOf, pattern, shownName, text, unique, whole } from '../private/check';
import { bytesOf, isDataKey, MAX_DATA, metadata, secretName } from '../private/names';
import { port, probePath } from '../private/network';
import { fixedKind, OAM_API_VERSION } from '../private/oam-kind';

/** Properties of a ContainerizedWorkload. */
export interface ContainerizedWorkloadProps extends WorkloadOptions {
  /** The containers, at least one. */
  readonly containers: ContainerizedContainer[];

  /**
   * Operating system of the nodes.
   *
   * @default - any node
   */
  readonly osType?: OperatingSystem;

  /**
   * Processor of the nodes.
   *
   * @default - any node
   */
  readonly arch?: CpuArchitecture;
}

const quantity: Check = (value, field) =>
  typeof value === 'string' && /^\+?(\d+(\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/.test(value)
    ? FINE
    : bad('invalid-value', 'quantity', field, value);

const secretKey = hidden(object({
  name: secretName,
  key: (value, field) => isDataKey(value)
    ? FINE
    : found('invalid-value', field, { reason: 'secret-key' }),
}, ['name', 'key']));

const HANDLERS = ['exec', 'httpGet', 'tcpSocket'];

const oneHandler: Check = (value, field) => {
  const given = HANDLERS.filter(handler => value?.[handler] != null);
  return given.length === 1 ? FINE : found('invalid-value', field, { reason: 'one-handler', allowed: HANDLERS, given });
};

const headerName = pattern(/^[-A-Za-z0-9]+$/, 'header-name');

const header = hidden(object({ name: headerName, value: text }, ['name', 'value']));

const probe = all(oneHandler, object({
  exec: object({ command: list(text, { min: 1, isHidden: true }) }, ['command']),
  httpGet: object({ path: probePath, port, httpHeaders: list(header, { isHidden: true }) }, ['path', 'port']),
  tcpSocket: object({ port }, ['port']),
  initialDelaySeconds: whole(0),
  periodSeconds: whole(0),
  timeoutSeconds: whole(0),
  successThreshold: whole(0),
  failureThreshold: whole(0),
}));

/** One success makes a container live; 0 stands for the default, as in all of a probe's numbers. */
const liveness = all(probe, object({
  successThreshold: (value, field) => !isInt32(value) || value <= 1 ? FINE
    : bad('invalid-value', 'liveness-success', field, value),
}));

const absolutePath = pattern(/^\/\S*$/, 'absolute-path');
/** A line of the file may have been written in its place. */
const configPath: Check = (value, field) =>
  absolutePath(value, field).length === 0 ? FINE : badHidden('invalid-value', 'absolute-path', field, value);

const amount: Check = (value, field) => typeof value === 'string' || isInt32(value)
  ? FINE
  : bad('invalid-value', 'integer-or-string', field, value);

const volume = object({
  name: filled,
  mountPath: absolutePath,
  accessMode: oneOf(...Object.values(VolumeAccessMode)),
  sharingPolicy: oneOf(...Object.values(VolumeSharingPolicy)),
  disk: object({ required: quantity, ephemeral: flag }, ['required']),
}, ['name', 'mountPath']);

const resources = object({
  cpu: object({ required: quantity }, ['required']),
  memory: object({ required: quantity }, ['required']),
  gpu: object({ required: quantity }, ['required']),
  volumes: all(list(volume), unique(v => v.name, 'name'), unique(v => v.mountPath, 'mountPath')),
  extended: list(object({ name: filled, required: amount }, ['name', 'required'])),
}, ['cpu', 'memory']);

/** A value may have been written in its place. */
const variableName: Check = (value, field) => typeof value === 'string' && /^[-_a-zA-Z0-9]+$/.test(value)
  ? FINE
  : found('invalid-value', field, { reason: 'env-name', value: shownName(value) });

/** Kubernetes takes a template whose image has a space around it, and then refuses its pods. */
const image: Check = (value, field) => typeof value === 'string' && value !== '' && value.trim() !== value
  ? bad('invalid-value', 'padded', field, value)
  : filled(value, field);

/** The runtime makes a ConfigMap of it. */
const fileContent: Check = (value, field) => {
  const bytes = bytesOf([value]);
  return bytes <= MAX_DATA ? text(value, field) : found('invalid-value', field, { reason: 'file-size', max: MAX_DATA, bytes });
};

const container = object({
  name: containerName,
  image,
  resources,
  command: list(text, { isHidden: true }),
  args: list(text, { isHidden: true }),
  env: all(list(hidden(object({ name: variableName, value: text, fromSecret: secretKey }, ['name'])), { isHidden: true }), unique(e => e.name, 'name')),
  config: all(
    list(hidden(object({ path: configPath, value: fileContent, fromSecret: secretKey }, ['path'])), { isHidden: true }),
    unique(c => c.path, 'path'),
  ),
  ports: all(
    list(object({
      name: pattern(/^[a-z]+$/, 'oam-port-name'),
      containerPort: port,
      protocol: oneOf(...Object.values(ContainerProtocol)),
    }, ['name', 'containerPort'])),
    unique(p => p.name, 'name'),
    unique(p => portKey(p.containerPort, p.protocol), 'port'),
  ),
  livenessProbe: liveness,
  readinessProbe: probe,
  imagePullSecret: secretName,
}, ['name', 'image']);

/** The check of the workload's fields. */
const containerizedWorkloadFields = object({
  metadata,
  spec: object({
    osType: oneOf(...Object.values(OperatingSystem)),
    arch: oneOf(...Object.values(CpuArchitecture)),
    containers: all(list(container, { min: 1, what: 'container' }), unique(c => c.name, 'name')),
  }, ['containers']),
}, ['spec']);

/** The Deployment and the Service have the workload's name. */
function containerizedObjects(name: string): NamedObject[] {
  return [{ apiVersion: 'apps/v1', kind: 'Deployment', name }, { apiVersion: 'v1', kind: 'Service', name }];
}

/** Only the Secrets of config files become volumes that somebody can name. */
function danglingVolumes(spec: any): Finding[] {
  const containers = listOf(spec?.containers);
  const known = new Set(containers.flatMap(each => listOf(each?.config).map(file => file?.fromSecret?.name)));
  const dangling = (name: unknown, path: Path) => name == null || known.has(name)
    ? FINE
    : found('dangling-volume', path, { reason: 'not-made', volume: Shown.of(name) });
  return containers.flatMap((each, i) => listOf(each?.resources?.volumes).flatMap((mounted, j) =>
    dangling(mounted?.name, ['spec', 'containers', i, 'resources', 'volumes', j])));
}

export const CONTAINERIZED_WORKLOAD: OamWorkload = {
  name: 'ContainerizedWorkload',
  kind: fixedKind(OAM_API_VERSION, 'ContainerizedWorkload'),
  check: containerizedWorkloadFields,
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => portsOf(spec?.containers),
  made: (_, name) => containerizedObjects(name),
  scales: true,
  needsLoggingImage: true,
  unrunnable: danglingVolumes,
};

/**
 * Containers in OAM's own words: `core.oam.dev/v1alpha2` `ContainerizedWorkload`, of which the runtime makes a
 * Deployment, a Service of the first port, and ConfigMaps for config files.
 */
export class ContainerizedWorkload extends DefinedWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: ContainerizedWorkloadProps) {
    const given = asProps(props);
    const { name, labels, annotations, overrides, ...spec } = given;
    super(CONTAINERIZED_WORKLOAD, {
      props,
      known: [...WORKLOAD_PROPS, 'containers', 'osType', 'arch'],
      fields: { metadata: workloadMetadata(given), spec },
      overrides,
      givenAs: [[/^(spec|metadata)\./, '']],
    });
  }
}
