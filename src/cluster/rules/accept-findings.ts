import type { IConstruct } from 'constructs';
import { throwFindings } from '../../base/brand';
import { asProps, closed, filled, oneOf } from '../../base/check';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import { Check, found, Shown } from '../../base/findings/finding';
import { Registry } from '../../base/registry';

/** A finding that is accepted, and why. */
export interface AcceptedFinding {
  /** The code of the finding, such as `not-selected`: one that a rule reports (docs/rules.md). */
  readonly code: string;
  /**
   * Why it is accepted, for those who review it. It must hold no password: GitOpsApp writes it into
   * `accepted-findings.txt`.
   */
  readonly reason: string;
}

/** The findings of rules about the objects of an app. */
export class Findings {
  /**
   * Accepts the findings with a code at a construct and at all constructs below it: they are not reported. An
   * acceptance that no finding needs is a warning. GitOpsApp writes all acceptances into `accepted-findings.txt` in the
   * output folder, so that a change of them is reviewed.
   *
   * Findings of constructors, and those of validations, cannot be accepted.
   *
   * @param scope the construct
   * @param accepted the code, and why it is accepted
   * @throws ModelError if no rule reports the code, without a reason, and if the finding is about a password or a way
   * past a policy
   */
  public static accept(scope: IConstruct, accepted: AcceptedFinding): void { acceptFinding(scope, 'accept', accepted); }

  /**
   * Accepts findings about a password in a manifest, or about requests that reach pods past a policy. Everybody who can
   * read the manifest, or can send such a request, has what the finding is about.
   *
   * @param scope the construct
   * @param accepted the code, and why it is accepted
   * @throws ModelError if the finding is of another kind, and if `accept()` does
   */
  public static insecureAccept(scope: IConstruct, accepted: AcceptedFinding): void {
    acceptFinding(scope, 'insecureAccept', accepted);
  }

  private constructor() {}
}

/** Why something is accepted: not only spaces. */
export const givenReason: Check = (value, field) => filled(typeof value === 'string' ? value.trim() : value, field);

/** Registers an acceptance. A code that is for the other method is rejected: reviewers must see a risk by its name. */
function acceptFinding(scope: IConstruct, way: 'accept' | 'insecureAccept', given: AcceptedFinding): void {
  // loaded with the first acceptance, since few programs have any
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { ACCEPTABLE } = require('./all') as typeof import('./all');
  const { JUDGED } = require('./tree-check') as typeof import('./tree-check');
  /* eslint-enable */
  const fields = { code: oneOf(...ACCEPTABLE.keys()), reason: givenReason };
  const wrong = closed<AcceptedFinding>(fields, ['code', 'reason'])(given, '');
  const { code, reason } = asProps(given);
  const isInsecure = ACCEPTABLE.get(code) ?? false;
  const other = { reason: isInsecure ? 'insecure-finding' : 'secure-finding', value: Shown.of(code) } as const;
  const isRightWay = isInsecure === (way === 'insecureAccept');
  throwFindings(scope, wrong.length > 0 || isRightWay ? wrong : found('invalid-value', 'code', other));
  const registry = Registry.of(scope);
  // also without a platform
  registry.addCheck(JUDGED);
  registry.accept({ construct: scope, code: code as ErrorCode, reason });
}
