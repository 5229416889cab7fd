import type { Explanation } from '../explanation';
import { GITOPS_CODES } from './gitops';
import { KUBERNETES_CODES } from './kubernetes';
import { MANIFEST_CODES } from './manifest';
import { MODEL_CODES } from './model';
import { QUERY_CODES } from './query';
import { TAKEOVER_CODES } from './takeover';

/** All that is said of what can be wrong: each code with its sentences. */
export const CATALOGUE = { ...MODEL_CODES, ...GITOPS_CODES, ...KUBERNETES_CODES, ...MANIFEST_CODES, ...QUERY_CODES, ...TAKEOVER_CODES };

/** The stable id of a finding. */
export type ErrorCode = keyof typeof CATALOGUE;

const byCode = ([a]: [string, Explanation], [b]: [string, Explanation]) => a < b ? -1 : 1;

/** Every code, in order, with its cause and remedy. */
export const ERRORS = Object.fromEntries(Object.entries(CATALOGUE).sort(byCode)) as Readonly<Record<ErrorCode, Explanation>>;
