import type { DeclaredComponent } from './declared-component';
import { kubernetesComponents, kubernetesObjects } from './kubernetes-components';
import { oamComponents, oamObjects } from './oam-components';
import { ManifestDocument, ManifestError } from '../manifest/reading';

/**
 * The components of all applications among manifests, of OAM and of plain Kubernetes. One that is given for both is there twice.
 *
 * @throws ManifestError with all findings about them
 */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const [ofOam, ofKubernetes] = [oamObjects(documents), kubernetesObjects(documents)];
  const findings = [...ofOam, ...ofKubernetes].flatMap(object => object.findings());
  if (findings.length > 0) throw new ManifestError(findings);
  return [...oamComponents(ofOam, defaultNamespace), ...kubernetesComponents(ofKubernetes, documents, defaultNamespace)];
}
