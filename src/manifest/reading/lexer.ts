import { Lexer } from 'yaml';

/** What the lexer of the package `yaml` does not show. */
interface LexerState {
  /** How deep a line must be indented at least to belong to the value before it. */
  indentNext: number;
  lex: Lexer['lex'];
  parseNext(state: string): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

const Base = Lexer as unknown as new () => LexerState;

/**
 * Takes lines in brackets and in quotes however they are indented, as Kubernetes and most readers of YAML do; the package
 * `yaml` alone wants them to be deeper than the key they belong to.
 */
export class LenientLexer extends Base {
  public* parseNext(state: string): Generator<string, unknown> {
    return yield* state === 'flow' ? this.leniently(super.parseNext(state)) : super.parseNext(state);
  }

  public* parseQuotedScalar(): Generator<string, unknown> {
    return yield* this.leniently(super.parseQuotedScalar());
  }

  private* leniently(parsed: Generator<string, unknown>): Generator<string, unknown> {
    const { indentNext } = this;
    this.indentNext = 0;
    const next = yield* parsed;
    this.indentNext = indentNext;
    return next;
  }
}
