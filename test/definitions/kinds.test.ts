import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { crdOf } from '../../build-tools/crd';
import { Finding } from '../../src/findings/finding';
import { describe as inWords } from '../../src/findings/words';
import { OAM_KINDS } from '../../src/traits/all';
import { INGRESS_TRAIT } from '../../src/traits/ingress-trait';
import { checkOf } from '../../src/traits/trait';
import { CONTAINERIZED_WORKLOAD } from '../../src/workloads/containerized-workload';
import { OAM_WORKLOADS, isScalable } from '../../src/workloads/known-kinds';

const CRDS = join(__dirname, '../../crds');

const told = (findings: readonly Finding[]) => findings.map(inWords);

test('each kind has its CRD, and there is no other', () => {
  expect(OAM_KINDS.map(kind => crdOf(kind).file).sort()).toEqual(readdirSync(CRDS).sort());
});

test.each(OAM_KINDS)('the CRD of $name is the one of its definition', kind => {
  const { file, crd } = crdOf(kind);

  expect(parse(readFileSync(join(CRDS, file), 'utf8'))).toEqual(JSON.parse(JSON.stringify(crd)));
});

test.each(OAM_WORKLOADS)('$name can be scaled', ({ kind }) => {
  expect(isScalable(kind({ apiVersion: 'oam.verrazzano.io/v1alpha1', workloadPrefix: 'Verrazzano' }))).toBe(true);
});

const SECRET = 'hunter2';

test.each<[string, object, string]>([
  ['a probe has no command', { livenessProbe: { exec: {} } }, "missing-field: 'spec.containers[0].livenessProbe.exec.command' is required"],
  ['a command is a string', { command: SECRET }, "invalid-type: 'spec.containers[0].command' must be a list, got a string"],
  ['arguments are a string', { args: SECRET }, "invalid-type: 'spec.containers[0].args' must be a list, got a string"],
  ['the command of a probe is a string', { livenessProbe: { exec: { command: SECRET } } },
    "invalid-type: 'spec.containers[0].livenessProbe.exec.command' must be a list, got a string"],
  ['headers are a string', { readinessProbe: { httpGet: { path: '/', port: 80, httpHeaders: SECRET } } },
    "invalid-type: 'spec.containers[0].readinessProbe.httpGet.httpHeaders' must be a list, got a string"],
  ['variables are a string', { env: SECRET }, "invalid-type: 'spec.containers[0].env' must be a list, got a string"],
  ['a variable is a string', { env: [SECRET] }, "invalid-type: 'spec.containers[0].env[0]' must be an object, got a string"],
  ['files are a string', { config: SECRET }, "invalid-type: 'spec.containers[0].config' must be a list, got a string"],
  ['the key of a secret is a string', { env: [{ name: 'A', fromSecret: SECRET }] },
    "invalid-type: 'spec.containers[0].env[0].fromSecret' must be an object, got a string"],
])('a ContainerizedWorkload fails when %s, and shows no value', (_, container, finding) => {
  const spec = { containers: [{ name: 'a', image: 'a', ...container }] };

  expect(told(CONTAINERIZED_WORKLOAD.definition.check({ spec }, ''))).toEqual([finding]);
});

test('an IngressTrait fails when its certificate is a string, and shows no value', () => {
  expect(told(checkOf(INGRESS_TRAIT)({ rules: [{ hosts: ['a.example.com'] }], tls: SECRET }, ''))).toEqual([
    "invalid-type: 'tls' must be an object, got a string",
  ]);
});

test('a manifest of an IngressTrait fails when a condition is below from', () => {
  const rule = { from: { requestPrincipals: ['*'], when: [] } };
  const findings = checkOf(INGRESS_TRAIT)({ rules: [{ paths: [{ authorizationPolicy: { rules: [rule] } }] }] }, '');

  expect(findings).toEqual([{
    code: 'unknown-field',
    path: ['rules', 0, 'paths', 0, 'authorizationPolicy', 'rules', 0, 'from', 'when'],
    parameters: { reason: 'when-below-from' },
  }]);
});
