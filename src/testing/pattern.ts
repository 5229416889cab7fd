import { Matcher } from './matcher';
import { Finding, FINE, found, saying, joinPath, Path, Shown } from '../base/findings/finding';
import { isOf, otherCopy, refuse } from '../base/brand';
import { isPlainObject } from '../base/plain';

/** Deeper than any manifest. */
const DEEPEST = 200;

/**
 * A copy of a pattern: plain data and matchers. Values that can match nothing, or would match everything by mistake,
 * are rejected.
 *
 * @param subject the method to which the pattern is passed: `Match.not()`
 */
export function patternOf(subject: string, pattern: unknown, field = 'pattern'): unknown {
  return copied(subject, copy => copy.of(pattern, [field]));
}

/** A copy of the pattern of an element, which cannot be absent. */
export function elementOf(subject: string, pattern: unknown): unknown {
  return copied(subject, copy => copy.element(pattern, ['element']));
}

/** Copies of the patterns of some elements. */
export function elementsOf(subject: string, elements: readonly unknown[]): unknown[] {
  return copied(subject, copy => copy.list(copy.filled(elements, ['elements']), ['elements']));
}

/** Copies of alternative patterns for one value. */
export function choiceOf(subject: string, patterns: readonly unknown[]): unknown[] {
  return copied(subject, copy => copy.filled(patterns, ['patterns']).map((pattern, i) => copy.of(pattern, ['patterns', i])));
}

function copied<T>(subject: string, make: (copy: PatternCopy) => T): T {
  const copy = new PatternCopy();
  const result = make(copy);
  refuse(subject, copy.findings);
  return result;
}

class PatternCopy {
  public readonly findings: Finding[] = [];
  private readonly around: unknown[] = [];

  public of(value: unknown, at: Path): unknown {
    if (isOf(Matcher, value)) return this.tell(otherCopy(Matcher, at, value), value);
    if (value === undefined) {
      return this.tell(found('not-plain', at, saying('must not be undefined',
        'leave the field out, or give Match.absent() or Match.any()')));
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return this.tell(found('not-plain', at, { reason: 'not-finite', number: String(value) }));
    }
    if (['string', 'number', 'boolean'].includes(typeof value) || value === null) return value;
    if (typeof value !== 'object') return this.tell(found('not-plain', at, { reason: 'data', value: Shown.of(value) }));
    return this.collection(value, at);
  }

  public list(list: readonly unknown[], at: Path): unknown[] {
    // `Array.from()` visits holes, which are `undefined` too
    return Array.from(list, (each, i) => this.element(each, joinPath(at, [i])));
  }

  /** Reports an empty list. */
  public filled(list: readonly unknown[], at: Path): readonly unknown[] {
    if (list.length === 0) this.tell(found('missing-field', at, { reason: 'too-few', min: 1, what: 'element' }));
    return list;
  }

  public element(value: unknown, at: Path): unknown {
    if (isOf(Matcher, value) && value._isAbsence) {
      return this.tell(found('invalid-value', at, saying('must be what an element can be: no list has an element that is absent',
        'give Match.not() of the whole list')));
    }
    return this.of(value, at);
  }

  private collection(value: object, at: Path): unknown {
    if (this.around.includes(value)) return this.tell(found('not-plain', at, { reason: 'loop' }));
    if (this.around.length >= DEEPEST) return this.tell(found('not-plain', at, { reason: 'deep', most: DEEPEST }));
    this.around.push(value);
    const copy = Array.isArray(value) ? this.list(value, at) : this.map(value, at);
    this.around.pop();
    return copy;
  }

  private map(value: object, at: Path): unknown {
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.of(each, joinPath(at, [key]))]));
    }
    // the rule by which cdk8s recognizes Quantity, IntOrString and the like
    const { value: own } = value as { readonly value?: unknown };
    if (typeof own === 'string' || typeof own === 'number') return own;
    return this.tell(found('not-plain', at, { reason: 'instance', value: Shown.of(value) }));
  }

  private tell(findings: readonly Finding[], value?: unknown): unknown {
    this.findings.push(...findings);
    return findings === FINE ? value : undefined;
  }
}
