import { enumeration, MAPS, NAMED } from './common';
import { CONTAINERIZED_FIELDS } from './containerized';
import { anyObject, Fields, listOf, record, Shape, text } from './fit';
import { kubernetes, kubernetesFields } from './kubernetes';
import { Check, found } from '../../../findings/finding';
import { OamPlatform } from '../../../platform/oam-platform';
import { isObject } from '../../../private/check';
import { OAM_WORKLOADS } from '../../../workloads/all';
import { OamWorkload } from '../../../workloads/oam-workload';
import { CLUSTER_API_VERSION, WebLogicDomainVersion } from '../../../workloads/weblogic-workload';
import { call, create, Expression, Field, member, oam, objectLiteral } from '../syntax/tree';

/** A kind of workload of which this library has a type. */
export interface TypedWorkload {
  /** What it is called in the code. */
  readonly name: string;
  readonly fields: Fields;
  /** The check of its fields, where there is one apart from its type. */
  readonly check?: Check;
  /** Takes out of the workload's fields what is a prop elsewhere. */
  readonly prepare?: (fields: Record<string, any>) => PreparedFields;
  /** The code that makes it. */
  readonly make: (props: readonly Field[], overrides: readonly Field[]) => Expression;
}

export interface PreparedFields {
  readonly fields: Record<string, any>;
  readonly props: readonly Field[];
}

const required = { isRequired: true } as const;

/** The metadata of an object that a workload holds. */
const HELD: Fields = { ...MAPS, name: { shape: text, ...required } };

const HELIDON_FIELDS: Fields = {
  metadata: { hoist: NAMED },
  spec: {
    hoist: {
      deploymentTemplate: {
        prop: 'deployment',
        shape: record({
          metadata: { hoist: HELD },
          podSpec: { shape: kubernetes('PodSpec'), ...required },
          selector: { shape: kubernetes('LabelSelector') },
          strategy: { shape: kubernetes('DeploymentStrategy') },
        }),
        ...required,
      },
      serviceTemplate: {
        prop: 'service',
        shape: record({ metadata: { hoist: NAMED }, serviceSpec: { prop: 'spec', shape: kubernetes('ServiceSpec') } }),
      },
    },
    isAlways: true,
  },
};

/** The resource of an operator. */
const RESOURCE: Fields = { metadata: { hoist: HELD }, spec: { shape: anyObject, ...required } };

const COHERENCE_FIELDS: Fields = {
  metadata: { hoist: NAMED },
  spec: { hoist: { template: { shape: record(RESOURCE), ...required } }, isAlways: true },
};

/** A Cluster, whose version is written in any case. */
const cluster: Shape = (value, at) => {
  if (!isObject(value) || value.apiVersion !== CLUSTER_API_VERSION) {
    return { why: found('not-in-types', [...at, 'apiVersion'], { reason: 'version', version: CLUSTER_API_VERSION }) };
  }
  const { apiVersion: _, ...rest } = value;
  return record(RESOURCE)(rest, at);
};

const WEBLOGIC_FIELDS: Fields = {
  metadata: { hoist: NAMED },
  spec: { hoist: { template: { shape: record(RESOURCE), ...required }, clusters: { shape: listOf(cluster) } }, isAlways: true },
};

const domainVersion = enumeration('WebLogicDomainVersion', WebLogicDomainVersion);

/** The version of the Domain is a prop beside it. */
function prepareWebLogic(fields: Record<string, any>): PreparedFields {
  const template = fields.spec?.template;
  const { expression } = domainVersion(isObject(template) ? template.apiVersion : undefined, []);
  if (!expression) return { fields, props: [] };
  const { apiVersion: _, ...rest } = template;
  return { fields: { ...fields, spec: { ...fields.spec, template: rest } }, props: [{ key: 'domainVersion', value: expression }] };
}

const constructed = (type: string): TypedWorkload['make'] => (props, overrides) => create(oam(type), objectLiteral([...props, ...overrides]));

function kubernetesWorkload(factory: string, type: string): TypedWorkload {
  return {
    name: `KubernetesWorkload.${factory}`,
    fields: kubernetesFields(type),
    make: (props, overrides) => {
      const options = overrides.length > 0 ? [objectLiteral(overrides)] : [];
      return call(member(oam('KubernetesWorkload'), factory), objectLiteral(props), ...options);
    },
  };
}

/** How the workloads of OAM are written, by the names of their kinds. Of another one there is code for its manifest only. */
const OAM_SHAPES: Readonly<Record<string, Pick<TypedWorkload, 'fields' | 'prepare'>>> = {
  ContainerizedWorkload: { fields: CONTAINERIZED_FIELDS },
  HelidonWorkload: { fields: HELIDON_FIELDS },
  CoherenceWorkload: { fields: COHERENCE_FIELDS },
  WebLogicWorkload: { fields: WEBLOGIC_FIELDS, prepare: prepareWebLogic },
};

const PLATFORM = OamPlatform.verrazzano();

function oamWorkload({ name, kind, check }: OamWorkload): [string, TypedWorkload][] {
  const shape = OAM_SHAPES[name];
  const type = PLATFORM._typeOf(kind);
  return shape ? [[`${type.apiVersion} ${type.kind}`, { name, check, make: constructed(name), ...shape }]] : [];
}

/** The types there are, by `apiVersion kind`. */
export const TYPED_WORKLOADS: ReadonlyMap<string, TypedWorkload> = new Map<string, TypedWorkload>([
  ...OAM_WORKLOADS.flatMap(oamWorkload),
  ['apps/v1 Deployment', kubernetesWorkload('deployment', 'KubeDeploymentProps')],
  ['v1 Service', kubernetesWorkload('service', 'KubeServiceProps')],
  ['v1 ConfigMap', kubernetesWorkload('configMap', 'KubeConfigMapProps')],
]);
