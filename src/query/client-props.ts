import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bad, Check, FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { attempt } from '../private/attempt';
import { closed, filled, flag, isObject, text, whole } from '../private/check';

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

  /**
   * User and password, sent with basic authentication.
   *
   * @default - none are sent
   */
  readonly credentials?: Credentials;

  /**
   * Certificates of the trusted authorities, in PEM.
   *
   * @default - those that Node trusts, including `NODE_EXTRA_CA_CERTS`
   */
  readonly ca?: string;

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

  /**
   * How long a whole call may take, in milliseconds.
   *
   * @default 30000
   */
  readonly timeout?: number;

  /**
   * How often a call is retried if the connection is reset or a proxy answers 503: 0 to 10 times.
   *
   * @default 2
   */
  readonly retries?: number;

  /**
   * The maximum size of an answer, in bytes after decompression.
   *
   * @default 67108864
   */
  readonly maxBodySize?: number;
}

const url: Check = (value, field) => {
  const parsed = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    // without a scheme, the text before an @ may be a password
    const isBare = typeof value === 'string' && !value.includes('://');
    return bad('invalid-url', 'scheme', field, isBare ? value.replace(/^.*@/s, '…@') : value);
  }
  if (parsed.username || parsed.password) return found('invalid-url', field, { reason: 'credentials' });
  return parsed.search || parsed.hash ? found('invalid-url', field, { reason: 'query' }) : FINE;
};

/** Allows every name that other systems allow, except `:`, which would end it. */
const user: Check = (value, field) => {
  if (typeof value !== 'string') return found('invalid-user', field, { reason: 'type', value: Shown.typeOf(value) });
  return /^[^:\p{Cc}]+$/u.test(value) ? FINE : found('invalid-user', field, { reason: 'basic-auth' });
};

const password: Check = (value, field) => {
  if (typeof value !== 'string') return found('invalid-password', field, { reason: 'no-text', value: Shown.typeOf(value) });
  return /^[^\p{Cc}\p{Cs}]+$/u.test(value) ? FINE : found('invalid-password', field, { reason: 'line-breaks' });
};

const credentials: Check = (value, field) => isObject(value)
  ? closed({ user, password }, ['user', 'password'])(value, field)
  : bad('invalid-type', 'credentials', field, value);

/** More retries would no longer address a transient failure. */
const MOST_RETRIES = 10;

const retries: Check = (value, field) => Number.isInteger(value) && value >= 0 && value <= MOST_RETRIES
  ? FINE
  : found('invalid-value', field, { reason: 'integer', min: 0, max: MOST_RETRIES, value: Shown.of(value) });

const PROPS = closed({
  url,
  credentials,
  ca: text,
  caFile: filled,
  insecureSkipTlsVerify: flag,
  insecurePlainHttp: flag,
  timeout: whole(1),
  retries,
  maxBodySize: whole(1),
}, ['url']);

/** Checks the properties, and returns the certificates that they name. */
export function checkProps(given: ScraperClientProps): { findings: Finding[]; ca?: string } {
  const findings = PROPS(given, '');
  if (findings.length > 0) return { findings };
  const { ca, findings: unread } = authorities(given);
  return { findings: [...unread, ...passwordInTheClear(given)], ca };
}

function authorities({ ca, caFile }: ScraperClientProps): { findings: Finding[]; ca?: string } {
  if (ca != null && caFile != null) return { findings: found('invalid-value', 'ca', { reason: 'ca-beside-file' }) };
  if (ca == null && caFile == null) return { findings: FINE };
  const field = ca != null ? 'ca' : 'caFile';
  try {
    const pem = ca ?? readFileSync(caFile!, 'utf8');
    const isCertificate = attempt(() => new X509Certificate(pem)) !== undefined;
    return isCertificate ? { findings: FINE, ca: pem } : { findings: found('invalid-certificate', field, { reason: 'not-pem' }) };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { findings: found('invalid-certificate', field, { reason: 'not-read', error: code, file: Shown.of(caFile) }) };
  }
}

/** The hosts that are the local machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function passwordInTheClear({ url: address, credentials: given, insecurePlainHttp }: ScraperClientProps): Finding[] {
  const { protocol, hostname } = new URL(address);
  return given == null || protocol === 'https:' || insecurePlainHttp || LOOPBACK.test(hostname)
    ? FINE
    : found('password-in-the-clear', 'url', { host: hostname });
}
