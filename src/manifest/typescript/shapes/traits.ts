import { enumeration, metadata, scraper } from './common';
import { Fields, flag, listOf, made, number, record, text } from './fit';
import { Check } from '../../../findings/finding';
import { metricsTraitSpec } from '../../../private/metrics-trait-spec';
import { OAM_API_VERSION } from '../../../private/oam-kind';
import { ingressTraitSpec } from '../../../traits/ingress-trait';
import { IngressPathType } from '../../../traits/ingress-types';
import { LoggingImagePullPolicy, loggingTraitSpec } from '../../../traits/logging-trait';
import { manualScalerTraitSpec } from '../../../traits/manual-scaler-trait';
import { call, imported, member } from '../syntax/tree';

/** A kind of trait of which this library has a type. */
export interface TypedTrait {
  readonly name: string;
  /** The fields of the trait. */
  readonly fields: Fields;
  /** The check of its spec. */
  readonly check: Check;
  /** What its construct is called. */
  readonly id: string;
}

const TEXT = { shape: text };
const required = { isRequired: true } as const;

const METRICS: Fields = {
  enabled: { shape: flag },
  port: { shape: number },
  path: TEXT,
  ports: { shape: listOf(record({ port: { shape: number }, path: TEXT })) },
  secret: TEXT,
  scraper: { shape: scraper },
};

const RULE: Fields = {
  from: { shape: record({ requestPrincipals: { shape: listOf(text), ...required } }), ...required },
  when: { shape: listOf(record({ key: { ...TEXT, ...required }, values: { shape: listOf(text), ...required } })) },
};

const PATH: Fields = {
  path: TEXT,
  pathType: { shape: enumeration('IngressPathType', IngressPathType) },
  authorizationPolicy: { shape: record({ rules: { shape: listOf(record(RULE)), ...required } }) },
};

const seconds = made(number, value => call(member(imported('cdk8s', 'Duration'), 'seconds'), value));

const DESTINATION: Fields = {
  host: TEXT,
  port: { shape: number },
  httpCookie: { shape: record({ name: { ...TEXT, ...required }, path: TEXT, ttl: { shape: seconds } }) },
};

const INGRESS: Fields = {
  rules: {
    shape: listOf(record({ hosts: { shape: listOf(text) }, paths: { shape: listOf(record(PATH)) }, destination: { shape: record(DESTINATION) } })),
    ...required,
  },
  tls: { shape: record({ secretName: { ...TEXT, ...required } }) },
};

const LOGGING: Fields = {
  loggingConfig: TEXT, loggingImage: TEXT, imagePullPolicy: { shape: enumeration('LoggingImagePullPolicy', LoggingImagePullPolicy) },
};

const trait = (spec: Fields): Fields => ({ metadata: { shape: metadata }, spec: { hoist: spec, isAlways: true } });

const VENDOR = 'oam.verrazzano.io/v1alpha1';

/** The types there are, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedTrait> = new Map<string, TypedTrait>([
  [`${OAM_API_VERSION} ManualScalerTrait`, {
    name: 'ManualScalerTrait', fields: trait({ replicaCount: { shape: number, ...required } }), check: manualScalerTraitSpec, id: 'scaler',
  }],
  [`${VENDOR} MetricsTrait`, { name: 'MetricsTrait', fields: trait(METRICS), check: metricsTraitSpec(undefined), id: 'metrics' }],
  [`${VENDOR} IngressTrait`, { name: 'IngressTrait', fields: trait(INGRESS), check: ingressTraitSpec, id: 'ingress' }],
  [`${VENDOR} LoggingTrait`, { name: 'LoggingTrait', fields: trait(LOGGING), check: loggingTraitSpec, id: 'logging' }],
]);
