import { ContainerizedWorkload } from '../../../src';
import { changed, messageOf } from '../../support/message';
import { DNS_LABEL, PORT, SECRET } from '../../support/texts';

const QUANTITY = 'must be a quantity such as "500m", "1" or "256Mi"';
const VARIABLE = "must have letters, digits, '-' and '_' only";
const PORT_NAME = 'must be lower-case letters only: OAM allows neither digits nor dashes in the name of a port';
const KEY = "must be a key of a Secret or a ConfigMap (letters, digits, '-', '_' and '.', at most 253 characters)";
const HANDLER = 'must have exactly one of exec, httpGet, tcpSocket';
const NOT_BELOW_0 = 'must be an integer from 0 to 2147483647';

const FINE = {
  containers: [{
    name: 'main',
    image: 'example/main:1',
    ports: [{ name: 'http', containerPort: 8080 }, { name: 'admin', containerPort: 9090 }],
    env: [{ name: 'A', value: '1' }, { name: 'B', fromSecret: { name: 'secret', key: 'b' } }],
    config: [{ path: '/etc/a', value: '1' }, { path: '/etc/b', fromSecret: { name: 'secret', key: 'b' } }],
    resources: {
      cpu: { required: '1' },
      memory: { required: '1Gi' },
      volumes: [{ name: 'a', mountPath: '/a', disk: { required: '1Gi' } }, { name: 'b', mountPath: '/b' }],
      extended: [{ name: 'example.com/v1.Camera', required: 1 }],
    },
    livenessProbe: { httpGet: { path: '/', port: 8080, httpHeaders: [{ name: 'X', value: '1' }] } },
    readinessProbe: { exec: { command: ['true'] } },
  }],
};

/** The error of a workload with another value at a path below its first container. */
const errorWith = (path: (string | number)[], value: any) =>
  messageOf(() => new ContainerizedWorkload({ name: 'greet', ...changed(FINE, ['containers', 0, ...path], value) }));

const FIRST = "[ContainerizedWorkload 'greet']";

test.each<[string, any, string]>([
  ['there are no containers', undefined, "missing-field: 'containers' is required"],
  ['the list of containers is empty', [], "missing-field: 'containers' must have at least 1 container"],
  ['containers are no list', { main: {} }, "invalid-type: 'containers' must be a list, got an object"],
  ['a container is null', [null], "invalid-type: 'containers[0]' must be an object, got null"],
])('fails when %s', (_, containers, message) => {
  expect(messageOf(() => new ContainerizedWorkload({ name: 'greet', containers }))).toBe(`${FIRST} ${message}`);
});

test.each<[string, any, string]>([
  ['the operating system is unknown', { osType: 'plan9' }, "'osType' must be one of linux, windows, got \"plan9\""],
  ['the processor is unknown', { arch: 'x86' }, "'arch' must be one of i386, amd64, arm, arm64, got \"x86\""],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => new ContainerizedWorkload({ name: 'greet', ...FINE, ...props }))).toBe(`${FIRST} invalid-value: ${message}`);
});

