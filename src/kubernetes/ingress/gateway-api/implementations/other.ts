import { Implementation } from './implementation';

/** Of any other implementation nothing is known but what all must have. */
export const OTHER: Implementation = {
  title: 'any other',
  notes: ['Only exact paths, prefixes, headers and redirects are rendered.'],
};
