import { envName } from './pod-checks';
import { bad, Check, FINE, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { all, list, object, only, pattern, unique } from '../../private/check';

// what the schema of OAM allows, and Kubernetes does not; and what the schema does not know, which would be lost

const portName = pattern(/^[a-z]{1,15}$/, 'short-port-name');

const EXTENDED = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)+[a-z0-9]([-a-z0-9]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const extendedName: Check = (value, field) => EXTENDED.test(value) && !/^requests\.|(^|\.)kubernetes\.io\//.test(value)
  ? FINE
  : bad('invalid-name', 'extended-resource', field, value);

const wholeAmount: Check = (value, field) => /^\d+$/.test(`${value}`)
  ? FINE
  : bad('invalid-value', 'whole-amount', field, value);

const noGpu: Check = (value, field) => value?.gpu == null
  ? FINE
  : found('not-expressible', joinPath(field, ['gpu']), { reason: 'gpu' });

const hasSource: Check = (value, field) => {
  const given = ['value', 'fromSecret'].filter(source => value?.[source] != null).length;
  if (given === 0) return found('missing-field', field, { reason: 'source' });
  return given === 1 ? FINE : found('invalid-value', field, { reason: 'two-sources' });
};

const mountPath = pattern(/^\/[^:]*$/, 'mount-path');

const filePath = pattern(/^\/([^:]*[^/:])$/, 'file-path');

const volume = all(only('name', 'mountPath', 'accessMode', 'sharingPolicy', 'disk'), object({ mountPath, disk: only('required', 'ephemeral') }));

const fromSecret = only('name', 'key');

const amount = only('required');

const probe = all(
  only('exec', 'httpGet', 'tcpSocket', 'initialDelaySeconds', 'periodSeconds', 'timeoutSeconds', 'successThreshold', 'failureThreshold'),
  object({ exec: only('command'), httpGet: all(only('path', 'port', 'httpHeaders'), object({ httpHeaders: list(only('name', 'value')) })), tcpSocket: only('port') }),
);

const container: Check = all(
  only('name', 'image', 'resources', 'command', 'args', 'env', 'config', 'ports', 'livenessProbe', 'readinessProbe', 'imagePullSecret'),
  object({
    resources: all(noGpu, only('cpu', 'memory', 'gpu', 'volumes', 'extended'), object({
      cpu: amount,
      memory: amount,
      volumes: list(volume),
      extended: all(list(all(only('name', 'required'), object({ name: extendedName, required: wholeAmount }))), unique(each => each.name, 'name')),
    })),
    env: list(all(only('name', 'value', 'fromSecret'), hasSource, object({ name: envName, fromSecret }))),
    config: list(all(only('path', 'value', 'fromSecret'), hasSource, object({ path: filePath, fromSecret }))),
    ports: list(all(only('name', 'containerPort', 'protocol'), object({ name: portName }))),
    livenessProbe: probe,
    readinessProbe: probe,
  }),
);

/** What speaks against a ContainerizedWorkload on Kubernetes. */
export const containerizedFields: Check = all(only('osType', 'arch', 'containers'), object({ containers: list(container) }));
