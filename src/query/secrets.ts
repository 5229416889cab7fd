import { Credentials } from './client-props';
import type { Envelope } from './decode';
import { printable } from '../findings/shown';

const HIDDEN = '…';
const LONGEST = 300;

/** Holds the secrets of a client and hides them in text. They are in private fields, which nothing prints. */
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
    // the longest first, since it may contain another
    this.#texts = [token, ...spellings(password)].sort((a, b) => b.length - a.length);
  }

  /** The headers of a request. */
  public get headers(): { authorization?: string } {
    return this.#authorization ? { authorization: this.#authorization } : {};
  }

  /** An answer whose notes echo no secret of the request. */
  public withoutSecrets(envelope: Envelope): Envelope {
    const notes = (['warnings', 'infos'] as const).flatMap(name => Array.isArray(envelope[name]) ? [[name, envelope[name]] as const] : []);
    const hidden = notes.map(([name, texts]) => [name, texts.map(text => typeof text === 'string' ? this.hide(text) : text)]);
    return { ...envelope, ...Object.fromEntries(hidden) };
  }

  /**
   * Prepares text from the server for printing: it might echo the request or contain terminal control sequences. If it was cut, the end may
   * hold a part of a secret and is removed.
   */
  public clean(text: string, isCut = false): string {
    const hidden = this.hide(text);
    const whole = isCut ? hidden.slice(0, Math.max(0, hidden.length - (this.#texts[0]?.length ?? 0))) : hidden;
    const line = printable(whole).trim();
    return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  }

  private hide(text: string): string {
    return this.#texts.reduce((all, secret) => all.replaceAll(secret, HIDDEN), text);
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** The forms in which a server may echo a password. */
function spellings(password: string): string[] {
  const form = String(new URLSearchParams({ password })).slice('password='.length);
  const html = password.replace(/[&<>"']/g, character => HTML[character]);
  // a URL parser turns a host into lower case
  const json = JSON.stringify(password).slice(1, -1);
  return [password, password.toLowerCase(), base64(password), encodeURIComponent(password), form, json, html];
}
