import { spawnSync } from 'child_process';
import { programOf } from './bench/binaries';
import { describePrograms } from './support/describe-cluster';
import { PodSecurity } from '../../src';
import { podSecurityFindings } from '../../src/cluster/checks/pod-security';
import { imageFindings } from '../../src/base/names';
import { judgeObjects } from '../../src/cluster/rules/judge';

// what the rules say of pods, held against the code of kubelets and of the admission of Pod Security

/** What Kubernetes makes of the parts of pods. */
function askAll(questions: readonly object[]): unknown[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { status, stdout, stderr } = spawnSync(programOf('pods'), { input, encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** Every word of at most two steps from one: a letter of the alphabet in place of another, before it, or none. */
function mutants(words: readonly string[], alphabet: readonly string[]): string[] {
  const near = words.flatMap((word) => Array.from({ length: word.length + 1 }, (_, i) =>
    ['', ...alphabet].flatMap((each) => [0, 1].map((gone) => word.slice(0, i) + each + word.slice(i + gone)))).flat());
  return [...new Set([...words, ...near])].filter((word) => word !== '');
}

const foundIn = (container: object) => judgeObjects([{
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'a' }, spec: { template: { spec: { containers: [{ name: 'a', image: 'a', ...container }] } } },
} as any]);

describePrograms(['pods'], 'what Kubernetes makes of pods', () => {
  test('images', () => {
    const digest = `sha256:${'a1'.repeat(32)}`;
    const images = mutants(
      ['cart', 'x/y:1.0', 'Host.example.com:5000/a.b/c__d-e:V_1.0-x', `localhost/x@${digest}`, `x:1@${digest}`, '[::1]:80/x', 'a'.repeat(64), 'docker.io/x/y', `a/${'b'.repeat(255)}`, `h.io/${'b'.repeat(256)}`,
        `x:${'a'.repeat(128)}`, `x@sha512:${'a'.repeat(128)}`, `x@sha384:${'a'.repeat(96)}`, `x@sha1:${'a'.repeat(40)}`],
      ['a', 'A', '0', '.', '..', '-', '_', '__', '/', ':', '@', ' ', '+', '[', ']', 'é', '\n'],
    );
    const isRead = askAll(images.map((image) => ({ image })));
    expect(images.filter((image, i) => isRead[i] !== (imageFindings(image, '').length === 0))).toEqual([]);
    expect([true, false].map((each) => isRead.filter((one) => one === each).length > 1000)).toEqual([true, true]);
  });

  test('names of ports', () => {
    const ports = ['web', 'http', 'Web', '80', '+80', '-', '8o', 'w3b', '0x50', '8_0', '8.0'];
    const container = { ports: [{ name: 'web', containerPort: 8080 }, { containerPort: 9090 }] };
    const isFound = askAll(ports.map((port) => ({ port, container })));
    const says = ports.map((port) => foundIn({ ...container, readinessProbe: { tcpSocket: { port } } }).length === 0);
    expect(says).toEqual(isFound);
    expect(says.filter((each) => each).length).toBe(3);
  });

  test('fractions of bytes', () => {
    const amounts = ['500m', '128m', '1.5', '0.1', '100n', '128Mi', '1.5Gi', '128974848000m', '1e3', '1M', '2', '1k'];
    const isFraction = askAll(amounts.map((fraction) => ({ fraction })));
    const says = amounts.map((memory) => foundIn({ resources: { limits: { memory } } }).length > 0);
    // a few bytes are no fraction, but no memory either
    expect(amounts.filter((amount, i) => says[i] !== (isFraction[i] || ['2', '1k', '1e3'].includes(amount)))).toEqual([]);
    expect(isFraction.filter((each) => each).length).toBe(5);
  });

  test('references to variables', () => {
    const texts = mutants(['$(A)', '$$(A)', '$(A)$(B)', 'a $(C) $$$(B) $(', '$(A $(B))', '$a$(A)', '$($(A)'], ['$', '(', ')', 'A', 'C', ' ', '\n']);
    const variables = { A: '', B: '' };
    const expanded = askAll(texts.map((text) => ({ text, variables })));
    const isLeft = texts.map((text) => foundIn({ env: Object.keys(variables).map((name) => ({ name, value: '' })), args: [text] }).length > 0);
    // what is left is C, which is not defined; an escaped one is text
    const words = mutants(mutants(['C'], ['A', 'B', 'C']), ['A', 'B', 'C']);
    const marked = askAll(texts.map((text) => ({ text, variables: { ...variables, ...Object.fromEntries(words.map((word) => [word, ''])) } })));
    expect(texts.filter((_, i) => isLeft[i] !== (expanded[i] !== marked[i]))).toEqual([]);
    expect([true, false].map((each) => isLeft.filter((one) => one === each).length > 20)).toEqual([true, true]);
  });

  test('Pod Security of pods as they are written', () => {
    const context = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    const ofPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
    const container = (securityContext?: object) => ({ name: 'a', image: 'a', securityContext });
    const specs: object[] = [undefined, ofPod, { runAsNonRoot: true }, { runAsUser: 0, ...ofPod }].flatMap((securityContext) =>
      [undefined, context, { ...context, ...ofPod }, { ...context, privileged: true }, { ...context, runAsNonRoot: false }].flatMap((own) =>
        [{}, { os: { name: 'windows' } }, { hostNetwork: true }, { initContainers: [container()] }, { initContainers: [container(context)] }, { volumes: [{ name: 'a', hostPath: { path: '/' } }] }]
          .map((more) => ({ securityContext, containers: [container(own), container({ ...context, ...ofPod })], ...more }))));
    for (const standard of Object.values(PodSecurity)) {
      const isAllowed = askAll(specs.map((spec) => ({ standard, spec })));
      expect(specs.filter((spec, i) => isAllowed[i] !== (podSecurityFindings(spec as any, standard).length === 0))).toEqual([]);
      expect([true, false].map((each) => isAllowed.filter((one) => one === each).length > 5)).toEqual([true, standard !== PodSecurity.PRIVILEGED]);
    }
  });
});
