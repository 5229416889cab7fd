import { EXISTING_SECRET, ExistingSecretOptions } from './credentials/existing';
import { EXTERNAL_SECRET, ExternalSecretOptions, GENERATED_PASSWORD, GeneratedPasswordOptions } from './credentials/external-secret';
import { INSECURE_PLAINTEXT, InsecurePlaintextOptions } from './credentials/plaintext';
import { SEALED_SECRET, SealedSecretOptions } from './credentials/sealed';
import { CredentialsKind, CredentialsSource } from './model';
import { secretNames } from './secrets';
import { brand } from '../private/brand';
import { asProps, checkOptions } from '../private/check';
import { snapshot } from '../private/plain';

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
    return ScraperCredentials.of(EXTERNAL_SECRET, options);
  }

  /**
   * A password that the External Secrets Operator generates in the cluster: nobody ever sees it but who may read the Secret. It is made
   * once, and again when the Secret is deleted or changed by hand.
   *
   * @param options its length, and what else is needed
   */
  public static generatedPassword(options: GeneratedPasswordOptions = {}): ScraperCredentials {
    return ScraperCredentials.of(GENERATED_PASSWORD, options);
  }

  /**
   * A Secret that is in the cluster already. Nothing is rendered for it.
   *
   * @param options its name, and what is known of it
   */
  public static existingSecret(options: ExistingSecretOptions): ScraperCredentials {
    return ScraperCredentials.of(EXISTING_SECRET, options);
  }

  /**
   * Ciphertext that `kubeseal` has made, by Sealed Secrets.
   *
   * @param options the ciphertext
   */
  public static sealedSecret(options: SealedSecretOptions): ScraperCredentials {
    return ScraperCredentials.of(SEALED_SECRET, options);
  }

  /**
   * A password that is written into the manifest, for a laptop: everyone who can read the manifest, or the repository that keeps it, has
   * the password.
   *
   * @param options the password
   */
  public static insecurePlaintext(options: InsecurePlaintextOptions): ScraperCredentials {
    return ScraperCredentials.of(INSECURE_PLAINTEXT, options);
  }

  private static of<T>(kind: CredentialsKind<T>, props: T): ScraperCredentials {
    const { options, comesLater, check, fits, secrets = secretNames, render } = kind;
    const taken = snapshot(props);
    const given = asProps(taken);
    return new ScraperCredentials({
      comesLater,
      check: model => {
        const findings = checkOptions(taken, options, () => check(model, given));
        return findings.length > 0 || !fits ? findings : fits(model, given);
      },
      secrets: model => secrets(model, given),
      render: model => render(model, given),
    });
  }

  // closures hold the options: a program that prints this value prints no password
  private constructor(private readonly source: CredentialsSource) {}

  /** @internal */
  public get _source(): CredentialsSource {
    return this.source;
  }
}

brand(ScraperCredentials);
