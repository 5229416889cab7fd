import type { Trial } from './trial';
import { movedTo } from '../../../findings/finding';
import { describeProblem } from '../../../findings/words';
import { Registry } from '../../../private/registry';
import { LocatedFinding, ManifestError } from '../../reading';
import { Level, Part } from '../demotions';
import { InputDocument, located } from '../documents';

/** Finds what synthesis would refuse: it is written in another way in the next trial, or cannot be written at all. */
export function checkTree(documents: readonly InputDocument[], trial: Trial): void {
  const refused: LocatedFinding[] = [];
  for (const { construct, finding } of Registry.of(trial.app).findings()) {
    const part = trial.partOf(construct);
    if (!part) throw new Error(`${construct.node.path}: ${describeProblem(finding)}`);
    if (trial.objects.has(part.document)) refused.push(...located(documents[part.document].source, [movedTo('', finding)]));
    else trial.demotions.demote(part, worst(part), describeProblem(finding));
  }
  if (refused.length > 0) throw new ManifestError(refused);
}

/** What the tree refuses, it refuses of every construct. */
function worst({ entry }: Part): Level {
  return entry === undefined ? Level.CUSTOM : Level.WHOLE;
}
