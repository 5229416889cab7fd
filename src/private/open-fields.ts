import { holdsPassword, isSuspicious } from './suspicious';

// Only values that are certainly no passwords are shown: those of fields that hold a name, a number or a word of their kind, if they look
// like one.

const WORD = /^[A-Za-z0-9_][\w.-]{0,252}$/;

/**
 * The form of values that are shown, and their fields: by name (`field`), or by the names of the field around them and their own
 * (`outer.field`).
 */
const OPEN: readonly { readonly looks: RegExp; readonly fields: string }[] = [
  {
    looks: WORD,
    fields: `
      accessMode accessModes action apiGroup apiGroups backoffLimit claimName clusterIssuer clusterName componentName concurrencyPolicy
      container containerName controller dnsPolicy domainUID effect externalName externalTrafficPolicy fieldPath fieldPaths format
      fromFieldPath gatewayClassName generateName group honorLabels imagePullPolicy ingressClassName instanceLabel
      internalTrafficPolicy issuer ipFamilies ipFamilyPolicy job jobLabel kind medium mode mountPropagation name namespace names
      namespaces operator pathType persistentVolumeReclaimPolicy podManagementPolicy podTargetLabels policyTypes port preemptionPolicy
      priorityClassName propagationPolicy protocol reclaimPolicy resource resourceNames resources restartPolicy revisionName role
      runtimeClassName schedulerName scheme scope sectionName secretName serviceAccount serviceAccountName serviceName sessionAffinity
      sharingPolicy sourceLabels storageClassName targetLabel targetLabels targetPort terminationMessagePolicy toFieldPath topologyKey
      unsatisfiableConstraint updateMode verbs version volumeBindingMode volumeMode volumeName whenDeleted whenScaled whenUnsatisfiable
      workloadType configMapKeyRef.key fromSecret.key items.key matchExpressions.key matchExpressions.values matchFields.key
      matchFields.values secretKeyRef.key tolerations.key tolerations.value
    `,
  },
  { looks: /^[\w.-]{1,253}(\/[\w.-]{1,63})?$/, fields: 'apiVersion scraper type provisioner controllerName finalizers' },
  {
    looks: /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$/,
    fields: 'image fluentdImage loggingImage initImage imageName',
  },
  { looks: /^[\w./*-]{1,1024}$/, fields: 'path paths mountPath subPath workingDir devicePath hostPath metricsPath' },
  { looks: /^(\*\.)?[\w.-]{1,253}$/, fields: 'host hosts hostname hostnames hostAliases dnsNames' },
  { looks: /^(None|[\da-f.:/]{1,64})$/i, fields: 'cidr except clusterIP clusterIPs externalIPs ip loadBalancerIP podIP' },
  {
    looks: /^\d[\d.smhd]*[A-Za-z%]{0,2}$/,
    fields: `
      cpu memory storage sizeLimit heapSize interval scrapeTimeout timeout refreshInterval duration renewBefore maxSurge maxUnavailable
      minAvailable required ttl
    `,
  },
  { looks: /^(@[a-z]+|[\d*/,A-Z -]+)$/, fields: 'schedule' },
];

/** Maps with keys of the user, and the form of the values that are shown. */
const OPEN_MAPS: Readonly<Record<string, RegExp>> = {
  labels: /^[\w.-]{0,63}$/,
  matchLabels: /^[\w.-]{0,63}$/,
  nodeSelector: /^[\w.-]{0,63}$/,
  selector: /^[\w.-]{0,63}$/,
  podLabels: /^[\w.-]{0,63}$/,
  limits: /^\d[\d.]*[A-Za-z]{0,2}$/,
  requests: /^\d[\d.]*[A-Za-z]{0,2}$/,
};

/** Annotations with the form of the values that are shown. Any other may hold a URL, a piece of configuration or the object itself. */
const ANNOTATIONS: Readonly<Record<string, RegExp>> = {
  'argocd.argoproj.io/hook': WORD,
  'argocd.argoproj.io/sync-wave': /^-?\d+$/,
  'cert-manager.io/cluster-issuer': WORD,
  'cert-manager.io/issuer': WORD,
  'haproxy.org/auth-secret': /^[\w./-]+$/,
  'haproxy.org/auth-type': WORD,
  'kubernetes.io/ingress.class': WORD,
  'nginx.ingress.kubernetes.io/auth-secret': /^[\w./-]+$/,
  'nginx.ingress.kubernetes.io/auth-type': WORD,
  'prometheus.io/path': /^[\w./-]+$/,
  'prometheus.io/port': /^\d+$/,
  'prometheus.io/scheme': /^https?$/,
  'version': /^v?\d+(\.\d+)*$/,
};

/** Fields below which nothing is shown, whatever the fields there are called. */
const CLOSED = new Set(`
  args arguments auth basicAuth binaryData command commands config configuration configurations content contents data encryptedData env
  extraEnv files headers httpHeaders javaOptions jvmArgs options parameterValues params parameters properties settings sops stringData
  systemProperties values valuesObject variables vars volumeAttributes
`.trim().split(/\s+/));

/** Fields in the elements of closed lists that are open nevertheless: names, and references, which hold no value. */
const OPEN_ELEMENTS = new Set([
  'config.fromSecret', 'env.fromSecret', 'env.name', 'env.valueFrom', 'parameterValues.name', 'parameters.fieldPaths',
  'parameters.name', 'parameters.required',
]);

const LOOKS = new Map(OPEN.flatMap(({ looks, fields }) => fields.trim().split(/\s+/).map(field => [field, looks] as const)));

/** The location of a value: the name of its field, and of the field around that. */
export interface FieldPlace {
  readonly name: string;
  readonly around: string;
}

/** Whether nothing below a field is shown. */
export function isClosedField({ around, name }: FieldPlace, value: unknown): boolean {
  return CLOSED.has(name) && !LOOKS.has(`${around}.${name}`) || typeof value === 'object' && holdsPassword(name);
}

/** Whether a field of an element of a closed list is open. */
export function isOpenElement({ around, name }: FieldPlace): boolean {
  return OPEN_ELEMENTS.has(`${around}.${name}`);
}

/** Whether a value, neither a list nor a map, is certainly no password. An absent one is none. */
export function isOpenValue(value: unknown, { around, name }: FieldPlace): boolean {
  if (value == null || ['', 'true', 'false'].includes(String(value))) return true;
  if (around === 'annotations') return Object.hasOwn(ANNOTATIONS, name) && ANNOTATIONS[name].test(String(value));
  if (typeof value === 'number') return !isSuspicious(name);
  if (Object.hasOwn(OPEN_MAPS, around)) return !isSuspicious(name) && OPEN_MAPS[around].test(String(value));
  return [LOOKS.get(`${around}.${name}`), LOOKS.get(name)].some(looks => looks?.test(String(value)));
}

/** Whether a field may show values other than numbers and booleans. */
export function isOpenField({ around, name }: FieldPlace): boolean {
  if (around === 'annotations') return Object.hasOwn(ANNOTATIONS, name);
  return !isSuspicious(name) && Object.hasOwn(OPEN_MAPS, around) || LOOKS.has(`${around}.${name}`) || LOOKS.has(name);
}

/** Whether the name of an object looks like a name. */
export function isOpenName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_][\w.:/-]{0,252}$/.test(value);
}
