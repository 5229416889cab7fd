import { FLAGS } from './flags';
import { Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';

/** A field without which there is no platform. */
interface Required {
  /** For what it is required. */
  readonly why: string;
  /** What is to be given in the field. */
  readonly what: string;
  /** The flag that gives it too, and others that would do. */
  readonly flag: string;
  readonly others?: string;
  /** What is to be given to the flag, and the field that does the same. */
  readonly byFlag: string;
  readonly inFile: string;
}

const KUBERNETES = 'for platform kubernetes';
const INGRESSES = 'for Ingresses';
const { platform, prometheus, monitorSelector, ingressClass, clusterIssuer, issuer, tlsSecret, insecureWithoutTls } = FLAGS;

const PROMETHEUS = { why: KUBERNETES, flag: prometheus.flag, byFlag: 'give <namespace>/<name> of the Prometheus resource', inFile: 'kubernetes.prometheus' };
const CERTIFICATES = 'say where their certificates come from';

const REQUIRED: Readonly<Record<string, Required>> = {
  'platform': { why: '', what: 'give oam or kubernetes', flag: platform.flag, byFlag: 'give oam or kubernetes', inFile: 'platform' },
  'kubernetes.prometheus.namespace': { ...PROMETHEUS, what: 'give the namespace of the Prometheus resource' },
  'kubernetes.prometheus.name': { ...PROMETHEUS, what: 'give the name of the Prometheus resource' },
  'kubernetes.prometheus.monitorSelector': {
    why: KUBERNETES,
    what: 'give spec.podMonitorSelector of the Prometheus resource',
    flag: monitorSelector.flag,
    byFlag: 'give the labels by which the Prometheus resource selects monitors, or all',
    inFile: 'kubernetes.prometheus.monitorSelector',
  },
  'kubernetes.ingress.className': {
    why: INGRESSES, what: 'give the name of the IngressClass', flag: ingressClass.flag, byFlag: 'give the name of the IngressClass', inFile: 'kubernetes.ingress.className',
  },
  'kubernetes.ingress.tls': {
    why: INGRESSES,
    what: CERTIFICATES,
    flag: clusterIssuer.flag,
    others: `${issuer.flag}, ${tlsSecret.flag} or ${insecureWithoutTls.flag}`,
    byFlag: CERTIFICATES,
    inFile: 'kubernetes.ingress.tls',
  },
};

/** Whether a field is one without which there is no platform. */
export function isRequired(field: string): boolean {
  return Object.hasOwn(REQUIRED, field);
}

/** Said where nothing around the field is written: by its flag, with the field of the file that would do the same. */
export function missingFlag(field: string, file: string): Finding[] {
  const { why, flag, others, byFlag, inFile } = REQUIRED[field];
  return finding('usage', flag, `is required${why && ` ${why}`}${others ? `, or ${others}` : ''}`, `${byFlag}, or ${inFile} in ${file}`);
}

/** Said where something around the field is written. Flags are named where there may be some. */
export function missingField(field: string, hasFlags: boolean): Finding[] {
  const { why, what, flag, others } = REQUIRED[field];
  const flags = others ? `${flag}, ${others}` : flag;
  return finding('missing-field', field, `is required${why && ` ${why}`}`, hasFlags ? `${what}, or give ${flags}` : what);
}
