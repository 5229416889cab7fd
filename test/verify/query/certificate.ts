import { KeyObject, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, in PEM. */
export interface Certificate {
  /** Whose it is. */
  readonly name: string;
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. */
interface CertificateOptions {
  /** The hosts that it is for; none for an authority. */
  readonly hosts?: readonly string[];
  /** @default - it is self-signed */
  readonly authority?: Certificate;
  /** @default - an hour ago */
  readonly from?: Date;
  /** @default - in an hour */
  readonly until?: Date;
}

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);

// Node makes no certificates: these are written in DER by hand, so that no key lies in the repository and nothing else is needed.

const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [0x01, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x17, 0x30, 0x31];
/** Tags of this place alone: explicit ones hold another value, the other ones are that value. */
const explicitly = (tag: number) => 0xa0 + tag;
const [DNS_NAME, ADDRESS] = [0x82, 0x87];

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];

/** Makes a certificate. */
export function certificate(name: string, options: CertificateOptions = {}): Certificate {
  const { hosts = [], authority, from = hoursFromNow(-1), until = hoursFromNow(1) } = options;
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = authority?.key ?? key;
  const content = der(SEQUENCE,
    der(explicitly(0), der(INTEGER, [2])),
    der(INTEGER, [1 + Math.floor(Math.random() * 100)]),
    algorithm(),
    nameOf(authority?.name ?? name),
    der(SEQUENCE, time(from), time(until)),
    nameOf(name),
    spki(own.publicKey),
    der(explicitly(3), der(SEQUENCE, ...extensions(hosts))),
  );
  const signed = der(SEQUENCE, content, algorithm(), der(BITS, [0], sign('sha256', content, signer)));
  return { cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`, key, name };
}

/** An authority that signs certificates. */
export function newAuthority(name = 'Authority of a test'): Certificate {
  return certificate(name);
}

function der(tag: number, ...parts: (readonly number[] | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)));
  const { length } = content;
  // in as few bytes as can be, which Go asks for
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function algorithm(): Buffer {
  return der(SEQUENCE, der(OID, ECDSA_WITH_SHA256));
}

function nameOf(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  return der(TIME, Buffer.from(date.toISOString().replace(/^..|\.\d+|[-:T]/g, '')));
}

function spki(key: KeyObject): Buffer {
  return createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' });
}

function extensions(hosts: readonly string[]): Buffer[] {
  if (hosts.length === 0) return [extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(BOOLEAN, [0xff])))];
  const names = hosts.map(host => isIP(host) ? der(ADDRESS, host.split('.').map(Number)) : der(DNS_NAME, Buffer.from(host)));
  return [extension(SUBJECT_ALTERNATIVE_NAME, der(SEQUENCE, ...names))];
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return der(SEQUENCE, der(OID, id), der(OCTETS, value));
}
