import { FLAGS } from './flags';
import { Finding, found } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';

/** A field without which there is no platform, the flag that gives it too, and which sentences say so. */
const REQUIRED = {
  'platform': { flag: FLAGS.platform.flag, asFlag: 'platform-required', asField: 'platform-setting' },
  'kubernetes.prometheus.namespace': {
    flag: FLAGS.prometheus.flag, asFlag: 'prometheus-required', asField: 'prometheus-namespace-setting',
  },
  'kubernetes.prometheus.name': { flag: FLAGS.prometheus.flag, asFlag: 'prometheus-required', asField: 'prometheus-name-setting' },
  'kubernetes.prometheus.monitorSelector': {
    flag: FLAGS.monitorSelector.flag, asFlag: 'monitor-selector-required', asField: 'monitor-selector-setting',
  },
  'kubernetes.ingress.className': { flag: FLAGS.ingressClass.flag, asFlag: 'ingress-class-required', asField: 'ingress-class-setting' },
  'kubernetes.ingress.tls': { flag: FLAGS.clusterIssuer.flag, asFlag: 'certificates-required', asField: 'certificates-setting' },
} as const;

/** The path of such a field. */
export type RequiredField = keyof typeof REQUIRED;

/** The field at a path, if there is no platform without it. */
export function requiredAt(path: Path): RequiredField | undefined {
  const field = showPath(path);
  return Object.hasOwn(REQUIRED, field) ? field as RequiredField : undefined;
}

/** Where nothing around the field is written: names its flag, and the field of the file that would do the same. */
export function missingFlag(field: RequiredField, file: string): Finding[] {
  const { flag, asFlag: reason } = REQUIRED[field];
  return found('usage', flag, { reason, file });
}

/** Where something around the field is written. */
export function missingField(field: RequiredField): Finding[] {
  return found('missing-field', field, { reason: REQUIRED[field].asField });
}
