import type { FrameSentence } from '../sentence';

/**
 * Sentences around that of another finding, which is `{problem:bare}` in them: the finding keeps its code. A remedy takes the place of its own.
 */
export const FRAMES = {
  'not-scraped': { problem: 'is not scraped: {problem:bare}' },
  'port-not-scraped': {
    problem: 'is not scraped: {problem:bare}',
    remedy: 'name the right port in a MetricsTrait, or set \'enabled: false\' there, if it has no metrics',
  },
  'scraped-by-operator': {
    problem: 'is all that scrapes the component, since it {problem:bare}',
    remedy: 'add a MetricsTrait to have the job name and the labels of the platform instead: the operator\'s monitor is switched off then',
  },
  'operator-switched-off': {
    problem: 'is rendered with \'enabled: false\', since it {problem:bare}',
    remedy: 'ask for other ports in the MetricsTrait (\'enabled: false\' if there are none) to keep the operator\'s monitor',
  },
  'parameter': { problem: 'sets {sets:path} of the workload, which {problem:bare}' },
  'left-out': { problem: '{problem:bare}; it is left out' },
  'placeholder': {
    problem: '{problem:bare}',
    remedy: 'fill in the template, with the tool that it was written for, and read what comes out',
  },
} as const satisfies Record<string, FrameSentence>;

/** What is said around the sentence of a finding. */
export type Frame = keyof typeof FRAMES;
