import { object } from '../../../base/check';
import { password } from '../../../base/names';
import {
  CredentialsKind, CredentialsModel, PlannedObject, checkHash, encoded, firstAccepted, planSecrets,
} from '../model';
import { hashPassword, PasswordHash } from '../password-hash';

/** A password that is written into the manifest. */
export interface InsecurePlaintextOptions {
  /** The password: 1 to 72 printable ASCII characters. */
  readonly password: string;

  /**
   * How the controller's copy is hashed.
   *
   * @default - the strongest one that the controller accepts
   */
  readonly hash?: PasswordHash;
}

const HASHES = Object.values(PasswordHash);

/** A password in the manifest, for development on a laptop: everyone who can read the manifest has the password. */
export const INSECURE_PLAINTEXT: CredentialsKind<InsecurePlaintextOptions> = {
  options: ['password', 'hash'],
  comesLater: false,
  check: (model, given) => [...object({ password }, ['password'])(given, ''), ...checkHash(model, given.hash, HASHES)],
  render,
};

function render(model: CredentialsModel, given: InsecurePlaintextOptions): PlannedObject[] {
  const { namespace, name, user } = model;
  const hash = () => hashPassword(given.hash ?? firstAccepted(model, HASHES)!, given.password, [namespace, name, user]);
  return planSecrets(model, { password: given.password, hash, line: () => `${user}:${hash()}` }).map((secret, i) => ({
    id: i === 0 ? 'Credentials' : 'BasicAuth',
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name: secret.name, labels: secret.labels },
    type: secret.type ?? 'Opaque',
    data: encoded(secret.data),
  }));
}
