import { titleOf } from './failures';
import type { ViewedObject } from './viewed-objects';
import { Finding } from '../findings/finding';
import { Path, showPath } from '../findings/path';
import { Phrase, showPhrase } from '../findings/catalogue/phrases';
import { describeBare } from '../findings/words';
import { ObjectIndex } from '../objects/object-index';
import type { TypedManifest } from '../private/oam-kind';
import { visible } from '../private/written';
import type { ChainLink } from '../routes/chain';
import { describedBeside } from '../rules/judge';

/** The objects of manifests in one cluster, for assertions on how they work together. */
export class ViewedCluster {
  public readonly index: ObjectIndex;
  private readonly titles: ReadonlyMap<TypedManifest, ViewedObject>;

  /** @param described what platforms describe of the cluster beside the objects */
  public constructor(public readonly viewed: readonly ViewedObject[], described: readonly TypedManifest[] = []) {
    const own = viewed.map(({ value }) => value);
    this.index = new ObjectIndex([...own, ...describedBeside(own, described)]);
    this.titles = new Map(viewed.map(each => [each.value, each]));
  }

  /** The title of an object, with its origin. */
  public titleOf(object: TypedManifest): string {
    return titleOf(this.titles.get(object) ?? { value: object, origin: 'described by the platform' });
  }

  /** A line that says what a field of an object does. */
  public lineOf(object: TypedManifest, path: Path, does: Phrase): string {
    const field = path.length > 0 ? `'${showPath(path)}' ` : '';
    return visible(`${this.titleOf(object)}: ${field}${showPhrase(does)}`);
  }

  /** The findings on an object, a line each. */
  public linesOf(object: TypedManifest, findings: readonly Finding[]): string[] {
    return findings.map(each => `${this.titleOf(object)}: ${describeBare(each)}`);
  }

  /** The links of a chain, a line each. */
  public linkLines(links: readonly ChainLink[]): string[] {
    return links.flatMap(({ object, path, holds, breaks }) => holds ? [this.lineOf(object, path, holds)] : this.linesOf(object, breaks));
  }
}
