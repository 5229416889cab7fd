import { namedObject } from './checked-workload';
import { annotated, GENERIC_PATH, MetricsDefaults } from './metrics-defaults';
import { DefinedWorkload, OamWorkload, workloadRecord } from './oam-workload';
import { OperatorResource, resourceRecord, wholeResource, withMetadata } from './operator-resource';
import { given } from './pods';
import { DeclaredPort, WorkloadOptions } from './workload';
import { LABELS, PORT } from '../definitions/common';
import { Finding, FINE, within } from '../findings/finding';
import { nothing, Rendered, WorkloadContext } from '../objects/rendering';
import { reservedLabels } from '../objects/reserved-labels';
import { all, isObject, list, listOf, mapOf, object } from '../private/check';
import { COHERENCE } from '../private/kinds/operator-kinds';
import { isDnsSubdomain, secretName } from '../private/names';
import { isPort } from '../private/network';
import { vendorWorkload } from '../private/oam-kind';

/** Port on which Coherence publishes its metrics unless its resource says otherwise. */
export const COHERENCE_METRICS_PORT = 9612;
/** Port on which the Coherence Operator asks for the health of a member. */
const HEALTH_PORT = 6676;
/** Port of Coherence's management over REST. */
const MANAGEMENT_PORT = 30000;

export const COHERENCE_API_VERSION = 'coherence.oracle.com/v1';

/** Properties of a CoherenceWorkload. */
export interface CoherenceWorkloadProps extends WorkloadOptions {
  /** The Coherence resource: `spec.template`. */
  readonly template: OperatorResource;
}

/** What is read of the resource's spec. */
const coherenceSpec = object({
  labels: LABELS.check,
  annotations: mapOf(() => FINE),
  ports: list(object({ port: PORT.check })),
  coherence: object({ metrics: object({ port: PORT.check, ssl: object({ secrets: secretName }) }), management: object({ port: PORT.check }) }),
  healthPort: PORT.check,
});

const DEFINITION = workloadRecord<CoherenceWorkloadProps>({
  template: {
    type: resourceRecord('Coherence', { check: coherenceSpec, doc: 'Specification of the cluster, as the Coherence operator defines it.' }),
    doc: 'The Coherence resource. The platform sets its apiVersion, kind and namespace.',
    required: 'always',
  },
}, { doc: 'A Coherence cluster.', spec: { doc: 'The Coherence resource of the workload.' } });

/** Port 9612, or the one in the resource; with the secret of its TLS, as the platform takes it. */
function coherenceMetrics(spec: any): MetricsDefaults {
  const metrics = isObject(spec?.coherence?.metrics) ? spec.coherence.metrics : {};
  const used = metrics.enabled === false ? {} : metrics;
  const secret = used.ssl?.enabled === true && isDnsSubdomain(used.ssl.secrets) ? used.ssl.secrets : undefined;
  const defaults = { port: isPort(used.port) ? used.port : COHERENCE_METRICS_PORT, path: GENERIC_PATH };
  return annotated(secret ? { ...defaults, secret } : defaults, spec?.annotations);
}

/** The ports in the resource. That of the metrics and of the management need not be told. */
export function listedPorts(spec: any): DeclaredPort[] {
  const { metrics, management } = spec?.coherence ?? {};
  const implied = new Map([['metrics', metrics?.port ?? COHERENCE_METRICS_PORT], ['management', management?.port ?? MANAGEMENT_PORT]]);
  const ports: any[] = (Array.isArray(spec?.ports) ? spec.ports : []).map((p: any) => ({ ...p, port: p?.port ?? implied.get(p?.name) }));
  return ports.filter(p => isPort(p.port)).map(p => ({ port: p.port, ...given({ name: p.name, protocol: p.protocol }) }));
}

/** The ports in the resource, and those that the operator opens for what the resource switches on. */
function coherencePorts(spec: any): DeclaredPort[] {
  const { metrics, management } = spec?.coherence ?? {};
  const listed = listedPorts(spec);
  const implied: DeclaredPort[] = [
    { port: spec?.healthPort ?? HEALTH_PORT, name: 'health' },
    ...metrics?.enabled ? [{ port: metrics.port ?? COHERENCE_METRICS_PORT, name: 'metrics' }] : [],
    ...management?.enabled ? [{ port: management.port ?? MANAGEMENT_PORT, name: 'management' }] : [],
  ];
  return [...listed, ...implied.filter(i => !listed.some(l => l.port === i.port && (l.protocol ?? 'TCP') === 'TCP'))];
}

/** The labels of these Services must not say anything else. */
export function reservedOfServices(spec: any, reserved: Readonly<Record<string, string>>, field: string): Finding[] {
  const ofPort = (port: any, i: number) => reservedLabels(port?.service?.labels, reserved, ['ports', i, 'service', 'labels']);
  return within(field, listOf(spec?.ports).flatMap(ofPort));
}

/** In the Coherence resource the platform switches the sidecar of the mesh off: members speak to each other without it. */
const WITHOUT_SIDECAR = { 'sidecar.istio.io/inject': 'false' };

/** What is read of the resource to change it. */
const CHANGED = object({
  template: all(wholeResource, object({ spec: object({ ports: list(object({ service: object({ labels: LABELS.check }) })) }) })),
});

/** A CoherenceWorkload as the resource of the Coherence Operator. */
function coherenceOnKubernetes({ fields, reserved, labels, annotations, isMeshed }: WorkloadContext): Rendered {
  const wrong = CHANGED(fields.spec, 'spec');
  if (wrong.length > 0) return nothing(wrong);
  const { template } = fields.spec;
  const { spec } = template;
  return {
    objects: [{
      ...withMetadata({ ...template, apiVersion: COHERENCE_API_VERSION, kind: 'Coherence' }, labels, annotations),
      spec: {
        ...spec,
        ...isMeshed ? { annotations: { ...WITHOUT_SIDECAR, ...spec.annotations } } : {},
      },
    }],
    findings: [
      ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
      ...reservedLabels(spec.labels, reserved, 'spec.template.spec.labels'),
      ...reservedOfServices(spec, reserved, 'spec.template.spec'),
    ],
  };
}

export const COHERENCE_WORKLOAD: OamWorkload = {
  name: 'CoherenceWorkload',
  kind: vendorWorkload('CoherenceWorkload'),
  definition: DEFINITION,
  resource: COHERENCE,
  metrics: coherenceMetrics,
  ports: coherencePorts,
  made: spec => namedObject(COHERENCE_API_VERSION, 'Coherence', spec?.template),
  scales: true,
  render: coherenceOnKubernetes,
};

/** A Coherence cluster, run by the Coherence Operator: `<Vendor>CoherenceWorkload`. */
export class CoherenceWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = COHERENCE_WORKLOAD;

  /** Checks the properties and keeps a copy of them. */
  public constructor(props: CoherenceWorkloadProps) {
    super(COHERENCE_WORKLOAD, props);
  }
}
