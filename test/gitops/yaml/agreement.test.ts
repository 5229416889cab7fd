import { Yaml } from 'cdk8s';

type Writer = typeof import('../../../src/gitops/yaml/write-documents');

/** The writer, loaded anew, with a cdk8s that writes as this one does but for a change. */
function loaded(change: (text: string) => string): { write: Writer['writeDocuments']; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const cdk8s = {
    Yaml: {
      stringify: (...documents: unknown[]) => {
        calls.push(documents);
        return change(Yaml.stringify(...documents));
      },
    },
  };
  let writer: Writer | undefined;
  jest.isolateModules(() => {
    jest.doMock('cdk8s', () => cdk8s);
    writer = jest.requireActual('../../../src/gitops/yaml/write-documents');
    jest.dontMock('cdk8s');
  });
  return { write: writer!.writeDocuments, calls };
}

test('cdk8s is tried once, and writes nothing else', () => {
  const { write, calls } = loaded(text => text);
  expect(calls).toHaveLength(0);
  expect([write([{ a: 1 }]), write([{ b: 'y' }, [2]])]).toEqual(['a: 1\n', 'b: "y"\n---\n- 2\n']);
  expect(calls).toHaveLength(1);
});

test.each([
  ['"y"', 'y'], ['"e0"', 'e0'], ['"12:30"', '12:30'], ['12:60', '"12:60"'], ['"2001-1-1"', '2001-1-1'], ['|2\n', '|\n'], ['|+\n', '|\n'], ['{}', '{ }'], ['- <<\n', '- "<<"\n'], ['<<:', '"<<":'], ['.inf', '.Inf'], ['    - ', '  - '],
  ['null', '~'], ['-0', '0'], ['1e+21', '1.e+21'], ['"a\\n": ', '? a\n: '], ['\u2028', '\\L'],
])('a cdk8s that writes %j as %j writes all documents itself', (text, other) => {
  const { write, calls } = loaded(all => all.replace(text, () => other));
  expect(write([{ a: 1 }, [2]])).toBe('a: 1\n---\n- 2\n');
  expect(calls.slice(1)).toEqual([[{ a: 1 }], [[2]]]);
});

test('so does one that refuses what is tried', () => {
  const { write } = loaded(text => {
    if (text.includes('\\ud800')) throw new Error('refused');
    return `# ${text}`;
  });
  expect(write([{ a: 1 }, [2]])).toBe('# a: 1\n---\n# - 2\n');
});
