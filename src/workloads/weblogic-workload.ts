import { namedObject } from './checked-workload';
import { MetricsDefaults } from './metrics-defaults';
import { DefinedWorkload, OamWorkload, workloadRecord } from './oam-workload';
import { API_VERSION, OperatorResource, resourceRecord, wholeResource, withMetadata } from './operator-resource';
import { DeclaredPort, NamedObject, WorkloadOptions } from './workload';
import { LABELS } from '../definitions/common';
import { choice, listOf } from '../definitions/type';
import { Check, Finding, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { nothing, Rendered, WorkloadContext } from '../objects/rendering';
import { reservedLabels } from '../objects/reserved-labels';
import { all, asProps, hidden, isObject, listOf as elementsOf, object, unique } from '../private/check';
import { DOMAIN } from '../private/kinds/operator-kinds';
import { isDnsSubdomain, nameOf, secretName } from '../private/names';
import { port } from '../private/network';
import { vendorWorkload } from '../private/oam-kind';

/** Port of a WebLogic administration server, on which the exporter answers. */
export const WEBLOGIC_METRICS_PORT = 7001;
/** Path of the WebLogic exporter. */
export const WEBLOGIC_METRICS_PATH = '/wls-exporter/metrics';
/** Port of the managed servers, where the operator's own samples put it. */
const MANAGED_SERVER_PORT = 8001;
/** Port of the exporter's sidecar. */
const EXPORTER_PORT = 8080;

/** The version of a WebLogic Domain. */
export enum WebLogicDomainVersion {
  /** `weblogic.oracle/v8`: clusters are part of the Domain. */
  V8 = 'weblogic.oracle/v8',
  /** `weblogic.oracle/v9`: clusters are resources of their own. */
  V9 = 'weblogic.oracle/v9',
}

/** The version of a WebLogic Cluster. */
export const CLUSTER_API_VERSION = 'weblogic.oracle/v1';

/** Properties of a WebLogicWorkload. */
export interface WebLogicWorkloadProps extends WorkloadOptions {
  /** The Domain: `spec.template`. */
  readonly template: OperatorResource;

  /**
   * The version of the Domain.
   *
   * @default - none is written; the platform takes v8
   */
  readonly domainVersion?: WebLogicDomainVersion;

  /**
   * The Clusters (`weblogic.oracle/v1`) of a v9 Domain: `spec.clusters`. A v8 Domain has its clusters in its own spec.
   *
   * @default - none
   */
  readonly clusters?: OperatorResource[];
}

const isV8 = (template: any) => isObject(template) && (template.apiVersion ?? WebLogicDomainVersion.V8) === WebLogicDomainVersion.V8;

const noClustersInV8: Check = (spec, field) => spec?.clusters?.length > 0 && isV8(spec.template)
  ? found('invalid-value', joinPath(field, 'clusters'), { reason: 'clusters-in-v8' })
  : FINE;

/** What is read of the Domain's spec. */
const domainSpec = object({
  webLogicCredentialsSecret: hidden(object({ name: secretName }, ['name'])),
  monitoringExporter: object({ port }),
  serverPod: object({ labels: LABELS.check }),
});

const CLUSTER = resourceRecord('Cluster', { check: () => FINE, doc: 'Specification of the cluster, as the WebLogic operator defines it.' }, {
  fixed: CLUSTER_API_VERSION, doc: 'Version of the Cluster resource. Left out, it is weblogic.oracle/v1.',
});

const DEFINITION = workloadRecord<WebLogicWorkloadProps>({
  template: {
    type: resourceRecord('Domain', { check: domainSpec, doc: 'Specification of the domain, as the WebLogic operator defines it.' }),
    doc: 'The Domain resource. The platform sets its kind and namespace.',
    required: 'always',
  },
  domainVersion: {
    type: choice('WebLogicDomainVersion', WebLogicDomainVersion, { check: API_VERSION.check, schema: API_VERSION.schema }),
    doc: 'Version of the Domain resource. Left out, it is weblogic.oracle/v8.',
    at: 'spec.template.apiVersion',
  },
  clusters: {
    type: listOf(CLUSTER, 'One Cluster resource. The platform sets its kind and namespace.', { rules: [unique(nameOf, 'name')] }),
    doc: 'The Cluster resources that belong to the domain.',
  },
}, { doc: 'A WebLogic domain and its clusters.', spec: { doc: 'The WebLogic resources of the workload.', rules: [noClustersInV8] } });

/** The Domain and its Clusters. */
function weblogicObjects(spec: any): NamedObject[] {
  const { template, clusters } = asProps(spec);
  const { apiVersion: version } = asProps(template);
  return [
    ...namedObject(typeof version === 'string' ? version : WebLogicDomainVersion.V8, 'Domain', template),
    ...elementsOf(clusters).flatMap(each => namedObject(CLUSTER_API_VERSION, 'Cluster', each)),
  ];
}

/** The exporter on the administration server, with the domain's own credentials. */
function weblogicMetrics(spec: any): MetricsDefaults {
  const defaults = { port: WEBLOGIC_METRICS_PORT, path: WEBLOGIC_METRICS_PATH };
  const secret = spec?.webLogicCredentialsSecret?.name;
  return isDnsSubdomain(secret) ? { ...defaults, secret } : defaults;
}

/**
 * The Domain does not name the ports of its servers, the domain's model does: what is implied are the ports that the
 * operator and its samples use, and the exporter's sidecar where there is one.
 */
function weblogicPorts(spec: any): DeclaredPort[] {
  const exporter = spec?.monitoringExporter;
  return [
    { port: WEBLOGIC_METRICS_PORT, name: 'default' },
    { port: MANAGED_SERVER_PORT, name: 'default' },
    ...isObject(exporter) ? [{ port: exporter.port ?? EXPORTER_PORT, name: 'metrics', container: 'monitoring-exporter' }] : [],
  ];
}

function withoutDomainUid(spec: any): Finding[] {
  const domain = spec?.template?.spec;
  return !isObject(domain) || domain.domainUID != null ? FINE
    : found('missing-field', 'spec.template.spec.domainUID', { reason: 'domain-uid' });
}

/** What is read of the Domain to change it. */
const CHANGED = object({ template: all(wholeResource, object({ spec: object({ serverService: object({ labels: LABELS.check }) }) })) });

/** A label that the platform gives to the servers of a domain. */
const workloadType = (vendor: string) => ({ [`${vendor}.io/workload-type`]: 'weblogic' });

/** A WebLogicWorkload as the resources of the WebLogic Kubernetes Operator. */
function weblogicOnKubernetes({ fields, selector, reserved, vendor, labels, annotations }: WorkloadContext): Rendered {
  const wrong = CHANGED(fields.spec, 'spec');
  if (wrong.length > 0) return nothing(wrong);
  const { template, clusters } = fields.spec;
  const { serverPod, serverService, ...spec } = template.spec;
  const domain = withMetadata({ ...template, apiVersion: template.apiVersion ?? WebLogicDomainVersion.V8, kind: 'Domain' }, labels, annotations);
  return {
    objects: [
      {
        ...domain,
        spec: {
          ...spec,
          serverPod: { ...serverPod, labels: { ...serverPod?.labels, ...workloadType(vendor) } },
          serverService: { ...serverService, labels: { ...serverService?.labels, ...selector, ...workloadType(vendor) } },
        },
      },
      ...elementsOf(clusters).map(cluster => withMetadata({ ...cluster, apiVersion: cluster.apiVersion ?? CLUSTER_API_VERSION, kind: 'Cluster' }, labels, annotations)),
    ],
    findings: [
      ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
      ...reservedLabels(serverPod?.labels, reserved, 'spec.template.spec.serverPod.labels'),
      ...reservedLabels(serverService?.labels, reserved, 'spec.template.spec.serverService.labels'),
      ...elementsOf(clusters).flatMap(({ metadata }, i) => reservedLabels(metadata.labels, reserved, ['spec', 'clusters', i, 'metadata', 'labels'])),
    ],
  };
}

export const WEBLOGIC_WORKLOAD: OamWorkload = {
  name: 'WebLogicWorkload',
  kind: vendorWorkload('WebLogicWorkload'),
  definition: DEFINITION,
  resource: DOMAIN,
  metrics: weblogicMetrics,
  ports: weblogicPorts,
  made: weblogicObjects,
  scales: true,
  hasOwnPorts: true,
  rejected: withoutDomainUid,
  render: weblogicOnKubernetes,
};

/** A WebLogic domain, run by the WebLogic Kubernetes Operator: `<Vendor>WebLogicWorkload`. */
export class WebLogicWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = WEBLOGIC_WORKLOAD;

  /** Checks the properties and keeps a copy of them. */
  public constructor(props: WebLogicWorkloadProps) {
    super(WEBLOGIC_WORKLOAD, props);
  }
}