test.each<[string, (string | number)[], any, string]>([
  ['it has no name', ['name'], undefined, "missing-field: 'containers[0].name' is required"],
  ['its name is no DNS label', ['name'], 'main.1', `invalid-name: 'containers[0].name' ${DNS_LABEL}, got "main.1"`],
  ['it has no image', ['image'], undefined, "missing-field: 'containers[0].image' is required"],
  ['its image is empty', ['image'], '', "invalid-value: 'containers[0].image' must be a non-empty string, got \"\""],
  ['its command is a text', ['command'], 'java -jar', "invalid-type: 'containers[0].command' must be a list, got a string"],
  ['an argument is a number', ['args'], ['-p', 1], "invalid-type: 'containers[0].args[1]' must be a string, got a number; put it in quotes"],
  ['its pull secret is none', ['imagePullSecret'], 'user:password', `invalid-name: 'containers[0].imagePullSecret' ${SECRET}`],

  ['a port is 0', ['ports', 1, 'containerPort'], 0, `invalid-port: 'containers[0].ports[1].containerPort' ${PORT}, got 0`],
  ['a port is 65536', ['ports', 0, 'containerPort'], 65536, `invalid-port: 'containers[0].ports[0].containerPort' ${PORT}, got 65536`],
  ['a port is 1.5', ['ports', 0, 'containerPort'], 1.5, `invalid-port: 'containers[0].ports[0].containerPort' ${PORT}, got 1.5`],
  ['a port is a text', ['ports', 0, 'containerPort'], '8080', `invalid-port: 'containers[0].ports[0].containerPort' ${PORT}, got "8080"`],
  ['a port has no number', ['ports', 0, 'containerPort'], undefined, "missing-field: 'containers[0].ports[0].containerPort' is required"],
  ['a port has no name', ['ports', 0, 'name'], undefined, "missing-field: 'containers[0].ports[0].name' is required"],
  ['the name of a port has a digit', ['ports', 0, 'name'], 'http2', `invalid-value: 'containers[0].ports[0].name' ${PORT_NAME}, got "http2"`],
  ['the name of a port has a dash', ['ports', 0, 'name'], 'http-alt', `invalid-value: 'containers[0].ports[0].name' ${PORT_NAME}, got "http-alt"`],
  ['two ports share a name', ['ports', 1, 'name'], 'http', "duplicate-name: 'containers[0].ports[1]' has the same name \"http\" as element 0; give each its own name"],
  ['the protocol of a port is unknown', ['ports', 0, 'protocol'], 'SCTP', "invalid-value: 'containers[0].ports[0].protocol' must be one of TCP, UDP, got \"SCTP\""],

  ['a variable has no name', ['env', 0, 'name'], undefined, "missing-field: 'containers[0].env[0].name' is required"],
  ['the name of a variable has a dot', ['env', 0, 'name'], 'a.b', `invalid-value: 'containers[0].env[0].name' ${VARIABLE}, got "a.b"`],
  ['two variables share a name', ['env', 1, 'name'], 'A', "duplicate-name: 'containers[0].env[1]' has the same name \"A\" as element 0; give each its own name"],
  ['the value of a variable is a number', ['env', 0, 'value'], 1, "invalid-type: 'containers[0].env[0].value' must be a string, got a number; put it in quotes"],
  ['the secret of a variable is none', ['env', 1, 'fromSecret', 'name'], 'Pa$$', `invalid-name: 'containers[0].env[1].fromSecret.name' ${SECRET}`],
  ['the secret of a variable has no key', ['env', 1, 'fromSecret', 'key'], undefined, "missing-field: 'containers[0].env[1].fromSecret.key' is required"],
  ['the key of a secret has a slash', ['env', 1, 'fromSecret', 'key'], 'a/b', `invalid-value: 'containers[0].env[1].fromSecret.key' ${KEY}; the value is not shown; give keys alone, never what they hold`],

  ['a file has no path', ['config', 0, 'path'], undefined, "missing-field: 'containers[0].config[0].path' is required"],
  ['two files share a path', ['config', 1, 'path'], '/etc/a', "duplicate-name: 'containers[0].config[1]' has the same path \"/etc/a\" as element 0; give each its own path"],
  ['the content of a file is no text', ['config', 0, 'value'], { a: 1 }, "invalid-type: 'containers[0].config[0].value' must be a string, got an object"],

  ['there is memory without cpu', ['resources', 'cpu'], undefined, "missing-field: 'containers[0].resources.cpu' is required"],
  ['a quantity is a number', ['resources', 'cpu', 'required'], 1, 'invalid-value: \'containers[0].resources.cpu.required\' must be a quantity in quotes, such as "500m", "1" or "256Mi", got 1'],
  ['a quantity has no such unit', ['resources', 'memory', 'required'], '1GB', `invalid-value: 'containers[0].resources.memory.required' ${QUANTITY}, got "1GB"`],
  ['a quantity is negative', ['resources', 'memory', 'required'], '-1', `invalid-value: 'containers[0].resources.memory.required' ${QUANTITY}, got "-1"`],
  ['a quantity is missing', ['resources', 'gpu'], {}, "missing-field: 'containers[0].resources.gpu.required' is required"],
  ['a volume has no path', ['resources', 'volumes', 0, 'mountPath'], undefined, "missing-field: 'containers[0].resources.volumes[0].mountPath' is required"],
  ['two volumes share a name', ['resources', 'volumes', 1, 'name'], 'a', "duplicate-name: 'containers[0].resources.volumes[1]' has the same name \"a\" as element 0; give each its own name"],
  ['the access mode is unknown', ['resources', 'volumes', 0, 'accessMode'], 'R', "invalid-value: 'containers[0].resources.volumes[0].accessMode' must be one of RO, RW, got \"R\"; did you mean \"RO\"?"],
  ['the sharing policy is unknown', ['resources', 'volumes', 0, 'sharingPolicy'], 'All', "invalid-value: 'containers[0].resources.volumes[0].sharingPolicy' must be one of Exclusive, Shared, got \"All\""],
  ['the size of a disk is none', ['resources', 'volumes', 0, 'disk', 'required'], 'big', `invalid-value: 'containers[0].resources.volumes[0].disk.required' ${QUANTITY}, got "big"`],
  ['an extended resource has no amount', ['resources', 'extended', 0, 'required'], undefined, "missing-field: 'containers[0].resources.extended[0].required' is required"],
  ['an extended amount is a fraction', ['resources', 'extended', 0, 'required'], 1.5, "invalid-value: 'containers[0].resources.extended[0].required' must be an integer or a string, got 1.5"],

  ['a probe has two handlers', ['livenessProbe', 'tcpSocket'], { port: 1 }, `invalid-value: 'containers[0].livenessProbe' ${HANDLER}, and has httpGet and tcpSocket`],
  ['a probe has none', ['readinessProbe'], { periodSeconds: 1 }, `invalid-value: 'containers[0].readinessProbe' ${HANDLER}, and has none`],
  ['a probe has no path', ['livenessProbe', 'httpGet', 'path'], undefined, "missing-field: 'containers[0].livenessProbe.httpGet.path' is required"],
  ['the path of a probe has a space', ['livenessProbe', 'httpGet', 'path'], '/a b', 'invalid-path: \'containers[0].livenessProbe.httpGet.path\' must be a path that starts with \'/\' and has no space, got "/a b"; write it as "/ready" or "/health?full=true"'],
  ['the port of a probe has a name', ['livenessProbe', 'httpGet', 'port'], 'http', `invalid-port: 'containers[0].livenessProbe.httpGet.port' ${PORT}, got "http"`],
  ['a header has no value', ['livenessProbe', 'httpGet', 'httpHeaders', 0], { name: 'X' }, "missing-field: 'containers[0].livenessProbe.httpGet.httpHeaders[0].value' is required"],
  ['the command of a probe is empty', ['readinessProbe', 'exec', 'command'], [], "missing-field: 'containers[0].readinessProbe.exec.command' must have at least 1 element"],
  ['a header is none', ['livenessProbe', 'httpGet', 'httpHeaders', 0, 'name'], 'X Y',
    'invalid-value: \'containers[0].livenessProbe.httpGet.httpHeaders[0].name\' must be the name of a header (letters, digits and \'-\'), got "X Y"'],
  ['more than one success makes it live', ['livenessProbe', 'successThreshold'], 2,
    "invalid-value: 'containers[0].livenessProbe.successThreshold' must be 1 for all but readiness, got 2; leave it out"],
  ['its image ends with a space', ['image'], 'example/main:1 ',
    'invalid-value: \'containers[0].image\' must be a reference to an image, such as "ghcr.io/acme/cart:1.4.2", got "example/main:1 "; write the path in lower case, without scheme and spaces, and then one tag of letters, digits, "_", "." and "-", or a whole digest'],
  ['the key of a secret leads up', ['env', 1, 'fromSecret', 'key'], '..', `invalid-value: 'containers[0].env[1].fromSecret.key' ${KEY}; the value is not shown; give keys alone, never what they hold`],
  ['a file is larger than a ConfigMap', ['config', 0, 'value'], 'ä'.repeat(2 ** 19 + 1),
    "invalid-value: 'containers[0].config[0].value' must have at most 1048576 bytes in all, got 1048578; keep large files in the image or in a volume, or divide the data"],
  ['two volumes are mounted at one place', ['resources', 'volumes', 1, 'mountPath'], '/a',
    "duplicate-name: 'containers[0].resources.volumes[1]' has the same mountPath \"/a\" as element 0; give each its own mountPath"],
  ['a socket has no port', ['readinessProbe'], { tcpSocket: {} }, "missing-field: 'containers[0].readinessProbe.tcpSocket.port' is required"],
  ...['initialDelaySeconds', 'periodSeconds', 'timeoutSeconds', 'successThreshold', 'failureThreshold'].map((field): [string, string[], any, string] =>
    [`${field} is negative`, ['livenessProbe', field], -1, `invalid-value: 'containers[0].livenessProbe.${field}' ${NOT_BELOW_0}, got -1`]),
])('fails when, in a container, %s', (_, path, value, message) => {
  expect(errorWith(path, value)).toBe(`${FIRST} ${message}`);
});

