import { existing, ExistingSecretOptions } from './credentials/existing';
import { externalSecret, ExternalSecretOptions } from './credentials/external-secret';
import { generated, GeneratedPasswordOptions } from './credentials/generated';
import { InsecurePlaintextOptions, plaintext } from './credentials/plaintext';
import { sealed, SealedSecretOptions } from './credentials/sealed';
import { CredentialsSource } from './model';
import { brand } from '../private/brand';

/**
 * Where the password of the scraper's query interface comes from, in the order in which we recommend them.
 *
 * Whatever it is, a client finds the password under the data key `password` of a Secret in the system namespace.
 */
export class ScraperCredentials {
  /**
   * A password that lies in a store, by the External Secrets Operator.
   *
   * @param options the store and the place in it
   */
  public static externalSecret(options: ExternalSecretOptions): ScraperCredentials {
    return new ScraperCredentials(externalSecret(options));
  }

  /**
   * A password that the External Secrets Operator generates in the cluster: nobody ever sees it but who may read the Secret. It is made
   * once, and again when the Secret is deleted or changed by hand.
   *
   * @param options its length, and what else is needed
   */
  public static generatedPassword(options: GeneratedPasswordOptions = {}): ScraperCredentials {
    return new ScraperCredentials(generated(options));
  }

  /**
   * A Secret that is in the cluster already. Nothing is rendered for it.
   *
   * @param options its name, and what is known of it
   */
  public static existingSecret(options: ExistingSecretOptions): ScraperCredentials {
    return new ScraperCredentials(existing(options));
  }

  /**
   * Ciphertext that `kubeseal` has made, by Sealed Secrets.
   *
   * @param options the ciphertext
   */
  public static sealedSecret(options: SealedSecretOptions): ScraperCredentials {
    return new ScraperCredentials(sealed(options));
  }

  /**
   * A password that is written into the manifest, for a laptop: everyone who can read the manifest, or the repository that keeps it, has
   * the password.
   *
   * @param options the password
   */
  public static insecurePlaintext(options: InsecurePlaintextOptions): ScraperCredentials {
    return new ScraperCredentials(plaintext(options));
  }

  // closures hold the options: a program that prints this value prints no password
  private constructor(private readonly source: CredentialsSource) {}

  /** @internal */
  public get _source(): CredentialsSource {
    return this.source;
  }
}

brand(ScraperCredentials);
