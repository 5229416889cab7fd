import { describe as sentence } from '../../src/findings/words';
import { networkFailure } from '../../src/query/errors';

const URL_ = 'check the URL, and that the scraper is reachable from here';
const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';
const TRUST = 'give the authority\'s certificate as the CA file';
const AUTHORITY = 'the server\'s certificate is signed by an authority that is not trusted';
const NO_TLS = 'check the port, as plain HTTP needs http://; the server may also want another version of TLS, or a certificate of the client';
const NO_HTTP = 'check the port: TLS needs https://, plain HTTP http://';

test.each<[string, string]>([
  ['ENOTFOUND', 'network: the host has no address (ENOTFOUND); check the name of the host, and the DNS of this machine'],
  ['EAI_AGAIN', 'network: the host\'s address cannot be looked up at the moment (EAI_AGAIN); check the DNS of this machine'],
  ['ECONNREFUSED', `network: nothing listens there (ECONNREFUSED); ${URL_}`],
  ['ECONNRESET', `network: the connection was cut (ECONNRESET); ${CUT}`],
  ['EPIPE', `network: the connection was cut (EPIPE); ${CUT}`],
  ['ETIMEDOUT', `network: the host does not answer (ETIMEDOUT); ${URL_}`],
  ['EHOSTUNREACH', `network: there is no route to the host (EHOSTUNREACH); ${URL_}`],
  ['ENETUNREACH', `network: there is no route to the host's network (ENETUNREACH); ${URL_}`],
  ['EPROTO', `network: the TLS handshake failed (EPROTO); ${NO_TLS}`],
  ['ERR_SSL_WRONG_VERSION_NUMBER', `network: the TLS handshake failed (ERR_SSL_WRONG_VERSION_NUMBER); ${NO_TLS}`],
  ['EMFILE', `network: the connection failed (EMFILE); ${URL_}`],
  ['HPE_HEADER_OVERFLOW', 'not-prometheus: the headers of the answer are too large (HPE_HEADER_OVERFLOW); check the URL'],
  ['HPE_UPGRADE', 'not-prometheus: what answers wants to speak another protocol (101 Switching Protocols); check the URL'],
  ['HPE_INVALID_CONSTANT', `not-prometheus: what answers does not speak readable HTTP (HPE_INVALID_CONSTANT); ${NO_HTTP}`],
  ['CERT_HAS_EXPIRED', 'untrusted-certificate: the server\'s certificate has expired; renew the certificate'],
  ['CERT_NOT_YET_VALID', 'untrusted-certificate: the server\'s certificate is not valid yet; check the clock of this machine'],
  ['CERT_REVOKED', 'untrusted-certificate: the server\'s certificate was revoked; renew the certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', `untrusted-certificate: the server's certificate is self-signed; ${TRUST}`],
  ['SELF_SIGNED_CERT_IN_CHAIN', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['UNABLE_TO_GET_ISSUER_CERT', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['CERT_SIGNATURE_FAILURE', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted-certificate: the server\'s certificate is for another host; use the host that the certificate names'],
  ...['CERT_UNTRUSTED', 'INVALID_CA', 'INVALID_PURPOSE', 'UNABLE_TO_GET_CRL', 'PATH_LENGTH_EXCEEDED', 'HOSTNAME_MISMATCH'].map((code): [string, string] =>
    [code, `untrusted-certificate: the server's certificate is rejected (${code}); renew the certificate`]),
])('%s', (code, expected) => {
  expect(sentence(networkFailure(code))).toBe(expected);
});
