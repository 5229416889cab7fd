import { posix } from 'node:path';
import {
  DeliveredEnvironment, DeliveredPart, IN_CLUSTER, withAnnotations, writtenAnnotations, argoCdUrl, DeliveryTool,
  isPrecious, repositoryPath, WrittenObject,
} from './delivery-tool';
import { FINE, found } from '../../base/findings/finding';
import { closed, filled, flag, list, pattern, PlainFields } from '../../base/check';
import { kindName } from '../../base/kinds/kind-of';
import { namespaceName, objectName } from '../../base/names';
import { SYNC_OPTIONS } from '../../cluster/objects/names';

/**
 * How Argo CD delivers environments: an Application for each folder. Objects of more than 262,144 bytes are applied
 * server-side. A namespace that depends on another one (`addDependency()`) is in a later sync wave.
 */
export interface ArgoCdDeliveryProps {
  /**
   * `repoURL` of the Applications: the Git repository that the output folder is committed to. Without user and
   * password.
   */
  readonly repoURL: string;

  /**
   * Where the output folder is in the repository, from its root.
   *
   * @default - `outdir` of the environments, if the program runs in the root of the repository; otherwise it is
   * required
   */
  readonly path?: string;

  /**
   * `targetRevision` of the Applications: a branch, a tag or a commit.
   *
   * @default 'HEAD' - the default branch of the repository
   */
  readonly targetRevision?: string;

  /**
   * The AppProject of the Applications.
   *
   * @default 'default'
   */
  readonly project?: string;

  /**
   * Kinds of the whole cluster that the project allows, as in its `clusterResourceWhitelist`: `<group>/<Kind>`, or
   * `<Kind>` in the core group, such as `Namespace`; either part may be `*`. An object of another such kind is an
   * error, since Argo CD would not apply it.
   *
   * @default - all if the project is `default`, which allows them unless somebody has changed it; otherwise none
   */
  readonly clusterResources?: string[];

  /**
   * The namespace of the Applications, which is that of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;

  /**
   * Whether each cluster has its own Argo CD. Then the destination of all Applications is the cluster in which they
   * are. Otherwise, it is the `cluster` of the environment.
   *
   * @default false
   */
  readonly inEachCluster?: boolean;

  /**
   * Whether an ApplicationSet finds the folders of an environment in the repository, instead of an Application for
   * each. It has no order: a dependency between charts of two namespaces is an error.
   *
   * @default false
   */
  readonly applicationSet?: boolean;

  /**
   * Whether Argo CD applies what is committed, and reverts changes in the cluster, without being asked. A folder
   * without manifests deletes nothing.
   *
   * @default true
   */
  readonly automated?: boolean;

  /**
   * Whether what is no longer in the repository is deleted from the cluster: an object, and all objects of a namespace
   * that the program no longer has. Namespaces and PersistentVolumeClaims always stay.
   *
   * @default true
   */
  readonly prune?: boolean;
}

const CLUSTER_RESOURCE = /^([*]|[a-z0-9.-]+)\/([*]|[A-Za-z0-9]+)$|^([*]|[A-Za-z0-9]+)$/;

/** The check of the properties. */
export const argoCdFindings = closed({
  repoURL: argoCdUrl,
  path: repositoryPath,
  targetRevision: filled,
  project: objectName,
  namespace: namespaceName,
  clusterResources: list(pattern(CLUSTER_RESOURCE, 'object-type')),
  inEachCluster: flag,
  applicationSet: flag,
  automated: flag,
  prune: flag,
}, ['repoURL']);

/** The maximum size of an object, in bytes, that is applied client-side, with a copy of itself in an annotation. */
const LARGEST_APPLIED = 262_144;

/** The tool that delivers by Applications. */
export function argoCd(props: ArgoCdDeliveryProps, path: string): DeliveryTool {
  const { project = 'default', applicationSet = false } = props;
  const allowed = props.clusterResources ?? (project === 'default' ? ['*', '*/*'] : []);
  return {
    name: 'Argo CD',
    folder: '_argocd',
    path,
    finish: (json, isClusterScoped) => {
      const [group, kind] = kindName(json).split('/');
      const isAllowed = !isClusterScoped || allowed.some(each => {
        const [ofGroup, ofKind] = each.includes('/') ? each.split('/') : ['', each];
        return (ofGroup === '*' || ofGroup === group) && (ofKind === '*' || ofKind === kind);
      });
      const name = group === '' ? kind : `${group}/${kind}`;
      return {
        json: withSyncOptions(json),
        findings: isAllowed ? FINE
          : found('not-deliverable', 'kind', { reason: 'cluster-kind', project, kind: name }),
      };
    },
    takesKustomizations: false,
    check: ({ parts }) => !applicationSet ? FINE
      : parts.filter(({ dependsOn }) => dependsOn.length > 0).flatMap(({ name, dependsOn: [needed] }) =>
        found('not-deliverable', 'applicationSet', { reason: 'application-set', part: name, needed })),
    files: environment => applicationSet
      ? new Map([[`${environment.name}.yaml`, [applicationSetOf(environment, props, path)]]])
      : applications(environment, props, path),
  };
}

