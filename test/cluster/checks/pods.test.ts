import { HelidonWorkload, KubernetesWorkload } from '../../../src';
import { messageOf } from '../../support/message';
import { DNS_LABEL, PORT, SECRET } from '../../support/texts';
import type { ObjectType } from '../../../src/base/oam-kind';
import { platformServicesOf } from '../../../src/cluster/objects/oam-workloads';

/** The kinds that hold a pod's spec, and where. */
const KINDS: [string, string, (podSpec: any) => unknown][] = [
  ["HelidonWorkload 'greet'", 'deployment.podSpec', podSpec => new HelidonWorkload({ name: 'greet', deployment: { name: 'greet', podSpec } })],
  ["Deployment 'greet'", 'spec.template.spec', spec => KubernetesWorkload.deployment({ metadata: { name: 'greet' }, spec: { selector: {}, template: { spec } } })],
];

const PORT_NAME = "must be the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters)";

describe.each(KINDS)('%s', (subject, field, make) => {
  const errorOf = (podSpec: any) => messageOf(() => make(podSpec));

  test.each<[string, any, string]>([
    ['there are no containers', {}, "missing-field: 'containers' is required"],
    ['the list of containers is empty', { containers: [] }, "missing-field: 'containers' must have at least 1 container"],
    ['a container has no name', { containers: [{ image: 'a' }] }, "missing-field: 'containers[0].name' is required"],
    ['the name of a container is no DNS label', { containers: [{ name: 'a.b' }] }, `invalid-name: 'containers[0].name' ${DNS_LABEL}, got "a.b"`],
    ['the image is empty', { containers: [{ name: 'a', image: '' }] }, "invalid-value: 'containers[0].image' must be a non-empty string, got \"\""],
    ['two containers share a name', { containers: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] }, "duplicate-name: 'containers[2]' has the same name \"a\" as element 0; give each its own name"],
    ['an init container has no name', { containers: [{ name: 'a' }], initContainers: [{}] }, "missing-field: 'initContainers[0].name' is required"],
    ['two init containers share a name', { containers: [{ name: 'a' }], initContainers: [{ name: 'b' }, { name: 'b' }] }, "duplicate-name: 'initContainers[1]' has the same name \"b\" as element 0; give each its own name"],
    ['an init container has the name of a container', { containers: [{ name: 'a' }], initContainers: [{ name: 'a' }] }, "duplicate-name: 'initContainers[0]' has the same name \"a\" as container 0; give each its own name"],
    ['a pull secret is none', { containers: [{ name: 'a' }], imagePullSecrets: [{ name: 'A_b' }] }, `invalid-name: 'imagePullSecrets[0].name' ${SECRET}`],
  ])('fails when %s', (_, podSpec, message) => {
    expect(errorOf(podSpec)).toBe(`[${subject}] ${message.replace("'", `'${field}.`)}`);
  });

  test.each<[string, any, string]>([
    ['a port is 0', { containerPort: 0 }, `invalid-port: 'containerPort' ${PORT}, got 0`],
    ['a port is 65536', { containerPort: 65536 }, `invalid-port: 'containerPort' ${PORT}, got 65536`],
    ['a port is 1.5', { containerPort: 1.5 }, `invalid-port: 'containerPort' ${PORT}, got 1.5`],
    ['a port is a text', { containerPort: '8080' }, `invalid-port: 'containerPort' ${PORT}, got "8080"`],
    ['a port has no number', { name: 'http' }, "missing-field: 'containerPort' is required"],
    ['the port of the host is 70000', { containerPort: 1, hostPort: 70000 }, `invalid-port: 'hostPort' ${PORT}, got 70000`],
    ['the name of a port is too long', { containerPort: 1, name: 'a123456789012345' }, `invalid-value: 'name' ${PORT_NAME}, got "a123456789012345"`],
    ['the name of a port has two dashes in a row', { containerPort: 1, name: 'a--b' }, `invalid-value: 'name' ${PORT_NAME}, got "a--b"`],
    ['the name of a port has no letter', { containerPort: 1, name: '80' }, `invalid-value: 'name' ${PORT_NAME}, got "80"`],
    ['the protocol is unknown', { containerPort: 1, protocol: 'tcp' }, "invalid-value: 'protocol' must be one of TCP, UDP, SCTP, got \"tcp\"; did you mean \"TCP\"?"],
  ])('fails when %s', (_, port, message) => {
    expect(errorOf({ containers: [{ name: 'a', ports: [{ containerPort: 9090 }, port] }] }))
      .toBe(`[${subject}] ${message.replace("'", `'${field}.containers[0].ports[1].`)}`);
  });

  test('fails when two ports of a container share a name, and a variable has none', () => {
    const ports = [{ containerPort: 1, name: 'http' }, { containerPort: 2, name: 'http' }];

    expect(errorOf({ containers: [{ name: 'a', ports, env: [{ value: 'b' }] }] })).toBe([
      `[${subject}] 2 findings:`,
      `duplicate-name: '${field}.containers[0].ports[1]' has the same name "http" as element 0; give each its own name`,
      `missing-field: '${field}.containers[0].env[0].name' is required`,
    ].join('\n  '));
  });

  const again = (what: string, key: string) => `has the same ${what} "${key}" as element 0; give each its own ${what}`;
  const inContainer = (fields: any) => ({ containers: [{ name: 'a', ...fields }] });
  const beside = (fields: any) => ({ containers: [{ name: 'a' }], ...fields });

  test.each<[string, any, string]>([
    ['ports', inContainer({ ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'TCP' }] }), `containers[0].ports[1]' ${again('port', '53/TCP')}`],
    ['variables', inContainer({ env: [{ name: 'A' }, { name: 'A' }] }), `containers[0].env[1]' ${again('name', 'A')}`],
    ['variables with values in their names', inContainer({ env: [{ name: 'A=x' }, { name: 'A=x' }] }), `containers[0].env[1]' ${again('name', 'A=…')}`],
    ['variables of an init container', beside({ initContainers: [{ name: 'b', env: [{ name: 'A' }, { name: 'A' }] }] }),
      `initContainers[0].env[1]' ${again('name', 'A')}`],
    ['mounts', { volumes: [{ name: 'a' }, { name: 'b' }], ...inContainer({ volumeMounts: [{ name: 'a', mountPath: '/a' }, { name: 'b', mountPath: '/a' }] }) },
      `containers[0].volumeMounts[1]' ${again('mountPath', '/a')}`],
    ['volumes', beside({ volumes: [{ name: 'a' }, { name: 'a' }] }), `volumes[1]' ${again('name', 'a')}`],
    ['pull secrets', beside({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }), `imagePullSecrets[1]' ${again('name', 'a')}`],
  ])('fails when there are two %s of one key, which server-side apply refuses', (_, podSpec, message) => {
    expect(errorOf(podSpec)).toBe(`[${subject}] duplicate-name: '${field}.${message}`);
  });

  test.each<[string, any, string]>([
    ['command', inContainer({ command: 'hunter2' }), "invalid-type: 'containers[0].command' must be a list, got a string"],
    ['args', inContainer({ args: 'hunter2' }), "invalid-type: 'containers[0].args' must be a list, got a string"],
    ['env', inContainer({ env: 'hunter2' }), "invalid-type: 'containers[0].env' must be a list, got a string"],
    ['a variable', inContainer({ env: ['hunter2'] }), "invalid-type: 'containers[0].env[0]' must be an object, got a string"],
    ['the name of a variable', inContainer({ env: [{ name: 1234 }] }),
      "invalid-value: 'containers[0].env[0].name' must be a non-empty string, got a number; put it in quotes"],
    ['valueFrom', inContainer({ env: [{ name: 'A', valueFrom: 'hunter2' }] }), "invalid-type: 'containers[0].env[0].valueFrom' must be an object, got a string"],
    ['secretKeyRef', inContainer({ env: [{ name: 'A', valueFrom: { secretKeyRef: 'hunter2' } }] }),
      "invalid-type: 'containers[0].env[0].valueFrom.secretKeyRef' must be an object, got a string"],
    ['envFrom', inContainer({ envFrom: 'hunter2' }), "invalid-type: 'containers[0].envFrom' must be a list, got a string"],
    ['an element of envFrom', inContainer({ envFrom: ['hunter2'] }), "invalid-type: 'containers[0].envFrom[0]' must be an object, got a string"],
    ['secretRef', inContainer({ envFrom: [{ secretRef: 'hunter2' }] }), "invalid-type: 'containers[0].envFrom[0].secretRef' must be an object, got a string"],
    ['imagePullSecrets', beside({ imagePullSecrets: 'hunter2' }), "invalid-type: 'imagePullSecrets' must be a list, got a string"],
    ['a pull secret', beside({ imagePullSecrets: ['hunter2'] }), "invalid-type: 'imagePullSecrets[0]' must be an object, got a string"],
    ['the secret of a volume', beside({ volumes: [{ name: 'a', secret: 'hunter2' }] }), "invalid-type: 'volumes[0].secret' must be an object, got a string"],
  ])('does not show what is in the place of %s: it may be a password', (_, podSpec, message) => {
    expect(errorOf(podSpec)).toBe(`[${subject}] ${message.replace("'", `'${field}.`)}`);
  });

  test('two pull secrets that are no names are not shown', () => {
    expect(errorOf(beside({ imagePullSecrets: [{ name: 'Pa$$' }, { name: 'Pa$$' }] }))).not.toContain('Pa$$');
  });

  test('takes what differs in a part of its key', () => {
    const podSpec = {
      containers: [{ name: 'a', volumeMounts: [{ name: 'a', mountPath: '/a' }, { name: 'a', mountPath: '/b' }] }],
      volumes: [{ name: 'a' }],
    };

    expect(() => make(podSpec)).not.toThrow();
  });

  test('takes the same port name in two containers, and the same port for two protocols', () => {
    const ports = [{ containerPort: 53, name: 'dns' }, { containerPort: 53, name: 'dns-udp', protocol: 'UDP' }];

    expect(() => make({ containers: [{ name: 'a', ports }, { name: 'b', ports }] })).not.toThrow();
  });
});

test('the ports of a Service are those that say something', () => {
  const portsOf = (ports: unknown) => platformServicesOf({ apiVersion: 'v1', kind: 'Service', spec: { ports } } as ObjectType)!.map(each => each.ports);

  expect(portsOf([null, { port: 80, name: 'http' }, {}, 'x', { port: 81 }])).toEqual([[{ number: 80, name: 'http' }, { number: 81 }]]);
  expect(portsOf({ port: 80 })).toEqual([[]]);
});
