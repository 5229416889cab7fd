import { Finding, FINE, Path } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import type { TypedManifest } from '../../base/oam-kind';

/** A step on the way from a request, or from a scrape, to pods. */
export interface ChainLink {
  readonly object: TypedManifest;
  readonly path: Path;
  /** The phrase for the step, if it holds. */
  readonly holds?: Phrase;
  /** Why the way ends here. */
  readonly breaks: readonly Finding[];
}

/** A step that holds. */
export function heldLink(object: TypedManifest, holds: Phrase, path: Path = []): ChainLink {
  return { object, path, holds, breaks: FINE };
}

/** The step on which a way ends. */
export function brokenLink(object: TypedManifest, breaks: readonly Finding[]): ChainLink {
  return { object, path: [], breaks };
}

/** A port as messages list it, for example `8080 (http)` or `53/UDP`. */
export function listedPort(port: unknown, name: unknown, protocol?: unknown): string {
  const number = (protocol ?? 'TCP') === 'TCP' ? String(port) : `${String(port)}/${String(protocol)}`;
  return name == null ? number : `${number} (${String(name)})`;
}
