import { Credentials } from './client-props';
import { printable } from '../../base/findings/finding';

/** The secrets of a client. They are in private fields, which nothing prints. */
export class Secrets {
  /** The user, who is not secret. */
  public readonly user?: string;
  readonly #authorization?: string;
  readonly #texts: readonly string[] = [];

  public constructor(credentials?: Credentials) {
    if (!credentials) return;
    const { user, password } = credentials;
    const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
    const token = base64(`${user}:${password}`);
    this.user = user;
    this.#authorization = `Basic ${token}`;
    const ofHtml = Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });
    const echoes = [
      token, password, base64(password), encodeURIComponent(password),
      String(new URLSearchParams({ password })).slice('password='.length),
      JSON.stringify(password).slice(1, -1),
      ofHtml.reduce((text, [character, entity]) => text.replaceAll(character, entity), password),
    ];
    // the longest first, since it may contain another
    this.#texts = echoes.sort((a, b) => b.length - a.length);
  }

  /** The headers of a request. */
  public get headers(): { authorization?: string } {
    return this.#authorization ? { authorization: this.#authorization } : {};
  }

  /** A text of the server, which may echo the request, without the secrets in it. */
  public hide(text: string): string {
    return this.#texts.reduce((all, secret) => all.replaceAll(secret, '…'), text);
  }

  /** The same for a message: at most 300 characters on one line, without those that control a terminal. */
  public clean(text: string): string {
    const line = printable(this.hide(text)).trim();
    return line.length > 300 ? `${line.slice(0, 300)}…` : line;
  }
}
