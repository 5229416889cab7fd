import { ScraperErrorCode } from './errors';
import { Finding } from '../findings/finding';
import { unsaid } from '../findings/unsaid';

/** Why there was no answer: a finding with a code of the scraper's. */
export type Failure = Finding & { readonly code: ScraperErrorCode };

export const failure = (code: ScraperErrorCode, problem: string, remedy?: string, field = ''): Failure => unsaid(code, problem, remedy, field);

const CHECK_URL = 'check the URL, and that the scraper is reachable from here';

/** What the system's names of failures mean. */
const NETWORK: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOTFOUND: ['the host has no address', 'check the name of the host, and the DNS of this machine'],
  EAI_AGAIN: ['the host\'s address cannot be looked up at the moment', 'check the DNS of this machine'],
  ECONNREFUSED: ['nothing listens there', CHECK_URL],
  ECONNRESET: ['the connection was cut', 'try again; if it stays so, look into the log of the proxy in front of the scraper'],
  EPIPE: ['the connection was cut', 'try again; if it stays so, look into the log of the proxy in front of the scraper'],
  ETIMEDOUT: ['the host does not answer', CHECK_URL],
  EHOSTUNREACH: ['there is no route to the host', CHECK_URL],
  ENETUNREACH: ['there is no route to the host\'s network', CHECK_URL],
  EPROTO: ['the TLS handshake failed', 'check the port, as plain HTTP is asked with http://; the server may also want another version of TLS, or a certificate of the client'],
};

const RENEW = 'renew the certificate';
const TRUST = 'give the authority\'s certificate as the CA file';

/** What OpenSSL's names of refusals mean. */
const CERTIFICATE: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  CERT_HAS_EXPIRED: ['the server\'s certificate has expired', RENEW],
  CERT_NOT_YET_VALID: ['the server\'s certificate is not valid yet', 'check the clock of this machine'],
  CERT_REVOKED: ['the server\'s certificate was revoked', RENEW],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['the server\'s certificate is self-signed', TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: ['the server\'s certificate is signed by an authority that is not trusted', TRUST],
  CERT_SIGNATURE_FAILURE: ['the server\'s certificate is signed by an authority that is not trusted', TRUST],
  UNABLE_TO_GET_ISSUER_CERT: ['the server\'s certificate is signed by an authority that is not trusted', TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['the server\'s certificate is signed by an authority that is not trusted', TRUST],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['the server\'s certificate is signed by an authority that is not trusted', TRUST],
  ERR_TLS_CERT_ALTNAME_INVALID: ['the server\'s certificate is for another host', 'use the host that the certificate names'],
};

/** A failure of the network or of TLS, by its code. */
export function networkFailure(code: string): Failure {
  const refused = CERTIFICATE[code];
  if (refused) return failure('untrusted-certificate', ...refused);
  if (/^ERR_SSL_/.test(code)) return failure('network', `${NETWORK.EPROTO[0]} (${code})`, NETWORK.EPROTO[1]);
  if (/CERT|INVALID_(CA|PURPOSE)|^UNABLE_TO_|^HOSTNAME_|^PATH_LENGTH/.test(code)) {
    return failure('untrusted-certificate', `the server's certificate is refused (${code})`, RENEW);
  }
  if (code === 'HPE_HEADER_OVERFLOW') return failure('not-prometheus', `the headers of the answer are too large (${code})`, 'check the URL');
  if (code === 'HPE_UPGRADE') return failure('not-prometheus', 'what answers wants to speak another protocol (101 Switching Protocols)', 'check the URL');
  if (/^HPE_/.test(code)) {
    return failure('not-prometheus', `what answers speaks no HTTP that can be read (${code})`, 'check the port: TLS is asked with https://, plain HTTP with http://');
  }
  const known = NETWORK[code];
  return known ? failure('network', `${known[0]} (${code})`, known[1]) : failure('network', `the connection failed (${code})`, CHECK_URL);
}
