import {
  OamWorkload, API_VERSION, DefinedWorkload, OperatorResource, resourceRecord, wholeResource, workloadRecord,
  WorkloadOptions, withCopiedMetadata,
} from './workload';
import { LABELS, choice, listType } from '../../base/definitions/type';
import { FINE, found, ownWords, joinPath } from '../../base/findings/finding';
import { all, isObject, listOf as elementsOf, object, unique } from '../../base/check';
import { isKind, DOMAIN } from '../../base/kind-of';
import { nameOf, secretName } from '../../base/names';
import { WebLogicDomainVersion, CLUSTER_API_VERSION, WEBLOGIC_FACTS } from '../../cluster/objects/oam-workloads';
import { port } from '../../base/addresses';
import { PlainObject, Rendered, WorkloadContext, noObjects } from '../../cluster/objects/rendered';
import { withCommonDirectory } from '../../cluster/objects/pod-templates';
import { reservedLabels } from '../../cluster/objects/selectors';

/** Properties of a WebLogicWorkload. */
export interface WebLogicWorkloadProps extends WorkloadOptions {
  /** The Domain: `spec.template`. */
  readonly template: OperatorResource;
  /** The version of the Domain. @default - none is written; the platform takes v8 */
  readonly domainVersion?: WebLogicDomainVersion;

  /**
   * The Clusters (`weblogic.oracle/v1`) of a v9 Domain: `spec.clusters`. A v8 Domain has its clusters in its own spec.
   *
   * @default - none
   */
  readonly clusters?: OperatorResource[];
}

/** The check of the fields that are read from the Domain's spec. */
const domainSpec = object({
  webLogicCredentialsSecret: object({ name: secretName }, ['name']),
  monitoringExporter: object({ port }),
  serverPod: object({ labels: LABELS.check }),
});

/** A Cluster resource of WebLogic, which the operator of version 4 and newer reads beside the Domain. */
const CLUSTER = resourceRecord(
  'Cluster', { check: () => FINE, doc: 'Specification of the cluster, as the WebLogic operator defines it.' },
  { fixed: CLUSTER_API_VERSION, doc: 'Version of the Cluster resource. Left out, it is weblogic.oracle/v1.' },
);

/** The check of the fields that are read to change the Domain. */
const CHANGED = object({
  template: all(wholeResource, object({ spec: object({ serverService: object({ labels: LABELS.check }) }) })),
});

/** A resource in a workload after the check of the workload. */
type CarriedResource = Pick<PlainObject, 'metadata'> & { readonly apiVersion?: string };

/** A WebLogicWorkload as the resources of the WebLogic Kubernetes Operator. */
function weblogicOnKubernetes(
  { fields, selector, reserved, vendor, labels, annotations }: WorkloadContext,
): Rendered {
  const wrong = CHANGED(fields.spec, 'spec');
  if (wrong.length > 0) return noObjects(wrong);
  const { template } = fields.spec;
  const clusters = elementsOf<CarriedResource>(fields.spec.clusters);
  const { serverPod, serverService, ...spec } = template.spec;
  const resource = (of: CarriedResource, version: string, kind: string) =>
    withCopiedMetadata({ ...of, apiVersion: of.apiVersion ?? version, kind }, labels, annotations);
  // the platform gives this label to the servers of a domain
  const workloadType = { [`${vendor}.io/workload-type`]: 'weblogic' };
  return {
    objects: [
      {
        ...resource(template, WebLogicDomainVersion.V8, 'Domain'),
        spec: {
          ...spec,
          serverPod: { ...serverPod, labels: { ...serverPod?.labels, ...workloadType } },
          serverService: { ...serverService, labels: { ...serverService?.labels, ...selector, ...workloadType } },
        },
      },
      ...clusters.map(cluster => resource(cluster, CLUSTER_API_VERSION, 'Cluster')),
    ],
    findings: [
      ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
      ...reservedLabels(serverPod?.labels, reserved, 'spec.template.spec.serverPod.labels'),
      ...reservedLabels(serverService?.labels, reserved, 'spec.template.spec.serverService.labels'),
      ...clusters.flatMap(({ metadata }, i) =>
        reservedLabels(metadata.labels, reserved, ['spec', 'clusters', i, 'metadata', 'labels'])),
    ],
  };
}

