import { found } from '../../findings/finding';
import { asProps, checkOptions } from '../../private/check';
import { password } from '../../private/credentials';
import { snapshot } from '../../private/plain';
import { CredentialsModel, CredentialsSource, PlannedObject } from '../model';
import { hashPassword, PasswordHash } from '../password-hash';
import { checkHash, encoded, firstAccepted, planSecrets, secretNames } from '../secrets';

/** A password that is written into the manifest. */
export interface InsecurePlaintextOptions {
  /** The password: 1 to 72 printable ASCII characters. */
  readonly password: string;

  /**
   * How the controller's copy is hashed.
   *
   * @default - the strongest that the controller accepts
   */
  readonly hash?: PasswordHash;
}

const HASHES = Object.values(PasswordHash);

/** For a laptop: everyone who can read the manifest has the password. */
export function plaintext(props: InsecurePlaintextOptions): CredentialsSource {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    comesLater: false,
    check: model => checkOptions(taken, ['password', 'hash'], () => [
      ...given.password === undefined ? found('missing-field', 'password', { reason: 'required' }) : password(given.password, 'password'),
      ...checkHash(model, given.hash, HASHES),
    ]),
    secrets: secretNames,
    render: model => render(model, given),
  };
}

function render(model: CredentialsModel, given: InsecurePlaintextOptions): PlannedObject[] {
  const { namespace, name, user } = model;
  const hash = () => hashPassword(given.hash ?? firstAccepted(model, HASHES)!, given.password, [namespace, name, user]);
  return planSecrets(model, { password: given.password, hash, line: () => `${user}:${hash()}` }).map((secret, i) => ({
    id: i === 0 ? 'Credentials' : 'BasicAuth',
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name: secret.name, labels: secret.labels },
    fields: { type: secret.type ?? 'Opaque', data: encoded(secret.data) },
  }));
}
