import type { Duration } from 'cdk8s';
import { DURATION, FILLED, SECRET_DATA_KEY, SECRET_NAME, record, string } from '../../../base/definitions/type';
import { FINE, found, hidden, ownWords, within, joinPath } from '../../../base/findings/finding';
import { isObject } from '../../../base/check';
import { isPasswordName } from '../../../base/masking';
import {
  METRIC_RELABELINGS, MetricRelabeling, SCRAPED, ScrapeAuthorization, ScrapeTls,
} from '../../../model/traits/scrape-settings';

/** A user name and a password in a Secret of the scraper's namespace. */
export interface RemoteWriteCredentials {
  /** Name of the Secret. */
  readonly secretName: string;

  /** Key of the user name. @default username */
  readonly usernameKey?: string;

  /** Key of the password. @default password */
  readonly passwordKey?: string;
}

/** The signature of requests to AWS, with the identity of the pods: see `accountAnnotations`. */
export interface RemoteWriteSignature {
  /** The region of the store, such as `eu-central-1`. */
  readonly region: string;

  /** The role to assume. @default - that of the pods */
  readonly roleArn?: string;
}

/** A store to which samples are sent. Give at most one of `basicAuth`, `authorization` and `signature`. */
export interface RemoteWrite {
  /** The address, such as `https://mimir.example.com/api/v1/push`, without user, password or token. */
  readonly url: string;

  /** A name for the metrics of Prometheus about itself, unique among the stores. @default - a hash */
  readonly name?: string;

  /** User name and password. @default - none */
  readonly basicAuth?: RemoteWriteCredentials;

  /** A token, in a Secret of the scraper's namespace. @default - none */
  readonly authorization?: ScrapeAuthorization;

  /** The signature of AWS. @default - none */
  readonly signature?: RemoteWriteSignature;

  /** Headers without secrets, such as `X-Scope-OrgID`. @default - none */
  readonly headers?: { [name: string]: string };

  /**
   * How the certificate of the store is verified. The Secret or ConfigMap is in the scraper's namespace.
   *
   * @default - by the certificate authorities that the image trusts
   */
  readonly tls?: ScrapeTls;

  /** The time limit of a request. @default - 30 seconds, by Prometheus */
  readonly timeout?: Duration;

  /** Rules that change or drop samples before they are sent. @default - none */
  readonly relabelings?: MetricRelabeling[];
}

/** A store in the form of manifests. */
export interface PlainRemoteWrite extends Omit<RemoteWrite, 'timeout'> {
  readonly timeout?: string;
}

/** Whether the name of a header or of a parameter in an address says that it authenticates. */
const isSecret = (name: string) => isPasswordName(name) || /auth|key|pass|sig/i.test(name);

/** The headers that Prometheus writes itself. */
const RESERVED = [
  'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'host', 'keep-alive',
  'proxy-authenticate', 'user-agent', 'www-authenticate', 'x-amz-content-sha256', 'x-amz-date',
  'x-prometheus-remote-read-version', 'x-prometheus-remote-write-version',
];

const WAYS = ['basicAuth', 'authorization', 'signature'] as const;

/** The definition of a store. Everyone who reads the manifests reads addresses and headers, so they hold no secrets. */
export const REMOTE_WRITE = record<RemoteWrite>()({
  url: {
    type: string((value, field) => {
      // rejects URLs that Go parses differently from JavaScript
      const isPlain = typeof value === 'string'
        && /^https?:\/\/(?:[\x21-\x24\x26-\x5b\x5d-\x7e]|%[0-9A-Fa-f]{2})+$/.test(value);
      if (!isPlain || !URL.canParse(value)) return hidden('invalid-value', 'http-url', field);
      const { username, password, searchParams, hash } = new URL(value);
      const isHolding = username !== '' || password !== '' || [...searchParams.keys(), hash].some(isSecret);
      return isHolding ? found('plaintext-password', field, { reason: 'readable' }) : FINE;
    }),
    required: 'always',
  },
  name: { type: FILLED },
  basicAuth: {
    type: record<RemoteWriteCredentials>()({
      secretName: { type: SECRET_NAME, required: 'always' },
      usernameKey: { type: SECRET_DATA_KEY },
      passwordKey: { type: SECRET_DATA_KEY },
    }),
  },
  authorization: SCRAPED.authorization,
  signature: {
    type: record<RemoteWriteSignature>()({ region: { type: FILLED, required: 'always' }, roleArn: { type: FILLED } }),
  },
  headers: {
    type: {
      is: 'map',
      check: (value, field) => {
        if (!isObject(value)) {
          return found('invalid-value', field, ownWords('must be an object of strings; the value is not shown',
            'write { "X-Scope-OrgID": "shop" }'));
        }
        return within(field, Object.entries(value).flatMap(([name, text]) => {
          if (isSecret(name)) return found('plaintext-password', [name], { reason: 'readable' });
          const isAllowed = /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !RESERVED.includes(name.toLowerCase());
          return isAllowed && typeof text === 'string' && /^[\x20-\x7e]+$/.test(text) ? FINE
            : hidden('invalid-value', 'header', [name]);
        }));
      },
    },
  },
  tls: SCRAPED.tls,
  timeout: { type: DURATION },
  relabelings: { type: METRIC_RELABELINGS },
}, {
  rules: [(value, field) => {
    const given = WAYS.filter(name => value?.[name] != null);
    return given.length < 2 ? FINE
      : found('invalid-value', joinPath(field, [given[1]]), { reason: 'beside', field: given[0] });
  }],
});
