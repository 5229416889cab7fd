import { posix } from 'node:path';
import type { Duration } from 'cdk8s';
import { DeliveryTool, isPrecious, repositoryPath, withAnnotations } from './delivery-tool';
import { fluxSettings, PRUNE, TOOL_FACTS, writtenAnnotations } from './tool-facts';
import { wholeSeconds } from '../../base/definitions/type';
import { Finding, FINE, found, must, ownWords, Path } from '../../base/findings/finding';
import { closed, filled, flag, isObject, list, mapOf, oneOf, PlainFields, text } from '../../base/check';
import { durationText } from '../../base/durations';
import { namespaceName, objectName, secretName } from '../../base/names';

/** A ConfigMap or a Secret with values of variables. */
export interface FluxSubstituteReference {
  /** `ConfigMap` or `Secret`. */
  readonly kind: string;

  /** Its name; it is in the namespace of the Kustomizations. */
  readonly name: string;

  /** Its variables that manifests use. Any other `${…}` in a manifest is an error. */
  readonly variables: string[];
}

/**
 * How Flux delivers environments: a Kustomization for each folder. One on which others depend (`addDependency()`) has
 * `wait: true`: a claim in it has to be bound before they are applied, so it must not wait for its first consumer among
 * them.
 */
export interface FluxDeliveryProps {
  /**
   * `spec.url` of the GitRepository: the Git repository that the output folder is committed to. Without user and
   * password.
   */
  readonly url: string;

  /**
   * Where the output folder is in the repository, from its root.
   *
   * @default - `outdir` of the environments, if the program runs in the root of the repository; otherwise it is
   * required
   */
  readonly path?: string;

  /** The branch of the repository. @default 'main' */
  readonly branch?: string;

  /** The name of the GitRepository. @default 'deployments' */
  readonly name?: string;

  /** The namespace of the GitRepository and of the Kustomizations. @default 'flux-system' */
  readonly namespace?: string;

  /**
   * The Secret with what Flux needs to read the repository, in the same namespace.
   *
   * @default - none: the repository can be read by anybody
   */
  readonly secretName?: string;

  /**
   * How often Flux looks at the repository and applies what differs in the cluster. Whole seconds.
   *
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * Whether what is no longer in the repository is deleted from the cluster: an object, and all objects of a namespace
   * that the program no longer has. Namespaces and PersistentVolumeClaims always stay.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * Values of variables that Flux puts into all manifests in place of `${name}`. Not for secrets: use `substituteFrom`
   * for them. With it, a `${…}` of no such variable is an error, and so is `$$`, since Flux changes both, unless the
   * object has the annotation `kustomize.toolkit.fluxcd.io/substitute: disabled`.
   *
   * @default - nothing is put in
   */
  readonly substitute?: { [variable: string]: string };

  /** ConfigMaps and Secrets in the cluster with values of more variables. @default - none */
  readonly substituteFrom?: FluxSubstituteReference[];
}

/** The names that Flux accepts. Any other `${…}` is an error of its own. */
const VARIABLE = /^[A-Za-z_]\w*$/;

const variable = must(value => typeof value === 'string' && VARIABLE.test(value), 'not-deliverable',
  ownWords('must be the name of a variable: letters, digits and "_", and no digit at the beginning',
    'give it another name'));

/** The check of the properties. */
export const fluxFindings = closed({
  url: TOOL_FACTS.flux.url.check,
  path: repositoryPath,
  branch: filled,
  name: objectName,
  namespace: namespaceName,
  secretName,
  interval: wholeSeconds,
  prune: flag,
  substitute: mapOf(text, variable),
  substituteFrom: list(closed({
    kind: oneOf('ConfigMap', 'Secret'), name: objectName, variables: list(variable),
  }, ['kind', 'name', 'variables'])),
}, ['url']);

/** The interval after which Flux retries what has failed: objects may need those of another Kustomization. */
const RETRY = '1m';

