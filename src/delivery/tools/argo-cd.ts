import { posix } from 'node:path';
import {
  DeliveredEnvironment, DeliveryTool, IN_CLUSTER, isPrecious, repositoryPath, withAnnotations,
} from './delivery-tool';
import { SYNC_OPTIONS, TOOL_FACTS, writtenAnnotations } from './tool-facts';
import { closed, filled, flag, list, pattern, PlainFields } from '../../base/check';
import { FINE, found } from '../../base/findings/finding';
import { kindName } from '../../base/kind-of';
import { namespaceName, objectName } from '../../base/names';

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

  /** The AppProject of the Applications. @default 'default' */
  readonly project?: string;

  /**
   * Kinds of the whole cluster that the project allows, as in its `clusterResourceWhitelist`: `<group>/<Kind>`, or
   * `<Kind>` in the core group, such as `Namespace`; either part may be `*`. An object of another such kind is an
   * error, since Argo CD would not apply it.
   *
   * @default - all if the project is `default`, which allows them unless somebody has changed it; otherwise none
   */
  readonly clusterResources?: string[];

  /** The namespace of the Applications, which is that of Argo CD. @default 'argocd' */
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

/** `<group>/<Kind>`, or `<Kind>` in the core group; either part may be `*`. */
const CLUSTER_RESOURCE = /^([*]|[a-z0-9.-]+)\/([*]|[A-Za-z0-9]+)$|^([*]|[A-Za-z0-9]+)$/;

/** The check of the properties. */
export const argoCdFindings = closed({
  repoURL: TOOL_FACTS['argo-cd'].url.check,
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

/** Adds sync options to an object that needs them; one that the program itself has written takes precedence. */
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

/** The retries of a failed sync: objects may need those of another Application. */
const RETRY = { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } };

/** The tool that delivers by Applications, or by an ApplicationSet that finds the folders in the repository. */
export function argoCd(props: ArgoCdDeliveryProps, path: string): DeliveryTool {
  const {
    repoURL, targetRevision = 'HEAD', project = 'default', namespace = 'argocd', inEachCluster, applicationSet,
    automated = true, prune = true, clusterResources = project === 'default' ? ['*', '*/*'] : [],
  } = props;
  const allowed = clusterResources.map(each => each.includes('/') ? each.split('/') : ['', each]);
  const type = { apiVersion: 'argoproj.io/v1alpha1' };
  const generatePaths = { 'argocd.argoproj.io/manifest-generate-paths': '.' };
  // the objects of an Application are deleted with it
  const finalizers = prune ? ['resources-finalizer.argocd.argoproj.io'] : undefined;
  const destinationIn = ({ cluster = IN_CLUSTER }: DeliveredEnvironment, ofPart?: string) =>
    ({ name: inEachCluster ? IN_CLUSTER : cluster, namespace: ofPart });
  const specOf = (folder: string, destination: object, ofProject = project) => ({
    project: ofProject,
    source: { repoURL, targetRevision, path: folder },
    destination,
    syncPolicy: { ...automated && { automated: { prune, selfHeal: true, allowEmpty: false } }, retry: RETRY },
  });
  const { name: tool, folder: ownFolder } = TOOL_FACTS['argo-cd'];
  return {
    name: tool,
    folder: ownFolder,
    takesKustomizations: false,
    finish: (json, isClusterScoped) => {
      const [group, kind] = kindName(json).split('/');
      const isAllowed = !isClusterScoped || allowed.some(([ofGroup, ofKind]) =>
        ['*', group].includes(ofGroup) && ['*', kind].includes(ofKind));
      const name = group === '' ? kind : `${group}/${kind}`;
      return {
        json: withSyncOptions(json),
        findings: isAllowed ? FINE : found('not-deliverable', 'kind', { reason: 'cluster-kind', project, kind: name }),
      };
    },
    check: ({ parts }) => !applicationSet ? FINE
      : parts.filter(({ dependsOn }) => dependsOn.length > 0).flatMap(({ name, dependsOn: [needed] }) =>
        found('not-deliverable', 'applicationSet', { reason: 'application-set', part: name, needed })),
    ofPart: applicationSet ? undefined : (part, environment) => ({
      ...type,
      kind: 'Application',
      metadata: {
        name: part.name,
        namespace,
        annotations: { ...generatePaths, ...part.wave > 0 && { 'argocd.argoproj.io/sync-wave': String(part.wave) } },
        finalizers,
      },
      spec: specOf(posix.join(path, part.path), destinationIn(environment, part.namespace)),
    }),
    ofAll: environment => {
      const { name, isWhole } = environment;
      const metadata = { name, namespace };
      if (!applicationSet) {
        const spec = specOf(posix.join(path, ownFolder, name), { name: IN_CLUSTER, namespace }, 'default');
        return { ...type, kind: 'Application', metadata, spec };
      }
      const folder = posix.join(path, name);
      const namespaceOfPart = '{{if ne .path.basename "_cluster"}}{{.path.basename}}{{end}}';
      return {
        ...type,
        kind: 'ApplicationSet',
        metadata,
        spec: {
          goTemplate: true,
          goTemplateOptions: ['missingkey=error'],
          generators: [{
            git: { repoURL, revision: targetRevision, directories: [{ path: isWhole ? folder : `${folder}/*` }] },
          }],
          syncPolicy: { preserveResourcesOnDeletion: !prune },
          template: {
            metadata: {
              name: isWhole ? name : `${name}-{{.path.basename | trimPrefix "_"}}`,
              annotations: generatePaths,
              finalizers,
            },
            spec: specOf('{{.path.path}}', destinationIn(environment, isWhole ? undefined : namespaceOfPart)),
          },
        },
      };
    },
  };
}