/** A WebLogic domain. Its `apiVersion` decides whether clusters are in the Domain (v8) or beside it (v9). */
const WEBLOGIC_WORKLOAD: OamWorkload = {
  ...WEBLOGIC_FACTS,
  name: 'WebLogicWorkload',
  definition: workloadRecord<WebLogicWorkloadProps>({
    template: {
      type: resourceRecord('Domain', {
        check: domainSpec, doc: 'Specification of the domain, as the WebLogic operator defines it.',
      }),
      doc: 'The Domain resource. The platform sets its kind and namespace.',
      required: 'always',
    },
    domainVersion: {
      type: choice('WebLogicDomainVersion', WebLogicDomainVersion, {
        check: API_VERSION.check, schema: API_VERSION.schema,
      }),
      doc: 'Version of the Domain resource. Left out, it is weblogic.oracle/v8.',
      at: 'spec.template.apiVersion',
    },
    clusters: {
      type: listType(CLUSTER, 'One Cluster resource. The platform sets its kind and namespace.', {
        rules: [unique(nameOf, 'name')],
      }),
      doc: 'The Cluster resources that belong to the domain.',
    },
  }, {
    doc: 'A WebLogic domain and its clusters.',
    spec: {
      doc: 'The WebLogic resources of the workload.',
      rules: [(spec, field) => {
        const version = isObject(spec?.template) ? spec.template.apiVersion ?? WebLogicDomainVersion.V8 : undefined;
        return version === WebLogicDomainVersion.V8 && spec.clusters?.length > 0
          ? found('invalid-value', joinPath(field, 'clusters'),
            ownWords('must be empty: a v8 Domain has its clusters in its own spec',
              'put them there, or use WebLogicDomainVersion.V9',
              'put them there, or use apiVersion "weblogic.oracle/v9"'))
          : FINE;
      }],
    },
  }),
  rejected: spec => {
    const domain = spec?.template?.spec;
    return !isObject(domain) || domain.domainUID != null ? FINE
      : found('missing-field', 'spec.template.spec.domainUID',
        ownWords('is required: the platform creates no domain without it',
          'give the name of the domain, or another that is unique'));
  },
  render: weblogicOnKubernetes,
};

/** A WebLogic domain, run by the WebLogic Kubernetes Operator: `<Vendor>WebLogicWorkload`. */
export class WebLogicWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = WEBLOGIC_WORKLOAD;

  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: WebLogicWorkloadProps) { super(WEBLOGIC_WORKLOAD, props); }
}

// what the WebLogic Kubernetes Operator creates from its resources

/** Whether an object is a Domain of the operator. */
export function isDomain(resource: PlainObject): boolean {
  return isKind(resource, DOMAIN);
}

/**
 * The prefixes of the names of the Services that the operator creates for the clusters and the servers of a Domain,
 * when it starts them; `undefined` if there is no Domain.
 */
export function operatorServices(
  objects: readonly PlainObject[],
): { readonly ofCluster: string; readonly ofServer: string } | undefined {
  const domain = objects.find(isDomain);
  if (!domain) return undefined;
  const uid = textOr(domain.spec?.domainUID, domain.metadata.name);
  const ofServer = `${uid.toLowerCase().replaceAll('_', '-')}-`;
  return { ofCluster: `${ofServer}cluster-`, ofServer };
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value !== '' ? value : other;
}

/** The directory of a shared volume into which the servers on the platform write their logs. */
const SCRATCH = '/scratch';

/**
 * A Domain whose servers write their logs into a directory that a container beside them can read, as on the platform.
 * `volume` names the volume if the Domain has none there. A Domain whose log home is disabled stays unchanged.
 */
export function withLogHome(domain: PlainObject, volume: string): PlainObject {
  const { apiVersion, metadata, spec } = domain;
  if (spec?.logHomeEnabled === false) return domain;
  const logHome = textOr(spec?.logHome, `${SCRATCH}/logs/${metadata.name}`);
  // a v8 Domain has no other layout
  const layout = apiVersion === WebLogicDomainVersion.V8 ? {} : { logHomeLayout: spec?.logHomeLayout ?? 'Flat' };
  const changed = { ...domain, spec: { ...spec, logHome, logHomeEnabled: true, ...layout } };
  return withCommonDirectory(changed,
    logHome.startsWith(`${SCRATCH}/`) ? SCRATCH : logHome.replace(/(?<=[^/])\/+$/, ''), volume);
}
