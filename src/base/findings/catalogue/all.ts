import { ACCESS_CODES } from './access';
import { CHANGES_CODES } from './changes';
import { COMMANDS_CODES } from './commands';
import { GITOPS_CODES } from './gitops';
import { KUBERNETES_CODES } from './kubernetes';
import { MANIFEST_CODES } from './manifest';
import { MODEL_CODES } from './model';
import { MONITORING_CODES } from './monitoring';
import { QUERY_CODES } from './query';
import { RENDERERS_CODES } from './renderers';
import { ROUTES_CODES } from './routes';
import { TESTING_CODES } from './testing';
import { TRAITS_CODES } from './traits';
import { VALUES_CODES } from './values';

// named parts, which the declarations of the package refer to; without the name, they would all be repeated here
type Catalogue =
  typeof ACCESS_CODES & typeof CHANGES_CODES & typeof COMMANDS_CODES & typeof GITOPS_CODES & typeof KUBERNETES_CODES
  & typeof MANIFEST_CODES & typeof MODEL_CODES & typeof MONITORING_CODES & typeof QUERY_CODES & typeof RENDERERS_CODES
  & typeof ROUTES_CODES & typeof TESTING_CODES & typeof TRAITS_CODES & typeof VALUES_CODES;

/** The texts of all findings: each code with its sentences. */
export const CATALOGUE: Catalogue = {
  ...ACCESS_CODES,
  ...CHANGES_CODES,
  ...COMMANDS_CODES,
  ...GITOPS_CODES,
  ...KUBERNETES_CODES,
  ...MANIFEST_CODES,
  ...MODEL_CODES,
  ...MONITORING_CODES,
  ...QUERY_CODES,
  ...RENDERERS_CODES,
  ...ROUTES_CODES,
  ...TESTING_CODES,
  ...TRAITS_CODES,
  ...VALUES_CODES,
};

/** The stable id of a finding. */
export type ErrorCode = keyof typeof CATALOGUE;
