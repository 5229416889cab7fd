/** The text of UTF-8 bytes, up to the first invalid ones; `complete` if there are none. */
interface Decoded { readonly text: string; readonly complete: boolean }

/** Decodes bytes of unknown origin: invalid ones end the text instead of becoming replacement characters. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), complete: true };
  } catch {
    // the replacement character stands for invalid bytes
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { text: text.slice(0, text.indexOf('\ufffd')), complete: false };
  }
}
