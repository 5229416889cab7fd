import { ingressOf } from './ingress';
import { TraefikProps } from '../../ingress/ingress-controller';
import { isObject } from '../../../base/check';
import { AccessModel, Adapter, AskedIngress, PlannedObject } from '../model';
import { PasswordHash } from '../password-hash';

const PREFIX = 'traefik.ingress.kubernetes.io/';

const BASIC_AUTH = 'kubernetes.io/basic-auth';
const TRAEFIK_HASHES = [PasswordHash.BCRYPT, PasswordHash.APR1, PasswordHash.SHA];

/** https://doc.traefik.io/traefik, in its native form: a Middleware, and the router annotation that names it. */
export function traefik(props: TraefikProps): Adapter {
  return {
    title: 'Traefik',
    annotations: [PREFIX],
    classController: 'traefik.io/ingress-controller',
    asks,
    secret: {
      // exactly the keys that a client reads
      form: { content: 'plain', type: BASIC_AUTH, hashes: [] },
      others: [{ content: 'password-file', notOfType: BASIC_AUTH, alone: true, hashes: TRAEFIK_HASHES }],
    },
    render: access => [ingressOf(access, props.className, {
      [`${PREFIX}router.entrypoints`]: props.entryPoint ?? (access.tls.none ? 'web' : 'websecure'),
      [`${PREFIX}router.middlewares`]: `${middlewareName(access, props)}@kubernetescrd`,
      ...access.tls.none ? {} : { [`${PREFIX}router.tls`]: 'true' },
    }), middlewareOf(access)],
    watchFor: [
      'If its CRD provider runs with `safeNaming` (3.7.11 and later), set `safeNaming` here too, or it answers 404.',
      'It serves the scraper at one entry point only, not over plain HTTP. To redirect, configure the entry point `web`.',
      'If the Secret or the Middleware is missing, it answers 404: nobody gets in.',
      'Without `strictPrefixMatching`, a `path` such as `/prom` also matches `/promotion`, and asks for the password there.',
      'In an existing password file, a comment or a third field makes it answer 404 and log the line with its hash.',
      'If `crossProviderNamespaces` is set, it must include the system namespace, or Traefik skips the Ingress.',
    ],
  };
}

/** Whether one of the router's Middlewares asks for a password, with names in either form of `safeNaming`. */
function asks({ marks, index }: AskedIngress): boolean {
  const named = (marks['router.middlewares'] ?? '').split(',').map(each => each.trim());
  const asking = index.ofKind('traefik.io/Middleware').filter(({ spec }) => isObject(spec?.basicAuth));
  return asking.flatMap(({ metadata }) => [true, false].map(safeNaming => {
    const [namespace, name] = [String(metadata?.namespace ?? 'default'), String(metadata?.name)];
    return `${middlewareName({ namespace, name }, { safeNaming })}@kubernetescrd`;
  })).some(each => named.includes(each));
}

/**
 * The name of the Middleware in its provider. Without `safeNaming`, characters other than letters and digits become
 * dashes.
 */
function middlewareName(access: Pick<AccessModel, 'namespace' | 'name'>, { safeNaming }: Pick<TraefikProps, 'safeNaming'>): string {
  const { namespace, name } = access;
  return safeNaming ? `${namespace}_${name}` : `${namespace}-${name}`.replace(/[^A-Za-z0-9]/g, '-');
}

function middlewareOf({ namespace, name, realm, secret }: AccessModel): PlannedObject {
  return {
    id: 'Middleware',
    apiVersion: 'traefik.io/v1alpha1',
    kind: 'Middleware',
    metadata: { namespace, name },
    // the password is meant for Traefik and must not reach the scraper
    spec: { basicAuth: { secret: secret.name, realm, removeHeader: true } },
  };
}
