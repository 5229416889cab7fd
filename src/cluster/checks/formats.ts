import { isIPv4, isIPv6 } from 'net';
import { amountOf } from '../../base/quantity';
import { cidr } from '../../base/addresses';

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

const HEX = '[\\da-f]';
const ofForm = (what: string, form: RegExp): Format => ({ what, fits: value => form.test(value) });
const OF_HOST = '[a-zA-Z0-9\\p{S}\\p{L}]';
const HOSTNAME = new RegExp(
  `^(?:${OF_HOST}(?:-?${OF_HOST}{0,62})?|(?:${OF_HOST}(?:(?:${OF_HOST}|-){0,61}${OF_HOST})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  'u',
);

// as Go parses the URI of a request
const SCHEME = '[a-z][a-z\\d+.-]*:';
const PATH = `(?:[^%?]|%${HEX}{2})*`;
const USER = `(?:(?:[-\\w.:~!$&'()*+,;=@]|%${HEX}{2})*@)?`;
const PORT = '(?![^/?\\]]*:\\d*[^\\d:/?\\]@][^:/?\\]@]*(?:[/?]|$))';
const HOST = `(?:[-\\w.~!$&'()*+,;=:<>"[\\]\\x80-\\uffff]|%(?:[89a-f]${HEX}|25))*`;
const QUERY = '(?:\\?[^]*)?';
const URI = new RegExp(`^(?![^]*[\\0-\\x1f\\x7f])(?:\\*|${SCHEME}(?!/)[^]*|(?:${SCHEME}(?!//))?/${PATH}${QUERY}`
  + `|${SCHEME}//${PORT}${USER}${HOST}(?:/${PATH})?${QUERY})$`, 'i');

/** As Go and Scala write it; other text around it is ignored. */
const DURATION =
  /^[-+]?0$|\d\.?\s*(?:(?:[num\u00b5]?s|[mhdw]|hr|wk)(?![a-z\u00b5])|nano|micro|milli|sec|min|hour|day|week)/i;

/** Servers still read numbers of an address with zeros at their start. */
const withoutZeros = (value: string) => value.replace(/(?<![\da-f])0+(?=\d)/gi, '');

/** The formats that API servers of all versions check alike and that schemas use, without the dashes in their names. */
const FORMATS: Readonly<Record<string, Format>> = {
  byte: { what: 'a base64 string', fits: isBase64 },
  cidr: {
    what: 'a block of addresses such as "10.0.0.0/16"', fits: value => cidr(withoutZeros(value), '').length === 0,
  },
  date: ofForm('a date such as "2026-01-31"', DATE),
  datetime: { what: 'a time such as "2026-01-31T12:00:00Z"', fits: isTime },
  duration: ofForm('a duration such as "90s" or "1 day"', DURATION),
  email: ofForm('an email address', /[^]@[^]/),
  hostname: ofForm('a host name', HOSTNAME),
  ipv4: {
    what: 'an IPv4 address',
    fits: value => isIPv4(withoutZeros(value)) || isIPv6(withoutZeros(value)) && value.includes('.'),
  },
  ipv6: { what: 'an IPv6 address', fits: isIPv6 },
  microtime: {
    what: 'a time such as "2026-01-31T12:00:00.000000Z"', fits: value => isTime(value) && /\.\d{6}\D/.test(value),
  },
  quantity: { what: 'a quantity such as "500m", "1" or "256Mi"', fits: value => amountOf(value) !== undefined },
  uri: ofForm('a URI such as "https://example.com", or a path from "/"', URI),
};

/**
 * The description of a format that a string does not have; `undefined` if it has the format, or if the format is not
 * checked.
 */
export function missedFormat(format: string, value: string): string | undefined {
  const name = format.replaceAll('-', '');
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  return known && !known.fits(value) ? known.what : undefined;
}
