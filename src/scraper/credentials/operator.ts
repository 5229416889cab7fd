import { Duration } from 'cdk8s';
import { CredentialsModel, PlannedObject } from '../model';
import { PasswordHash } from '../password-hash';
import { bcryptGuard, emptyGuard, firstAccepted, PasswordTexts, PASSWORD_KEY, PlannedSecret } from '../secrets';

// What is common to all that the External Secrets Operator makes.

/** When the operator makes a Secret anew. */
export type RefreshPolicy = 'CreatedOnce' | 'OnChange' | 'Periodic';

/** Where the operator takes a password from, and when. */
export interface OperatorOrigin {
  readonly policy: RefreshPolicy;
  readonly interval?: Duration;
  readonly store?: { readonly name: string; readonly kind: string };
  readonly remote?: { readonly key: string; readonly property?: string; readonly version?: string };
  /** Name of a Password generator, in place of a store. */
  readonly generator?: string;
}

/** The hashes that its templates can make; the first comes out the same each time. */
export const OPERATOR_HASHES: readonly PasswordHash[] = [PasswordHash.SHA, PasswordHash.BCRYPT];

/** The generators' API. */
export const GENERATORS = 'generators.external-secrets.io/v1alpha1';

/** The password without the line break that many a store keeps at its end: it would be part of the hash. */
const PASSWORD = `.${PASSWORD_KEY} | trimAll "\\r\\n"`;

/** The hash that the operator makes for the controller; none where the controller hashes the password itself. */
export function operatorHash(model: CredentialsModel, given: PasswordHash | undefined): PasswordHash | undefined {
  return given ?? firstAccepted(model, OPERATOR_HASHES);
}

/** What stands for the password in the operator's templates. */
export function operatorTexts({ user }: CredentialsModel, hash: PasswordHash | undefined): PasswordTexts {
  const guard = (hash === PasswordHash.BCRYPT ? bcryptGuard : emptyGuard)(PASSWORD);
  const bcrypt = `{{ bcrypt (${PASSWORD}) }}`;
  const sha = `htpasswd "${user}" (${PASSWORD}) "sha"`;
  return {
    password: `${guard}{{ ${PASSWORD} }}`,
    ...hash === PasswordHash.BCRYPT
      // a line stands beside the password, which is guarded; a hash alone does not
      ? { hash: () => guard + bcrypt, line: () => `${user}:${bcrypt}` }
      : { hash: () => `${guard}{{ ${sha} | trimPrefix "${user}:" }}`, line: () => `{{ ${sha} }}` },
  };
}

/** An ExternalSecret that makes a Secret. Fields with a default are written out: a GitOps tool would see what the cluster adds as drift. */
export function externalSecretOf(namespace: string, id: string, secret: PlannedSecret, origin: OperatorOrigin): PlannedObject {
  const { type, labels, data, name } = secret;
  return {
    id,
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { namespace, name },
    fields: {
      spec: {
        refreshPolicy: origin.policy,
        refreshInterval: origin.interval ? `${origin.interval.toSeconds()}s` : '0s',
        ...origin.store ? { secretStoreRef: origin.store, data: [dataOf(origin.remote!)] } : {},
        ...origin.generator ? { dataFrom: [{ sourceRef: { generatorRef: { apiVersion: GENERATORS, kind: 'Password', name: origin.generator } } }] } : {},
        target: {
          name,
          creationPolicy: 'Owner',
          deletionPolicy: 'Retain',
          template: { engineVersion: 'v2', mergePolicy: 'Replace', type: type ?? 'Opaque', ...labels ? { metadata: { labels } } : {}, data },
        },
      },
    },
  };
}

function dataOf(remote: NonNullable<OperatorOrigin['remote']>): Record<string, any> {
  return { secretKey: PASSWORD_KEY, remoteRef: { ...remote, conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' } };
}
