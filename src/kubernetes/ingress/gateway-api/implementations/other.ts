import { Implementation } from './implementation';

/** Any other implementation, of which only the features that all must support are known. */
export const OTHER: Implementation = {
  title: 'any other',
  notes: ['Only exact paths, prefixes, headers and redirects are rendered.'],
};
