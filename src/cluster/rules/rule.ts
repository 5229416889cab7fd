import type { ErrorCode } from '../../base/findings/catalogue/all';
import type { Finding } from '../../base/findings/finding';
import type { TypedManifest } from '../../base/oam-kind';
import type { ScrapedCluster } from '../scraping/scrapes';

/**
 * `error`: the cluster rejects the object, or it can never work. `warning`: likely not meant. `unjudged`: the objects
 * do not say what decides, which changes no exit code.
 */
export type JudgementVerdict = 'error' | 'warning' | 'unjudged';

/** The verdict of a rule on an object. */
export interface Judgement {
  /** The object that was judged. */
  readonly of: TypedManifest;
  /** The object that the finding is about: the same, or another one on which it depends. */
  readonly object: TypedManifest;
  readonly finding: Finding;
  readonly verdict: JudgementVerdict;
}

/** The same verdict of several findings. */
export function judged(
  of: TypedManifest, findings: readonly Finding[], verdict: JudgementVerdict, object = of,
): Judgement[] { return findings.map(finding => ({ of, object, finding, verdict })); }

/** The objects of a cluster, and what is known of their origin. */
export interface JudgedCluster {
  readonly scraped: ScrapedCluster;
  /** Whether an object is only described by a platform, so that there may be others like it. */
  readonly isDescribed: (object: TypedManifest) => boolean;
  /** Whether the platform renders an object itself, for the cluster that it describes. */
  readonly isRendered: (object: TypedManifest) => boolean;
  /** Whether the program says where the pods of an object are scraped, by a MetricsTrait. */
  readonly isDecided: (object: TypedManifest) => boolean;
}

/** The documented facts about the findings of a rule. */
export interface RuleFacts {
  /** What is judged. */
  readonly subject: string;
  /** The codes, each with what it is reported for. */
  readonly findings: { readonly [code in ErrorCode]?: string };
  /** Who decides in the cluster. */
  readonly authority: string;
  /** The test that compares the rule with the authority. */
  readonly proof: string;
  /** Whether to accept a finding opens a way to a password or past a policy. */
  readonly isInsecure?: true;
}

/** A rule about the objects of some kinds, or of all, each with what it carries. */
export interface ObjectRule extends RuleFacts {
  readonly kinds: readonly string[] | 'all';
  /** Whether objects of other kinds are judged too. */
  readonly isAbout?: (type: object) => boolean;
  readonly judge: (object: TypedManifest, cluster: JudgedCluster) => Judgement[];
}
