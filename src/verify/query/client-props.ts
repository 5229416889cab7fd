import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bad, Finding, FINE, found, hidden, Shown } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { closed, filled, flag, whole } from '../../base/check';

/** User and password of the query interface. */
export interface Credentials {
  /** User name: non-empty, without control characters and without `:`, which would end it. */
  readonly user: string;
  /** Password: non-empty, without control characters; sent in UTF-8. */
  readonly password: string;
}

/** Properties of a ScraperClient. */
export interface ScraperClientProps {
  /** `https://<host>`, with a port and a path if the scraper is below one. Credentials go into `credentials`. */
  readonly url: string;

  /** User and password, sent with basic authentication. @default - none are sent */
  readonly credentials?: Credentials;

  /**
   * File with the certificates of the trusted authorities, in PEM. It is read once, when the client is created.
   *
   * @default - those that Node trusts, including `NODE_EXTRA_CA_CERTS`
   */
  readonly caFile?: string;

  /**
   * Does not verify the server's certificate: whoever answers instead of the server gets the password.
   *
   * @default false
   */
  readonly insecureSkipTlsVerify?: boolean;

  /**
   * Sends the password without TLS, readable on its way. To the local machine (`localhost`) it is always sent.
   *
   * @default false
   */
  readonly insecurePlainHttp?: boolean;

  /** How long a whole call may take, in milliseconds. @default 30000 */
  readonly timeout?: number;

  /** How often a call is retried if the connection is reset or a proxy answers 503: 0 to 10 times. @default 2 */
  readonly retries?: number;
}

/** The checks of each property by itself. Messages show neither a password nor what may be one. */
const PROPS = closed({
  url: (value, field) => {
    const parsed = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !/^https?:$/.test(parsed.protocol)) {
      // without a scheme, the text before an @ may be a password
      const isBare = typeof value === 'string' && !value.includes('://');
      return bad('invalid-url', 'https-url', field, isBare ? value.replace(/^.*@/s, '…@') : value);
    }
    if (parsed.username || parsed.password) return found('invalid-url', field, { reason: 'credentials' });
    return parsed.search || parsed.hash ? found('invalid-url', field, { reason: 'query' }) : FINE;
  },
  credentials: closed({
    // every name that other systems allow, except `:`, which would end it
    user: (value, field) => typeof value === 'string' && /^[^:\p{Cc}]+$/u.test(value) ? FINE
      : hidden('invalid-user', 'basic-auth-user', field),
    password: (value, field) => typeof value === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(value) ? FINE
      : found('invalid-password', field, { reason: 'line-breaks' }),
  }, ['user', 'password']),
  caFile: filled,
  insecureSkipTlsVerify: flag,
  insecurePlainHttp: flag,
  timeout: whole(1),
  retries: whole(0, 10),
}, ['url']);

/** The hosts that are the local machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Checks the properties, and reads the certificates that they name. */
export function checkProps(given: ScraperClientProps): { readonly findings: Finding[]; readonly ca?: string } {
  const findings = [...PROPS(given, '')];
  if (findings.length > 0) return { findings };
  const { url: address, credentials, caFile, insecurePlainHttp } = given;
  const { protocol, hostname } = new URL(address);
  const isSafe = credentials == null || protocol === 'https:' || insecurePlainHttp || LOOPBACK.test(hostname);
  if (!isSafe) findings.push(...found('password-in-the-clear', 'url', { host: hostname }));
  let ca: string | undefined;
  try {
    ca = caFile == null ? undefined : readFileSync(caFile, 'utf8');
    const isCertificate = ca === undefined || attempt(() => new X509Certificate(ca!)) !== undefined;
    if (!isCertificate) findings.push(...found('invalid-certificate', 'caFile', { reason: 'not-pem' }));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const file = Shown.of(caFile);
    findings.push(...found('invalid-certificate', 'caFile', { reason: 'not-read', error: code, file }));
  }
  return { findings, ca };
}
