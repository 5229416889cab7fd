import { Alias, Document, isAlias, isNode, isScalar, Node, visit } from 'yaml';
import type { ParametersOf } from '../../findings/finding';

/** How many values the aliases of one text may repeat; go-yaml refuses a document at about four times as many. */
export const MAX_REPEATED = 100_000;

/** How many characters they may repeat: in manifests, a value has fewer than a hundred. */
export const MAX_REPEATED_CHARACTERS = 10_000_000;

/** The limit that aliases exceed. */
export type AliasExcess = Extract<ParametersOf<'yaml-alias'>, { readonly max: unknown }>;

/** How much the aliases of one text repeat. Each value takes memory, and its characters do as soon as it is copied, compared or written. */
export class Repeated {
  private values = 0;
  private characters = 0;

  /** About as many bytes as the text would have more if it were written out. */
  public get size(): number {
    return this.characters + this.values * MAX_REPEATED_CHARACTERS / MAX_REPEATED;
  }

  /** The limit that is exceeded, if one is. */
  public get excess(): AliasExcess | undefined {
    if (this.values > MAX_REPEATED) return { reason: 'many-values', max: MAX_REPEATED };
    return this.characters > MAX_REPEATED_CHARACTERS ? { reason: 'many-characters', max: MAX_REPEATED_CHARACTERS } : undefined;
  }

  public addValue(node: unknown): void {
    // what is too much is not read
    if (this.excess) return;
    this.values++;
    this.addText(node);
  }

  public addText(node: unknown): void {
    if (isScalar(node)) this.characters += node.source?.length ?? 0;
  }
}

/** The nodes that the aliases of a document stand for. */
export class Aliases {
  private readonly targets = new Map<Alias, Node | undefined>();

  /** `text` is that of the document. */
  public constructor(document: Document.Parsed, text: string) {
    if (!text.includes('*')) return;
    const anchors = new Map<string, Node>();
    visit(document, (_, node) => {
      if (isAlias(node)) {
        this.targets.set(node, anchors.get(node.source));
      } else if (isNode(node) && node.anchor) {
        anchors.set(node.anchor, node);
      }
    });
  }

  /** The last node before an alias that has its anchor. */
  public target(alias: Alias): Node | undefined {
    return this.targets.get(alias);
  }
}
