import { namedObject, workloadMetadata, WORKLOAD_PROPS } from './checked-workload';
import { MetricsDefaults } from './metrics-defaults';
import { DefinedWorkload, OamWorkload } from './oam-workload';
import { OperatorResource, resource, RESOURCES_GIVEN_AS } from './operator-resource';
import { DeclaredPort, NamedObject, WorkloadOptions } from './workload';
import { Check, Finding, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { all, asProps, eachOf, hidden, isObject, list, listOf, object, unique } from '../private/check';
import { DOMAIN } from '../private/kinds/operator-kinds';
import { apiVersion, isDnsSubdomain, labels, metadata, nameOf, resourceMetadata, secretName } from '../private/names';
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

const cluster = object({ apiVersion, metadata: resourceMetadata }, ['metadata', 'spec']);

const isV8 = (template: any) => isObject(template) && (template.apiVersion ?? WebLogicDomainVersion.V8) === WebLogicDomainVersion.V8;

const noClustersInV8: Check = (spec, field) => spec?.clusters?.length > 0 && isV8(spec.template)
  ? found('invalid-value', joinPath(field, 'clusters'), { reason: 'clusters-in-v8' })
  : FINE;

/** The check of the workload's fields. */
const weblogicWorkloadFields = object({
  metadata,
  spec: all(noClustersInV8, object({
    template: object({
      apiVersion,
      metadata: resourceMetadata,
      spec: object({
        webLogicCredentialsSecret: hidden(object({ name: secretName }, ['name'])),
        monitoringExporter: object({ port }),
        serverPod: object({ labels }),
      }),
    }, ['metadata', 'spec']),
    clusters: all(list(cluster), unique(nameOf, 'name')),
  }, ['template'])),
}, ['spec']);

/** The Domain and its Clusters. */
function weblogicObjects(spec: any): NamedObject[] {
  const { template, clusters } = asProps(spec);
  const { apiVersion: version } = asProps(template);
  return [
    ...namedObject(typeof version === 'string' ? version : WebLogicDomainVersion.V8, 'Domain', template),
    ...listOf(clusters).flatMap(each => namedObject(CLUSTER_API_VERSION, 'Cluster', each)),
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

export const WEBLOGIC_WORKLOAD: OamWorkload = {
  name: 'WebLogicWorkload',
  kind: vendorWorkload('WebLogicWorkload'),
  check: weblogicWorkloadFields,
  resource: DOMAIN,
  metrics: weblogicMetrics,
  ports: weblogicPorts,
  made: weblogicObjects,
  scales: true,
  hasOwnPorts: true,
  rejected: withoutDomainUid,
};

/** A WebLogic domain, run by the WebLogic Kubernetes Operator: `<Vendor>WebLogicWorkload`. */
export class WebLogicWorkload extends DefinedWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: WebLogicWorkloadProps) {
    const own = asProps(props);
    super(WEBLOGIC_WORKLOAD, {
      props,
      known: [...WORKLOAD_PROPS, 'template', 'domainVersion', 'clusters'],
      fields: {
        metadata: workloadMetadata(own),
        spec: {
          template: resource(own.template, own.domainVersion),
          clusters: eachOf(own.clusters, given => resource(given, CLUSTER_API_VERSION)),
        },
      },
      overrides: own.overrides,
      givenAs: [[/^spec\.template\.apiVersion$/, 'domainVersion'], ...RESOURCES_GIVEN_AS],
    });
  }
}
