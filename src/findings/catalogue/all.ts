import type { Explanation } from '../explanation';
import { ACCESS_CODES } from './access';
import { COMMANDS_CODES } from './commands';
import { DATA_CODES } from './data';
import { GITOPS_CODES } from './gitops';
import { IMPORT_CODES } from './import';
import { KUBERNETES_CODES } from './kubernetes';
import { MANIFEST_CODES } from './manifest';
import { METRICS_CODES } from './metrics';
import { MODEL_CODES } from './model';
import { NAMES_CODES } from './names';
import { QUERY_CODES } from './query';
import { REQUIRED_CODES } from './required';
import { SERVICES_CODES } from './services';
import { TAKEOVER_CODES } from './takeover';
import { TRAITS_CODES } from './traits';
import { VALUES_CODES } from './values';
import { WORKLOADS_CODES } from './workloads';

/** All that is said of what can be wrong: each code with its sentences. */
export const CATALOGUE = {
  ...ACCESS_CODES,
  ...COMMANDS_CODES,
  ...DATA_CODES,
  ...GITOPS_CODES,
  ...IMPORT_CODES,
  ...KUBERNETES_CODES,
  ...MANIFEST_CODES,
  ...METRICS_CODES,
  ...MODEL_CODES,
  ...NAMES_CODES,
  ...QUERY_CODES,
  ...REQUIRED_CODES,
  ...SERVICES_CODES,
  ...TAKEOVER_CODES,
  ...TRAITS_CODES,
  ...VALUES_CODES,
  ...WORKLOADS_CODES,
};

/** The stable id of a finding. */
export type ErrorCode = keyof typeof CATALOGUE;

const byCode = ([a]: [string, Explanation], [b]: [string, Explanation]) => a < b ? -1 : 1;

/** Every code, in order, with its cause and remedy. */
export const ERRORS = Object.fromEntries(Object.entries(CATALOGUE).sort(byCode)) as Readonly<Record<ErrorCode, Explanation>>;
