import {
  OamWorkload, DefinedWorkload, OperatorResource, resourceRecord, wholeResource, workloadRecord, WorkloadOptions,
  withCopiedMetadata,
} from './workload';
import { LABELS, PORT } from '../../base/definitions/type';
import { FINE, Finding, within, Path, isWithin } from '../../base/findings/finding';
import { PlainFields, PlainValue, all, isObject, list, listOf, mapOf, object, asObject } from '../../base/check';
import { isKind, COHERENCE } from '../../base/kind-of';
import { secretName } from '../../base/names';
import { ObjectType } from '../../base/oam-kind';
import {
  isWorkloadOf, GENERIC_PATH, COHERENCE_API_VERSION, coherenceResourcePorts, COHERENCE_FACTS,
} from '../../cluster/objects/oam-workloads';
import { PlainObject, noObjects } from '../../cluster/objects/rendered';
import { withCommonDirectory } from '../../cluster/objects/pod-templates';
import { reservedLabels } from '../../cluster/objects/selectors';

/** Properties of a CoherenceWorkload. */
export interface CoherenceWorkloadProps extends WorkloadOptions {
  /** The Coherence resource: `spec.template`. */
  readonly template: OperatorResource;
}

/** The check of the fields that are read from the resource's spec. */
const coherenceSpec = object({
  labels: LABELS.check,
  annotations: mapOf(() => FINE),
  ports: list(object({ port: PORT.check })),
  coherence: object({
    metrics: object({ port: PORT.check, ssl: object({ secrets: secretName }) }),
    management: object({ port: PORT.check }),
  }),
  healthPort: PORT.check,
});

/** Reports labels of the resource's Services that contradict reserved ones. */
export function reservedOfServices(
  spec: PlainValue | undefined, reserved: Readonly<Record<string, string>>, field: string,
): Finding[] {
  return within(field, listOf(spec?.ports).flatMap((port, i) =>
    reservedLabels(port?.service?.labels, reserved, ['ports', i, 'service', 'labels'])));
}

/** The platform disables the sidecar of the mesh in the Coherence resource: members communicate without it. */
const WITHOUT_SIDECAR = { 'sidecar.istio.io/inject': 'false' };

/** The check of the fields that are read to change the resource. */
const CHANGED = object({
  template: all(wholeResource,
    object({ spec: object({ ports: list(object({ service: object({ labels: LABELS.check }) })) }) })),
});

/** A Coherence cluster. Its template is checked only where fields are read or changed; the rest is the operator's. */
const COHERENCE_WORKLOAD: OamWorkload = {
  ...COHERENCE_FACTS,
  name: 'CoherenceWorkload',
  definition: workloadRecord<CoherenceWorkloadProps>({
    template: {
      type: resourceRecord('Coherence', {
        check: coherenceSpec, doc: 'Specification of the cluster, as the Coherence operator defines it.',
      }),
      doc: 'The Coherence resource. The platform sets its apiVersion, kind and namespace.',
      required: 'always',
    },
  }, { doc: 'A Coherence cluster.', spec: { doc: 'The Coherence resource of the workload.' } }),
  // the resource of the Coherence Operator
  render: ({ fields, reserved, labels, annotations, isMeshed }) => {
    const wrong = CHANGED(fields.spec, 'spec');
    if (wrong.length > 0) return noObjects(wrong);
    const { template } = fields.spec;
    const { spec } = template;
    const resource = { ...template, apiVersion: COHERENCE_API_VERSION, kind: 'Coherence' };
    return {
      objects: [{
        ...withCopiedMetadata(resource, labels, annotations),
        spec: { ...spec, ...isMeshed ? { annotations: { ...WITHOUT_SIDECAR, ...spec.annotations } } : {} },
      }],
      findings: [
        ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
        ...reservedLabels(spec.labels, reserved, 'spec.template.spec.labels'),
        ...reservedOfServices(spec, reserved, 'spec.template.spec'),
      ],
    };
  },
};

/** A Coherence cluster, run by the Coherence Operator: `<Vendor>CoherenceWorkload`. */
export class CoherenceWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = COHERENCE_WORKLOAD;

  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: CoherenceWorkloadProps) { super(COHERENCE_WORKLOAD, props); }
}

