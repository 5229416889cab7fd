import { Credentials } from './client-props';
import { printable } from '../findings/shown';

const HIDDEN = '…';
const LONGEST = 300;

/** What must not be seen, and takes care of that: a field of a class that nothing prints. */
export class Secrets {
  readonly #texts: readonly string[];
  readonly #authorization?: string;

  public constructor(credentials?: Credentials) {
    if (!credentials) {
      this.#texts = [];
      return;
    }
    const { user, password } = credentials;
    const token = base64(`${user}:${password}`);
    this.#authorization = `Basic ${token}`;
    // the longest first: it may hold another
    this.#texts = [token, ...spellings(password)].sort((a, b) => b.length - a.length);
  }

  /** The header of a request. */
  public get headers(): { authorization?: string } {
    return this.#authorization ? { authorization: this.#authorization } : {};
  }

  /** A text without what must not be seen; all else of it is as it was. */
  public hide(text: string): string {
    return this.#texts.reduce((all, secret) => all.replaceAll(secret, HIDDEN), text);
  }

  /**
   * What the server has said, as it may be printed: it might echo the request, or steer the terminal. Where it was cut, a part of a secret
   * may be left.
   */
  public clean(text: string, isCut = false): string {
    const hidden = this.hide(text);
    const whole = isCut ? hidden.slice(0, Math.max(0, hidden.length - (this.#texts[0]?.length ?? 0))) : hidden;
    const line = printable(whole).trim();
    return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** How a server may write a password that it was sent. */
function spellings(password: string): string[] {
  const form = String(new URLSearchParams({ password })).slice('password='.length);
  const html = password.replace(/[&<>"']/g, character => HTML[character]);
  // without capitals as a host
  const json = JSON.stringify(password).slice(1, -1);
  return [password, password.toLowerCase(), base64(password), encodeURIComponent(password), form, json, html];
}
