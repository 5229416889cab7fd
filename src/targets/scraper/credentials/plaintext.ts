import { closed } from '../../../base/check';
import { passwordCheck } from '../../../base/names';
import { CredentialsSource, checkHash, encoded, firstAccepted, planSecrets } from '../access-model';
import { FINE } from '../../../base/findings/finding';
import { hashPassword, PasswordHash } from '../password-hash';

/** A password that is written into the manifest. */
export interface InsecurePlaintextOptions {
  /** The password: 1 to 72 printable ASCII characters. */
  readonly password: string;

  /** How the controller's copy is hashed. @default - the strongest one that the controller accepts */
  readonly hash?: PasswordHash;
}

const HASHES = Object.values(PasswordHash);

const OPTIONS = closed<InsecurePlaintextOptions>({ password: passwordCheck, hash: () => FINE }, ['password']);

/** A password in the manifest, for development on a laptop: everyone who can read the manifest has the password. */
export const insecurePlaintext = (given: InsecurePlaintextOptions): CredentialsSource => ({
  comesLater: false,
  check: model => [...OPTIONS(given, ''), ...checkHash(model, given.hash, HASHES)],
  render: model => {
    const { namespace, name: access, user, demand: { form } } = model;
    return planSecrets(model, given.password, () => {
      const kind = given.hash ?? firstAccepted(model, HASHES)!;
      const hash = hashPassword(kind, given.password, [namespace, access, user]);
      return form.content === 'user-keys' ? hash : `${user}:${hash}`;
    }).map(({ id, name, labels, type = 'Opaque', data }) => ({
      id, apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name, labels }, type, data: encoded(data),
    }));
  },
});