/**
 * Whether a type is the resource of the Coherence Operator, which creates a Service for each port that the resource
 * lists.
 */
export function isCoherenceResource(type: ObjectType): boolean {
  return isKind(type, COHERENCE);
}

/** Whether a workload is such a resource, or a CoherenceWorkload of OAM. */
export function isCoherence(type: ObjectType): boolean {
  return isWorkloadOf(COHERENCE_WORKLOAD, type);
}

/** Adds labels to the Services of a Coherence resource, as the platform does. Other objects stay unchanged. */
export function withServiceLabels(resource: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  if (!isCoherenceResource(resource) || !Array.isArray(resource.spec?.ports)) return resource;
  const labelled = (port: PlainFields) =>
    ({ ...port, service: { ...asObject(port.service), labels: { ...asObject(port.service?.labels), ...labels } } });
  const ports = listOf(resource.spec.ports).map(port => isObject(port) ? labelled(port) : port);
  return { ...resource, spec: { ...resource.spec, ports } };
}

/** Whether the metrics of a Coherence resource are served over TLS. */
export function isOverTls({ spec }: PlainObject): boolean {
  return spec?.coherence?.metrics?.ssl?.enabled === true;
}

/** A monitor that the operator itself creates for a port. */
export interface OperatorMonitor {
  /** The field of the resource that asks for it. */
  readonly field: Path;
  readonly port: number;
  readonly path: string;
  /** The labels by which it may be selected. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The monitors that the operator creates for a Coherence resource; none for other objects. */
export function operatorMonitors(resource: PlainObject): OperatorMonitor[] {
  if (!isCoherenceResource(resource)) return [];
  const { metadata: { name }, spec } = resource;
  const global = { app: spec?.appLabel, version: spec?.versionLabel, ...spec?.global?.labels };
  const common = {
    coherenceDeployment: name,
    coherenceCluster: spec?.cluster ?? name,
    coherenceRole: spec?.role ?? name,
    coherenceComponent: 'coherence-service-monitor',
    ...Object.fromEntries(Object.entries(global).filter(([, value]) => value != null)),
  };
  return listOf(spec?.ports).flatMap((port, i) => {
    const [listed] = coherenceResourcePorts({ ...spec, ports: [port] });
    const { enabled, path, labels } = port?.serviceMonitor ?? {};
    // a port without a Service has no monitor either
    if (enabled !== true || port?.service?.enabled === false || !listed) return [];
    const field = ['spec', 'ports', i, 'serviceMonitor'];
    const own = asObject<Record<string, string>>(labels);
    return { field, port: listed.port, path: path as string || GENERIC_PATH, labels: { ...common, ...own } };
  });
}

/** A Coherence resource that does not ask for the monitors of these fields. */
export function withoutMonitors(resource: PlainObject, fields: readonly Path[]): PlainObject {
  const ports = listOf(resource.spec.ports).map((port, i) => fields.some(field => isWithin(field, ['spec', 'ports', i]))
    ? { ...asObject(port), serviceMonitor: { ...asObject(port?.serviceMonitor), enabled: false } }
    : port);
  return { ...resource, spec: { ...resource.spec, ports } };
}

/** Where the logging configuration that the operator puts into each container writes its files. */
const LOGS = '/logs';

/** Arguments that make Coherence log by that configuration. Without them it writes its log to the output. */
const LOGGING = [
  '-Dcoherence.log=jdk',
  '-Dcoherence.log.logger=com.oracle.coherence',
  '-Djava.util.logging.config.file=/coherence-operator/utils/logging/logging.properties',
];

/**
 * A Coherence resource whose members write their logs into files that a container beside them can read, as on the
 * platform. Its own arguments take precedence.
 */
export function withLogFiles(resource: PlainObject, volume: string): PlainObject {
  const { spec } = resource;
  const args = listOf(spec?.jvm?.args);
  // the property of the JVM that an argument sets
  const propertyOf = (argument: unknown) => String(argument).split('=')[0];
  const given = new Set(args.map(propertyOf));
  const jvm = { ...spec?.jvm, args: [...args, ...LOGGING.filter(each => !given.has(propertyOf(each)))] };
  return withCommonDirectory({ ...resource, spec: { ...spec, jvm } }, LOGS, volume);
}
