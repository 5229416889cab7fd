import { JobNaming, JobParts, jobName } from '../../src/platform/metrics';

const x = (length: number) => 'x'.repeat(length);
const parts = (application: string, namespace: string | undefined, component: string, index = 0): JobParts => (
  { application, namespace, component, index }
);

describe('V1_4', () => {
  const name = (...args: Parameters<typeof parts>) => jobName(JobNaming.V1_4, parts(...args));

  test('application, namespace and component; endpoints after the first have a suffix', () => {
    expect(name('hello', 'ns', 'greet')).toBe('hello_ns_greet');
    expect(name('hello', 'ns', 'greet', 1)).toBe('hello_ns_greet_1');
    expect(name('hello', 'ns', 'greet', 12)).toBe('hello_ns_greet_12');
  });

  test.each([undefined, ''])('namespace %p is "default"', namespace => {
    expect(name('hello', namespace, 'greet')).toBe('hello_default_greet');
  });

  test('63 characters are kept', () => {
    expect(name('a', 'b', x(59))).toBe(`a_b_${x(59)}`);
    expect(name('a', 'b', x(57), 1)).toBe(`a_b_${x(57)}_1`);
  });

  test('over 63 the component is dropped, and the suffix stays', () => {
    expect(name('a', 'b', x(60))).toBe('a_b');
    expect(name('a', undefined, x(60))).toBe('a_default');
    expect(name('a', 'b', x(60), 2)).toBe('a_b_2');
  });

  test('the suffix counts', () => {
    expect(name('a', 'b', x(58), 1)).toBe('a_b_1');
    expect(name('a', 'b', x(57), 10)).toBe('a_b_10');
  });

  test('63 characters without the component are kept', () => {
    expect(name(x(31), x(31), 'c')).toBe(`${x(31)}_${x(31)}`);
    expect(name(x(30), x(30), 'c', 1)).toBe(`${x(30)}_${x(30)}_1`);
  });

  test('what is still too long is cut, suffix and all', () => {
    expect(name(x(63), 'ns', 'c')).toBe(x(63));
    expect(name(x(31), x(31), 'c', 1)).toBe(`${x(31)}_${x(31)}`);
    expect(name(x(31), x(30), 'c', 1)).toBe(`${x(31)}_${x(30)}_`);
    expect(name(x(31), `${x(30)}-x`, 'c', 1)).toBe(`${x(31)}_${x(30)}-`);
  });
});

describe('V1_0', () => {
  const name = (...args: Parameters<typeof parts>) => jobName(JobNaming.V1_0, parts(...args));

  test('application, the cluster "default", namespace and component; endpoints after the first have a suffix', () => {
    expect(name('hello', 'ns', 'greet')).toBe('hello_default_ns_greet');
    expect(name('hello', 'ns', 'greet', 1)).toBe('hello_default_ns_greet_1');
    expect(name('hello', undefined, 'greet')).toBe('hello_default_default_greet');
  });

  test('of any length', () => {
    expect(name(x(63), x(63), x(63), 1)).toBe(`${x(63)}_default_${x(63)}_${x(63)}_1`);
  });
});
