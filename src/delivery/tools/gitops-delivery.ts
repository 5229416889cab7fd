import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { argoCd, ArgoCdDeliveryProps, argoCdFindings } from './argo-cd';
import { flux, FluxDeliveryProps, fluxFindings } from './flux';
import { DeliveryTool, isInRepository } from './delivery-tool';
import { Finding, found, ownWords } from '../../base/findings/finding';
import { brand, throwFindings } from '../../base/brand';
import { OUTPUT } from '../../base/output-folder';
import { snapshot } from '../../base/plain';

/** Creates a tool for the path of the output folder in the repository. */
type ToolMaker = (path: string) => DeliveryTool;

/**
 * How a GitOps tool delivers environments from the Git repository that their output folder is committed to. The objects
 * that configure the tool are written beside the environments, outside the folders that the tool reads.
 */
export class GitOpsDelivery {
  /**
   * By Argo CD: an Application for each namespace of each environment in `_argocd/<environment>/`, and one for all of
   * these in `_argocd/<environment>.yaml`, which has to be applied once; or an ApplicationSet.
   *
   * @param props the repository, and how it is delivered
   * @throws ModelError if a property is invalid
   */
  public static argoCd(props: ArgoCdDeliveryProps): GitOpsDelivery {
    const own = snapshot(props);
    throwFindings('GitOpsDelivery.argoCd()', argoCdFindings(own, ''));
    return new GitOpsDelivery(own.path, path => argoCd(own, path));
  }

  /**
   * By Flux: a Kustomization for each namespace of each environment in `_flux/<environment>/`, and a GitRepository with
   * a Kustomization for all of these in `_flux/<environment>.yaml`, which has to be applied once.
   *
   * @param props the repository, and how it is delivered
   * @throws ModelError if a property is invalid
   */
  public static flux(props: FluxDeliveryProps): GitOpsDelivery {
    const own = { ...snapshot(props), interval: props?.interval };
    throwFindings('GitOpsDelivery.flux()', fluxFindings(own, ''));
    return new GitOpsDelivery(own.path, path => flux(own, path));
  }

  private constructor(private readonly path: string | undefined, private readonly make: ToolMaker) {}

  /** The tool, or the findings against it. @internal */
  public _toolFor(outdir: string | undefined): DeliveryTool | Finding[] {
    const path = this.path ?? pathInRepository(outdir);
    return path === undefined ? found('invalid-value', 'path',
      ownWords(
        'is required: the output folder is not in the working directory, or that is not the root of the repository',
        'give the path of the output folder from the root of the repository')) : this.make(path);
  }
}

brand(GitOpsDelivery);

/** The output folder of cdk8s if nobody names another one. */
const DEFAULT = 'dist';

/**
 * The path of the output folder in the repository, if the program runs in the root of the repository; `undefined` if
 * this is not certain.
 */
function pathInRepository(outdir: string | undefined): string | undefined {
  const root = process.cwd();
  for (let folder = root; ; folder = dirname(folder)) {
    const isRepository = existsSync(join(folder, '.git'));
    if (isRepository && folder !== root) return undefined;
    if (isRepository || folder === dirname(folder)) break;
  }
  const below = (folder: string) => {
    const path = relative('.', folder).replaceAll(sep, '/') || '.';
    return isAbsolute(path) || !isInRepository(path) ? undefined : path;
  };
  const { CDK8S_OUTDIR, [OUTPUT]: output } = process.env;
  // an output folder outside of the working directory is only for a look at what is written: the path remains the
  // default
  return outdir === undefined ? below(output ?? CDK8S_OUTDIR ?? DEFAULT) ?? DEFAULT : below(outdir);
}
