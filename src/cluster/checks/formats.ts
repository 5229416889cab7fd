import { isIPv4, isIPv6 } from 'net';
import { amountOf } from '../../base/quantity';

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?(Z|[-+]([01]\d|2[0-3]):[0-5]\d)$/;
const isTime = (value: string) => DATE.test(value.slice(0, 10)) && value[10] === 'T' && CLOCK.test(value.slice(11));

/** As Go and Scala write it; other text around it is ignored. */
const DURATION =
  /^[-+]?0$|\d\.?\s*(?:(?:[num\u00b5]?s|[mhdw]|hr|wk)(?![a-z\u00b5])|nano|micro|milli|sec|min|hour|day|week)/i;

/** Base64 as Go decodes it: line breaks are ignored, and padding is required. */
export const isBase64 = (value: string) => {
  const text = value.replace(/[\r\n]/g, '');
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
};

/** An address of version 4; servers still read numbers with zeros at their start. */
const isAddress = (value: string) => {
  const read = value.replace(/(?<![\da-f])0+(?=\d)/gi, '');
  return isIPv4(read) || isIPv6(read) && value.includes('.');
};

const HEX = '[\\da-f]';
// as Go parses the URI of a request
const SCHEME = '[a-z][a-z\\d+.-]*:';
const PATH = `(?:[^%?]|%${HEX}{2})*`;
const USER = `(?:(?:[-\\w.:~!$&'()*+,;=@]|%${HEX}{2})*@)?`;
const PORT = '(?![^/?\\]]*:\\d*[^\\d:/?\\]@][^:/?\\]@]*(?:[/?]|$))';
const HOST = `(?:[-\\w.~!$&'()*+,;=:<>"[\\]\\x80-\\uffff]|%(?:[89a-f]${HEX}|25))*`;
const QUERY = '(?:\\?[^]*)?';
const URI = new RegExp(`^(?![^]*[\\0-\\x1f\\x7f])(?:\\*|${SCHEME}(?!/)[^]*|(?:${SCHEME}(?!//))?/${PATH}${QUERY}`
  + `|${SCHEME}//${PORT}${USER}${HOST}(?:/${PATH})?${QUERY})$`, 'i');

/** The formats that API servers check and schemas use, without dashes: how messages call them, and their tests. */
const FORMATS: Readonly<Record<string, readonly [what: string, fits: (value: string) => boolean]>> = {
  byte: ['a base64 string', isBase64],
  date: ['a date such as "2026-01-31"', value => DATE.test(value)],
  datetime: ['a time such as "2026-01-31T12:00:00Z"', isTime],
  duration: ['a duration such as "90s" or "1 day"', value => DURATION.test(value)],
  ipv4: ['an IPv4 address', isAddress],
  ipv6: ['an IPv6 address', isIPv6],
  microtime: ['a time such as "2026-01-31T12:00:00.000000Z"', value => isTime(value) && /\.\d{6}\D/.test(value)],
  quantity: ['a quantity such as "500m", "1" or "256Mi"', value => amountOf(value) !== undefined],
  uri: ['a URI such as "https://example.com", or a path from "/"', value => URI.test(value)],
};

/** The description of a format that a string does not have; `undefined` if it has it, or if it is not checked. */
export function missedFormat(format: string, value: string): string | undefined {
  const name = format.replaceAll('-', '');
  const [what, fits] = Object.hasOwn(FORMATS, name) ? FORMATS[name] : [];
  return fits?.(value) === false ? what : undefined;
}
