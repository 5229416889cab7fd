import { Failure, failure } from './failure';
import type { ParametersOf } from '../findings/finding';

/** What the system's names of failures mean. */
const NETWORK: Readonly<Record<string, ParametersOf<'network'>['reason']>> = {
  ENOTFOUND: 'no-address',
  EAI_AGAIN: 'no-lookup',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  ETIMEDOUT: 'no-answer',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-network',
  EPROTO: 'no-handshake',
};

/** What OpenSSL's names of refusals mean. */
const CERTIFICATE: Readonly<Record<string, Exclude<ParametersOf<'untrusted-certificate'>['reason'], 'refused'>>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-authority',
  CERT_SIGNATURE_FAILURE: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
};

/** A failure of the network or of TLS, by its code. */
export function networkFailure(systemCode: string): Failure {
  const refused = CERTIFICATE[systemCode];
  if (refused) return failure('untrusted-certificate', { reason: refused });
  if (/^ERR_SSL_/.test(systemCode)) return failure('network', { reason: NETWORK.EPROTO, systemCode });
  if (/CERT|INVALID_(CA|PURPOSE)|^UNABLE_TO_|^HOSTNAME_|^PATH_LENGTH/.test(systemCode)) {
    return failure('untrusted-certificate', { reason: 'refused', systemCode });
  }
  if (systemCode === 'HPE_HEADER_OVERFLOW') return failure('not-prometheus', { reason: 'large-headers', systemCode });
  if (systemCode === 'HPE_UPGRADE') return failure('not-prometheus', { reason: 'other-protocol' });
  if (/^HPE_/.test(systemCode)) return failure('not-prometheus', { reason: 'no-http', systemCode });
  return failure('network', { reason: NETWORK[systemCode] ?? 'failed', systemCode });
}
