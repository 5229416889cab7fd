/** The text of UTF-8 bytes, up to the first invalid ones; `complete` if there are none. */
export interface Decoded {
  readonly text: string;
  readonly complete: boolean;
}

export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: decode(bytes, false), complete: true };
  } catch {
    return { text: goodPart(bytes), complete: false };
  }
}

function goodPart(bytes: Uint8Array): string {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(bytes.subarray(0, middle)) && middle <= bytes.length) good = middle; else bad = middle;
  }
  return decode(bytes.subarray(0, good), true);
}

function isGood(bytes: Uint8Array): boolean {
  try {
    decode(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** A part may end within a character. */
function decode(bytes: Uint8Array, isPart: boolean): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPart });
}
