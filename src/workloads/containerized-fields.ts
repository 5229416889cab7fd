import { envName } from './pod-checks';
import { bad, Check, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { all, list, object, pattern, unique } from '../private/check';

// what the schema of OAM allows, and Kubernetes does not

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

const container: Check = object({
  resources: all(noGpu, object({
    volumes: list(object({ mountPath })),
    extended: all(list(object({ name: extendedName, required: wholeAmount })), unique(each => each.name, 'name')),
  })),
  env: list(all(hasSource, object({ name: envName }))),
  config: list(all(hasSource, object({ path: filePath }))),
  ports: list(object({ name: portName })),
});

/** What speaks against a ContainerizedWorkload on Kubernetes. */
export const containerizedFields: Check = object({ containers: list(container) });
