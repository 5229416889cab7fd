import { ApplicationRoutes } from './application-routes';
import { portName, secretName } from './istio-names';
import { IstioIngressProps } from './istio-props';
import { isCertificateMade } from './routed-trait';
import { grouped } from '../../../private/grouped';

/** The Gateway of an application: a server for each certificate, and one for plain text. No other namespace can add routes to its hosts. */
export function gateway({ application, secrets }: ApplicationRoutes, props: IstioIngressProps): object {
  const servers = [...grouped([...secrets], ([, secret]) => [secret])].map(([secret, hosts]) => ({
    hosts: hosts.map(([host]) => `${application.namespace}/${host}`),
    port: secret === undefined ? plainPort(application) : { name: portName('https', application, secret), number: 443, protocol: 'HTTPS' },
    ...secret === undefined ? {} : { tls: { mode: 'SIMPLE', credentialName: secret } },
  }));
  return { selector: props.gateway.podLabels, servers };
}

/**
 * The Gateway that redirects plain text to HTTPS. It has no routes: with routes, a request whose `X-Forwarded-Proto` claims TLS would not
 * be redirected if the gateway trusts that header.
 */
export function redirectGateway({ application, secrets }: ApplicationRoutes, { gateway: { podLabels } }: IstioIngressProps): object {
  return { selector: podLabels, servers: [{ hosts: [...secrets.keys()], port: plainPort(application), tls: { httpsRedirect: true } }] };
}

function plainPort(application: ApplicationRoutes['application']): object {
  return { name: portName('http', application), number: 80, protocol: 'HTTP' };
}

/** The Certificate for the hosts of an application whose traits name no Secret. */
export function certificate({ application, traits: all }: ApplicationRoutes, props: IstioIngressProps): object {
  const traits = all.filter(({ context }) => isCertificateMade(context, props));
  return {
    dnsNames: [...new Set(traits.flatMap(({ rules }) => rules.flatMap(({ hosts }) => hosts)))],
    issuerRef: { group: 'cert-manager.io', ...props.tls._model.issuer },
    secretName: secretName(application),
  };
}
