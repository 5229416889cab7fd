import { Fields, OAM_FIELDS, VENDOR_FIELDS } from '../../manifest/checking/oam-fields';

/** Names of fields that manifests often have beside those of OAM. */
const KUBERNETES = `
  affinity annotations apiVersion args binaryData capabilities clusters command configMap configMapKeyRef configuration containers data defaultMode domainType domainUID emptyDir env
  envFrom fieldRef hostNetwork image imagePullPolicy imagePullSecrets immutable initContainers items jvm key kind labels lifecycle limits livenessProbe maxSurge maxUnavailable
  medium metadata minReadySeconds monitoringExporter mountPath name namespace nodeSelector optional persistentVolumeClaim placement podManagementPolicy podSpec port ports
  preStop priorityClassName readOnly readinessProbe replicas requests resources restartPolicy revisionHistoryLimit rollingUpdate runAsNonRoot runAsUser secret secretKeyRef secretRef
  securityContext selector serverPod serviceAccount serviceAccountName serviceName sizeLimit spec startupProbe status storageClassName strategy stringData subPath template
  terminationGracePeriodSeconds tolerations topologySpreadConstraints type updateStrategy value valueFrom volumeClaimTemplates volumeMounts volumes webLogicCredentialsSecret workingDir
`.trim().split(/\s+/);

function namesOf(fields: Fields): string[] {
  if (fields === true) return [];
  return Object.entries(fields).flatMap(([name, inner]) => [...Array.isArray(fields) ? [] : [name], ...namesOf(inner)]);
}

const OAM = [OAM_FIELDS, VENDOR_FIELDS].flatMap(kinds => Object.values(kinds).flatMap(namesOf));

/** Names of fields that are known to be such, and no secret whose place is wrong. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([...KUBERNETES, ...OAM]);
