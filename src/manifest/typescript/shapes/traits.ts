import { enumeration, metadata, scraper } from './common';
import { anything, Fields, flag, listOf, made, number, record, text } from './fit';
import { Check } from '../../../findings/finding';
import { OamPlatform } from '../../../platform/oam-platform';
import { OAM_TRAITS } from '../../../traits/all';
import { IngressPathType } from '../../../traits/ingress-types';
import { LoggingImagePullPolicy } from '../../../traits/logging-trait';
import { OamTrait } from '../../../traits/oam-trait';
import { kebabCase } from '../syntax/names';
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

/** How the traits of OAM are written, by the names of their kinds. The fields of another one are written as data. */
const OAM_SHAPES: Readonly<Record<string, { readonly fields: Fields; readonly id?: string }>> = {
  ManualScalerTrait: { fields: { replicaCount: { shape: number, ...required } }, id: 'scaler' },
  MetricsTrait: { fields: METRICS },
  IngressTrait: { fields: INGRESS },
  LoggingTrait: { fields: LOGGING },
};

const PLATFORM = OamPlatform.verrazzano();

function typed({ name, kind, fields: known, check }: OamTrait): [string, TypedTrait] {
  const type = PLATFORM._typeOf(kind);
  const asData: Fields = Object.fromEntries(known.map(each => [each, { shape: anything }]));
  const { fields, id = constructId(name) } = OAM_SHAPES[name] ?? { fields: asData };
  return [`${type.apiVersion} ${type.kind}`, { name, fields: trait(fields), check: check(), id }];
}

/** What the construct of a trait is called, by its kind. */
export function constructId(kind: string): string {
  return kebabCase(kind.replace(/(.)Trait$/, '$1'), 'trait');
}

/** The types there are, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedTrait> = new Map(OAM_TRAITS.map(typed));
