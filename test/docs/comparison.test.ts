import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { namesInProgram, namesInValues } from './names';
import { readPage } from './pages';
import { run } from './run';

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/comparison.md'), 'utf8');
const [own, plus] = readPage('docs/comparison.md', PAGE).programs.map(({ code }) => ({ code, ...run(code) }));

describe('docs/comparison.md', () => {
  test('compares programs for the same kinds of objects', () => {
    expect(own.error).toBeUndefined();
    expect(own.code).toContain("from 'cdk8s-oam'");
    expect(plus.code).not.toContain('cdk8s-oam');
    const [, listed] = /five kinds of objects .*: (.*)\. Without blank lines/.exec(PAGE)!;
    for (const { objects } of [own, plus]) {
      expect(objects.map(({ kind }) => kind).sort()).toEqual(listed.split(', ').sort());
    }
  });

  test('opens the same ports to the same namespaces in both, and serves the same host by the same Service', () => {
    const said = ({ objects }: typeof own) => {
      const [policy, ingress] = ['NetworkPolicy', 'Ingress'].map((kind) => objects.find((each) => each.kind === kind).spec);
      return {
        rules: ingress.rules,
        tls: ingress.tls,
        open: policy.ingress.map(({ from, ports }: any) => [from[0].namespaceSelector.matchLabels, ports]),
      };
    };
    expect(said(plus)).toEqual(said(own));
  });

  test('counts their lines and names, and those of values of a chart for the same', () => {
    const lines = (code: string) => code.split('\n').filter((line) => line.trim() !== '').length;
    const [ofOwn, ofPlus] = [own, plus].map(({ code }) => [lines(code), namesInProgram(code).size]);
    const values = readFileSync(join(__dirname, 'app-template-values.yaml'), 'utf8');
    const ofValues = [lines(values), namesInValues(values, ['cart', 'http', 'metrics']).size];
    expect(PAGE).toContain(`the first, with this library, has ${ofOwn[0]} lines and ${ofOwn[1]} names of classes, functions and properties; `
      + `the second, with cdk8s-plus-27, has ${ofPlus.join(' and ')}. Values of the chart app-template 4.1.1 have ${ofValues.join(' and ')}.`);
  });

  test('says what the proof has measured beside Helm', () => {
    const proofs = readFileSync(join(ROOT, 'bench/proofs.md'), 'utf8');
    const row = /\| 1,000 components: the program's time .* \| ([\d.]+) \/ [\d.]+ s beside ([\d.]+) \/ /.exec(proofs)!;
    expect(PAGE).toContain(`rendered in ${row[1]} s here and in ${row[2]} s with \`helm template\``);
  });
});

test('docs/gitops-app.md gives the least and the largest ratio that the proof has measured beside Helm', () => {
  const [, helm] = /^## helm\n([^]*?)\n## /m.exec(readFileSync(join(ROOT, 'bench/proofs.md'), 'utf8'))!;
  const ratios = [...helm.matchAll(/ s: (.*) \|$/gm)].flatMap(([, seen]) => seen.match(/[\d.]+/g)!.map(Number));
  const [least, largest] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(1));
  expect(ratios).toHaveLength(8);
  expect(readFileSync(join(ROOT, 'docs/gitops-app.md'), 'utf8')).toContain(`takes ${least} to ${largest} times as long as \`helm template\``);
});