test('fails when two containers share a name', () => {
  const containers = [...FINE.containers, { name: 'other', image: 'a' }, { name: 'main', image: 'b' }];

  expect(messageOf(() => new ContainerizedWorkload({ name: 'greet', containers })))
    .toBe(`${FIRST} duplicate-name: 'containers[2]' has the same name "main" as element 0; give each its own name`);
});

test.each(['1', '0', '+1', '.5', '1.', '500m', '100n', '1k', '1e3', '1E-3', '2Gi'])('takes the quantity %s', required => {
  expect(() => new ContainerizedWorkload(changed(FINE, ['containers', 0, 'resources', 'cpu', 'required'], required))).not.toThrow();
});

test('fails when several things are wrong, in one error', () => {
  const containers: any[] = [{ name: 'main', image: '', ports: [{ name: 'http', containerPort: 0 }] }];

  expect(messageOf(() => new ContainerizedWorkload({ name: 'Greet', containers }))).toBe([
    "[ContainerizedWorkload 'Greet'] 3 findings:",
    "invalid-name: 'name' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"Greet\"",
    "invalid-value: 'containers[0].image' must be a non-empty string, got \"\"",
    `invalid-port: 'containers[0].ports[0].containerPort' ${PORT}, got 0`,
  ].join('\n  '));
});

test.each<[string, (string | number)[], any]>([
  ['several successes of a readiness probe', ['readinessProbe', 'successThreshold'], 3],
  ['a liveness probe with the one success that there is', ['livenessProbe', 'successThreshold'], 1],
  ['the default of a liveness probe', ['livenessProbe', 'successThreshold'], 0],
  ['a file of a whole mebibyte', ['config', 0, 'value'], 'x'.repeat(2 ** 20)],
])('takes %s', (_, path, value) => {
  expect(() => new ContainerizedWorkload(changed(FINE, ['containers', 0, ...path], value))).not.toThrow();
});

test('fails when annotations have more than a cluster stores', () => {
  const annotations = { a: 'x'.repeat(2 ** 18) };

  expect(messageOf(() => new ContainerizedWorkload({ name: 'greet', annotations, ...FINE } as any)))
    .toBe(`${FIRST} invalid-annotation: 'annotations' must have at most 262144 bytes in all keys and values, got 262145; put large data into a ConfigMap`);
  expect(() => new ContainerizedWorkload({ name: 'greet', annotations: { a: annotations.a.slice(1) }, ...FINE } as any)).not.toThrow();
});
