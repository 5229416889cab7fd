import { Alias, Document, isAlias, isNode, Node, visit } from 'yaml';

/** How many values the aliases of one text may repeat; go-yaml refuses a document at about four times as many. */
export const MAX_REPEATED = 100_000;

/** What the aliases of a document stand for, and how much of it was repeated. */
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
