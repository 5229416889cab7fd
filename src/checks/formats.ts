import { isIPv4, isIPv6 } from 'net';
import { cidr } from '../private/network';
import { amountOf } from '../private/quantity';

/** A format of strings: its description in messages, and whether a string has it. */
interface Format {
  readonly what: string;
  readonly fits: (value: string) => boolean;
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?(Z|[-+]([01]\d|2[0-3]):[0-5]\d)$/;

const isTime = (value: string) => DATE.test(value.slice(0, 10)) && value[10] === 'T' && CLOCK.test(value.slice(11));

/** Base64 as Go decodes it: line breaks are ignored, and padding is required. */
export const isBase64 = (value: string) => {
  const text = value.replace(/[\r\n]/g, '');
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
};

/** The formats that API servers check, and that are the same in all of their versions. */
const FORMATS: Readonly<Record<string, Format>> = {
  'byte': { what: 'a base64 string', fits: isBase64 },
  'cidr': { what: 'a block of addresses such as "10.0.0.0/16"', fits: value => cidr(value, '').length === 0 },
  'date': { what: 'a date such as "2026-01-31"', fits: value => DATE.test(value) },
  'date-time': { what: 'a time such as "2026-01-31T12:00:00Z"', fits: isTime },
  'ipv4': { what: 'an IPv4 address', fits: isIPv4 },
  'ipv6': { what: 'an IPv6 address', fits: isIPv6 },
  'mac': { what: 'a MAC address', fits: value => /^([\da-f]{2}([:-]))([\da-f]{2}\2){4}[\da-f]{2}$/i.test(value) },
  'micro-time': { what: 'a time such as "2026-01-31T12:00:00.000000Z"', fits: value => isTime(value) && /\.\d{6}\D/.test(value) },
  'quantity': { what: 'a quantity such as "500m", "1" or "256Mi"', fits: value => amountOf(value) !== undefined },
  'uuid': { what: 'a UUID', fits: value => /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(value) },
};

/** The description of a format that a string does not have; `undefined` if it has the format, or if the format is not checked. */
export function missedFormat(format: string, value: string): string | undefined {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known && !known.fits(value) ? known.what : undefined;
}

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

const INT64 = { min: -(2 ** 63), max: 2 ** 63 };

/** The range of integers of a format; that of 64 bits as exactly as JavaScript represents it. */
export function rangeOf(format: string | undefined): { readonly min: number; readonly max: number } {
  return format === 'int32' ? INT32 : INT64;
}
