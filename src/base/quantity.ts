/** The powers of ten that decimal units stand for, and the powers of 1,024 that binary units stand for. */
const DECIMAL: Readonly<Record<string, number>> =
  { 'n': -9, 'u': -6, 'm': -3, '': 0, 'k': 3, 'M': 6, 'G': 9, 'T': 12, 'P': 15, 'E': 18 };
const BINARY: Readonly<Record<string, number>> = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 };

const QUANTITY = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE])|[eE]([+-]?\d{1,2}))?$/;

/** The decimal places of amounts: those of the smallest exponent, `e-99`, and of the longest quantity. */
const PLACES = 150;

/** The maximum length of a quantity that is read: those of Kubernetes have at most 18 digits. */
const LONGEST = 50;

/** The exact amount of a Kubernetes quantity, however it is written; `undefined` if the value is none. */
export function amountOf(quantity: unknown): bigint | undefined {
  const text = typeof quantity === 'number' ? String(quantity) : quantity;
  const parts = typeof text === 'string' && text.length <= LONGEST ? QUANTITY.exec(text) : null;
  if (!parts) return undefined;
  const [, sign, whole, fraction = '', unit = '', exponent] = parts;
  const power = PLACES - fraction.length + (exponent === undefined ? DECIMAL[unit] ?? 0 : Number(exponent));
  const amount = BigInt(whole + fraction) * 10n ** BigInt(power) * 1024n ** BigInt(BINARY[unit] ?? 0);
  return sign === '-' ? -amount : amount;
}
