import { existingSecret, ExistingSecretOptions } from './credentials/existing';
import {
  storedPassword, ExternalSecretOptions, generatedPassword, GeneratedPasswordOptions,
} from './credentials/external-secret';
import { insecurePlaintext, InsecurePlaintextOptions } from './credentials/plaintext';
import { sealedSecret, SealedSecretOptions } from './credentials/sealed';
import { CredentialsSource } from './access-model';
import { bad } from '../../base/findings/finding';
import { brand } from '../../base/brand';
import { asProps, isObject } from '../../base/check';
import { snapshot } from '../../base/plain';

/**
 * The source of the password for the scraper's query interface. The factories are in the order of recommendation.
 *
 * With every source, a client finds the password under the data key `password` of a Secret in the system namespace.
 */
export class ScraperCredentials {
  /** A password in a store, read by the External Secrets Operator. @param options the store, and the key in it */
  public static externalSecret(options: ExternalSecretOptions): ScraperCredentials {
    return ScraperCredentials.of(storedPassword, options);
  }

  /**
   * A password that the External Secrets Operator generates in the cluster: only those who may read the Secret ever see
   * it. It is generated once, and again when the Secret is deleted or changed by hand.
   *
   * @param options its length and hash, and the store if the controller needs one
   */
  public static generatedPassword(options: GeneratedPasswordOptions = {}): ScraperCredentials {
    return ScraperCredentials.of(generatedPassword, options);
  }

  /** An existing Secret. Nothing is rendered for it. @param options its name, and its known properties */
  public static existingSecret(options: ExistingSecretOptions): ScraperCredentials {
    return ScraperCredentials.of(existingSecret, options);
  }

  /** Ciphertext created by `kubeseal`, for Sealed Secrets. @param options the ciphertext */
  public static sealedSecret(options: SealedSecretOptions): ScraperCredentials {
    return ScraperCredentials.of(sealedSecret, options);
  }

  /**
   * A password that is written into the manifest, for development on a laptop: everyone who can read the manifest, or
   * its repository, has the password.
   *
   * @param options the password
   */
  public static insecurePlaintext(options: InsecurePlaintextOptions): ScraperCredentials {
    return ScraperCredentials.of(insecurePlaintext, options);
  }

  private static of<T>(sourceOf: (given: T) => CredentialsSource, options: T): ScraperCredentials {
    const taken = snapshot(options);
    const source = sourceOf(asProps(taken));
    // a value of another type may be the password, and is not shown
    return new ScraperCredentials(taken == null || isObject(taken) ? source
      : { ...source, check: () => bad('invalid-type', 'object', '', taken) });
  }

  // closures hold the options, so that printing this value reveals no password
  private constructor(
    /** @internal */
    public readonly _source: CredentialsSource,
  ) {}
}

brand(ScraperCredentials);