/** The tool that delivers by a GitRepository and Kustomizations. */
export function flux(props: FluxDeliveryProps, path: string): DeliveryTool {
  const { url, branch = 'main', name: source = 'deployments', namespace = 'flux-system', prune = true } = props;
  const { substitute, substituteFrom = [], secretName: secret } = props;
  const isSubstituting = Object.keys(substitute ?? {}).length + substituteFrom.length > 0;
  const variables = isSubstituting
    ? new Set([...Object.keys(substitute ?? {}), ...substituteFrom.flatMap(each => each.variables)]) : undefined;
  // Flux does not accept days
  const interval = props.interval
    ? durationText(props.interval).replace(/^(\d+)d$/, (_, days) => `${Number(days) * 24}h`) : '10m';
  const kustomization = (name: string, folder: string, more: object = {}) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace },
    spec: {
      interval,
      retryInterval: RETRY,
      path: `./${posix.join(path, folder)}`,
      prune,
      sourceRef: { kind: 'GitRepository', name: source },
      ...more,
    },
  });
  const { name: tool, folder: ownFolder } = TOOL_FACTS.flux;
  return {
    name: tool,
    folder: ownFolder,
    takesKustomizations: true,
    finish: json => ({
      json: isPrecious(json) ? withAnnotations(json, { [PRUNE]: 'disabled', ...writtenAnnotations(json) }) : json,
      findings: fluxObjectFindings(json, variables),
    }),
    check: () => FINE,
    common: [{
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: source, namespace },
      spec: { interval, url, ref: { branch }, secretRef: secret === undefined ? undefined : { name: secret } },
    }],
    ofPart: part => kustomization(part.name, part.path, {
      dependsOn: part.needs.length === 0 ? undefined : part.needs.map(name => ({ name })),
      // otherwise, Flux considers a Kustomization ready without waiting for its objects
      wait: part.isNeeded || undefined,
      postBuild: substitute || props.substituteFrom
        ? { substitute, substituteFrom: props.substituteFrom?.map(({ kind, name }) => ({ kind, name })) } : undefined,
    }),
    ofAll: ({ name }) => kustomization(name, posix.join(ownFolder, name)),
  };
}

/** The annotation or label of an object that Flux does not look into. */
const SUBSTITUTE = 'kustomize.toolkit.fluxcd.io/substitute';

/** Findings on an object that Flux would change or reject; `variables` are those that it substitutes, if any. */
function fluxObjectFindings(json: PlainFields, variables: ReadonlySet<string> | undefined): Finding[] {
  const { metadata } = json;
  return [
    ...variables && !fluxSettings(json, SUBSTITUTE).includes('disabled') ? substitutions(json, variables) : FINE,
    ...metadata?.generateName !== undefined && metadata.name === undefined ? found('not-deliverable', 'metadata.name',
      ownWords('is required: kustomize, by which Flux reads its folders, takes no object without a name',
        'give the object a name')) : FINE,
  ];
}

/** Strings that Flux takes for a variable, or for an escaped dollar. */
const REPLACED = /\$\$|\$\{(?<name>\w*)(?<rest>[^}]*)(?<end>\}?)/g;

/** Reports strings that Flux would replace although no variable is declared for them, each once, with its path. */
function substitutions(value: unknown, variables: ReadonlySet<string>, at: Path = []): Finding[] {
  if (typeof value === 'string') {
    return undeclaredVariables(value, variables).slice(0, 1).flatMap(each =>
      found('not-deliverable', at, { reason: 'substituted', text: each }));
  }
  if (Array.isArray(value)) return value.flatMap((element, i) => substitutions(element, variables, [...at, i]));
  if (!isObject(value)) return FINE;
  return Object.entries(value).flatMap(([key, element]) => [
    ...undeclaredVariables(key, variables).length > 0 ? substitutions(key, variables, [...at, key]) : FINE,
    ...substitutions(element, variables, [...at, key]),
  ]);
}

/** The parts of a string that Flux would replace, without a declared variable. */
function undeclaredVariables(given: string, variables: ReadonlySet<string>): string[] {
  if (!given.includes('$')) return [];
  const unknown = [...given.matchAll(REPLACED)].filter(({ groups }) => !(groups?.end && variables.has(groups.name)));
  // what follows the name of a variable is not shown
  return unknown.map(({ 0: whole, groups }) =>
    whole === '$$' ? whole : `\${${groups?.name}${groups?.rest ? '…' : ''}}`);
}
