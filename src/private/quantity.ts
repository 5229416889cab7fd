const QUANTITY = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))([KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/;

const PREFIXES: Readonly<Record<string, number>> = { n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The amount of a quantity such as `500m`, `1Gi` or 2; `undefined` of what is none. It is exact as far as JavaScript's numbers are. */
export function amountOf(quantity: unknown): number | undefined {
  if (typeof quantity === 'number') return quantity;
  const [, number, suffix = ''] = typeof quantity === 'string' && QUANTITY.exec(quantity) || [];
  if (number === undefined) return undefined;
  if (/^[eE][-+]?\d/.test(suffix)) return Number(number + suffix);
  return Number(number) * (suffix === '' ? 1 : PREFIXES[suffix] ?? 1024 ** (BINARY.indexOf(suffix) + 1));
}
