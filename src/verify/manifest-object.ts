import { Finding } from '../findings/finding';
import { LocatedFinding } from '../manifest/reading';

/** Where something is declared. */
export interface DeclaredAt {
  readonly file: string;
  readonly line?: number;
}

/** An object among the manifests by which something is declared. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: any;
  readonly spec: any;
  /** Where a field stands. */
  readonly placeOf: (field: string) => { readonly file: string; readonly line: number };
  /** Findings about it, with their places. */
  readonly located: (findings: readonly Finding[]) => LocatedFinding[];
  /** What is wrong with it by itself. */
  readonly findings: () => LocatedFinding[];
}
