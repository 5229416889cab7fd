import { brand, refuse } from '../../base/brand';
import { scraper } from '../../base/names';

/**
 * A metrics scraper: the deployment of a time-series server that collects metrics from endpoints.
 *
 * In manifests it is written as `<namespace>/<deployment-name>`.
 */
export class Scraper {
  /**
   * The scraper that a string names.
   *
   * @param text `<namespace>/<deployment-name>`, such as `verrazzano-system/vmi-system-prometheus-0`
   * @throws ModelError if the string has another form
   */
  public static parse(text: string): Scraper {
    refuse('Scraper', scraper(text, 'scraper'));
    const [namespace, deploymentName] = text.split('/');
    return new Scraper(namespace, deploymentName);
  }

  /**
   * The scraper of a namespace and a deployment.
   *
   * @param namespace namespace of the deployment, a DNS-1123 label
   * @param deploymentName name of the deployment, a DNS-1123 subdomain
   * @throws ModelError if one of them is invalid
   */
  public static of(namespace: string, deploymentName: string): Scraper {
    const given: unknown[] = [namespace, deploymentName];
    return Scraper.parse((given.every(part => typeof part === 'string') ? given.join('/') : given) as string);
  }

  private constructor(
    /** Namespace of the deployment. */
    public readonly namespace: string,
    /** Name of the deployment. */
    public readonly deploymentName: string,
  ) {}

  /** `<namespace>/<deployment-name>`, as written in a MetricsTrait. */
  public toString(): string {
    return `${this.namespace}/${this.deploymentName}`;
  }
}

brand(Scraper);
