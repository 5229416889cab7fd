import { describeLocated, LocatedFinding } from './located-finding';

/** All findings about the manifests that were read. */
export class ManifestError extends Error {
  declare public readonly findings: readonly LocatedFinding[];

  public constructor(findings: readonly LocatedFinding[]) {
    const lines = findings.map(describeLocated);
    super(lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
    this.name = 'ManifestError';
    // not enumerable: Node would print them once more below the message
    Object.defineProperty(this, 'findings', { value: findings });
  }
}