function withSyncOptions(json: PlainFields): PlainFields {
  const given = writtenAnnotations(json)[SYNC_OPTIONS];
  const own =
    typeof given === 'string' ? given.split(',').map(option => option.trim()).filter(option => option !== '') : [];
  const needed = [
    ...isPrecious(json) ? ['Prune=false', 'Delete=false'] : [],
    ...Buffer.byteLength(JSON.stringify(json)) > LARGEST_APPLIED ? ['ServerSideApply=true'] : [],
  ];
  const isGiven = (option: string) => own.some(each => each.startsWith(option.replace(/=.*/, '=')));
  const more = needed.filter(option => !isGiven(option));
  return more.length === 0 ? json : withAnnotations(json, { [SYNC_OPTIONS]: [...own, ...more].join(',') });
}

const TYPE = { apiVersion: 'argoproj.io/v1alpha1' };

/** With this finalizer, the objects of an Application are deleted with it. */
const FINALIZERS = ['resources-finalizer.argocd.argoproj.io'];

/** The retries of a failed sync: objects may need those of another Application. */
const RETRY = { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } };

/** An Application for each part of an environment, and one for all of these, by their files. */
function applications(
  environment: DeliveredEnvironment, props: ArgoCdDeliveryProps, path: string,
): Map<string, readonly WrittenObject[]> {
  const { name, parts } = environment;
  const { project = 'default', namespace = 'argocd', prune = true } = props;
  const application = (metadata: WrittenObject, spec: SpecParts) =>
    ({ ...TYPE, kind: 'Application', metadata, spec: applicationSpec(spec, props) });
  const ofPart = (part: DeliveredPart) => application({
    name: part.name,
    namespace,
    annotations: {
      'argocd.argoproj.io/manifest-generate-paths': '.',
      ...part.wave > 0 ? { 'argocd.argoproj.io/sync-wave': String(part.wave) } : {},
    },
    finalizers: prune ? FINALIZERS : undefined,
  }, { project, path: posix.join(path, part.path), destination: destinationIn(environment, props, part.namespace) });
  const whole = parts.find(part => part.path === name);
  if (whole) return new Map([[`${name}.yaml`, [ofPart(whole)]]]);
  const root = application({ name, namespace, annotations: undefined, finalizers: undefined }, {
    project: 'default', path: posix.join(path, '_argocd', name), destination: { name: IN_CLUSTER, namespace },
  });
  return new Map([
    [`${name}.yaml`, [root]],
    ...parts.map(part => [`${name}/Application.${part.name}.yaml`, [ofPart(part)]] as const),
  ]);
}

interface SpecParts {
  readonly project: string;
  readonly path: string;
  readonly destination: WrittenObject;
}

function applicationSpec({ project, path, destination }: SpecParts, props: ArgoCdDeliveryProps): WrittenObject {
  const { repoURL, targetRevision = 'HEAD', automated = true, prune = true } = props;
  return {
    project,
    source: { repoURL, targetRevision, path },
    destination,
    syncPolicy: { ...automated ? { automated: { prune, selfHeal: true, allowEmpty: false } } : {}, retry: RETRY },
  };
}

function destinationIn(
  { cluster }: DeliveredEnvironment, { inEachCluster = false }: ArgoCdDeliveryProps, namespace?: string,
): WrittenObject {
  return { name: inEachCluster ? IN_CLUSTER : cluster ?? IN_CLUSTER, namespace };
}

/** The ApplicationSet that finds the folders of an environment in the repository. */
function applicationSetOf(environment: DeliveredEnvironment, props: ArgoCdDeliveryProps, path: string): WrittenObject {
  const { name, parts } = environment;
  const { repoURL, targetRevision = 'HEAD', project = 'default', namespace = 'argocd', prune = true } = props;
  const isWhole = parts.some(part => part.path === name);
  const folder = posix.join(path, name);
  const part = '{{.path.basename | trimPrefix "_"}}';
  const namespaceOfPart = '{{if ne .path.basename "_cluster"}}{{.path.basename}}{{end}}';
  const destination = destinationIn(environment, props, isWhole ? undefined : namespaceOfPart);
  return {
    ...TYPE,
    kind: 'ApplicationSet',
    metadata: { name, namespace },
    spec: {
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      generators: [{
        git: { repoURL, revision: targetRevision, directories: [{ path: isWhole ? folder : `${folder}/*` }] },
      }],
      syncPolicy: { preserveResourcesOnDeletion: !prune },
      template: {
        metadata: {
          name: isWhole ? name : `${name}-${part}`,
          annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.' },
          finalizers: prune ? FINALIZERS : undefined,
        },
        spec: applicationSpec({ project, path: '{{.path.path}}', destination }, props),
      },
    },
  };
}
