import { asObject, PlainFields, PlainValue } from '../../base/check';
import { Check, FINE, found, hidden } from '../../base/findings/finding';

/** What the library knows of a delivery tool, whatever a program sets up. */
export interface ToolFacts {
  readonly name: string;
  /** The folder, in the output folder, for the objects that configure the tool. */
  readonly folder: string;
  /** The method of GitOpsDelivery. */
  readonly factory: string;
  /** The property with the URL of the repository, and its check. */
  readonly url: { readonly property: string; readonly check: Check };
  /** Whether metadata keeps the tool from deleting an object, whether it prunes or deletes all that it has applied. */
  readonly keeps: (object: PlainFields) => boolean;
  /** Whether metadata has the tool delete an object and create it again if it cannot change it. */
  readonly recreates: (object: PlainFields) => boolean;
}

/**
 * The maximum length of the name of what delivers the objects of a folder, `<environment>-<namespace>`: it becomes the
 * value of a label.
 */
export const LONGEST_DELIVERED = 63;

/** The annotations of an object, which may have any values. */
export function writtenAnnotations({ metadata }: PlainFields): Readonly<Record<string, PlainValue | undefined>> {
  return asObject(metadata?.annotations);
}

/** The annotation from which Argo CD reads how to sync an object. */
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/** Whether the sync options of an object for Argo CD include this one. */
const hasSyncOption = (object: PlainFields, option: string) =>
  String(writtenAnnotations(object)[SYNC_OPTIONS]).split(',').some(each => each.trim() === option);

/** The annotation or label from which Flux reads whether to delete an object. */
export const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';

/** The values of a setting of Flux, which reads annotations and labels. */
export const fluxSettings = (object: PlainFields, key: string): unknown[] =>
  [writtenAnnotations(object), asObject(object.metadata?.labels)].map(map => map[key]);

/** Whether a setting of Flux has this value, in any case. */
const hasFluxSetting = (object: PlainFields, key: string, expected: string) =>
  fluxSettings(object, key).some(value => String(value).toLowerCase() === expected);

/** The characters of a URL: quotes, brackets and invisible characters are escaped in it. */
const REST = '[^\\s\\p{C}?#"<>\\\\^`{|}]+';

const HTTP_OR_SSH = `(?:https?|ssh)://${REST}`;

/** A URL that a tool can read. The value of an invalid one is not shown, since it may contain a password. */
function repositoryUrl(tool: string, forms: RegExp, shape: 'argo-cd-url' | 'flux-url'): Check {
  return (value, field) => {
    const isText = typeof value === 'string';
    const [, scheme, user] = isText && /^(\w+):\/\/([^/@]*@)?/.exec(value) || [];
    if (user !== undefined && (/^https?$/i.test(scheme) || user.includes(':'))) {
      return found('invalid-value', field, { reason: 'credentials', tool });
    }
    return isText && forms.test(value) && (!value.includes('://') || URL.canParse(value)) ? FINE
      : hidden('invalid-value', shape, field);
  };
}

/** All tools, by their names on the command line. */
export const TOOL_FACTS = {
  'argo-cd': {
    name: 'Argo CD',
    folder: '_argocd',
    factory: 'argoCd',
    url: {
      property: 'repoURL',
      check: repositoryUrl('Argo CD', new RegExp(`^(?:${HTTP_OR_SSH}|[\\w.-]+@[\\w.-]+:${REST})$`, 'u'), 'argo-cd-url'),
    },
    keeps: object => ['Prune=false', 'Delete=false'].every(option => hasSyncOption(object, option)),
    recreates: object => hasSyncOption(object, 'Force=true'),
  },
  'flux': {
    name: 'Flux',
    folder: '_flux',
    factory: 'flux',
    url: { property: 'url', check: repositoryUrl('Flux', new RegExp(`^${HTTP_OR_SSH}$`, 'u'), 'flux-url') },
    keeps: object => hasFluxSetting(object, PRUNE, 'disabled'),
    recreates: object => hasFluxSetting(object, 'kustomize.toolkit.fluxcd.io/force', 'enabled'),
  },
} as const satisfies Record<string, ToolFacts>;

/** The name of the first tool of which something is true. */
export const toolThat = (is: (tool: ToolFacts) => boolean) => Object.values<ToolFacts>(TOOL_FACTS).find(is)?.name;
