import { DeclaredComponent } from './declared-component';
import { kubernetesComponents } from './declared-kubernetes';
import { oamComponents } from './declared-oam';
import { duplicates } from './duplicates';
import { kubernetesObjects } from './kubernetes-objects';
import { oamObjects } from './oam-objects';
import { onceEach } from './once-each';
import { ManifestDocument, ManifestError } from '../manifest/reading';

/** The components of all applications among manifests, of OAM and of plain Kubernetes. Throws all that is wrong with them together. */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const ofOam = oamObjects(documents);
  const ofKubernetes = kubernetesObjects(documents);
  const objects = [...ofOam, ...ofKubernetes];
  const findings = [...objects.flatMap(object => object.findings()), ...duplicates(objects, defaultNamespace)];
  if (findings.length > 0) throw new ManifestError(findings);
  return onceEach(oamComponents(ofOam, defaultNamespace), kubernetesComponents(ofKubernetes, documents, defaultNamespace));
}
