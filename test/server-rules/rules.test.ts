import { smallProgram } from './small-program';
import { Rules } from '../../server-rules/src/rules';
import { WebAssembly } from '../../server-rules/src/web-assembly';

const OBJECTS = Array.from({ length: 1000 }, (_, i) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `map-${i}` } }));

test('fails in bounded time when the program answers none of many objects, and does not look at the last of them', () => {
  const rules = new Rules(new WebAssembly.Module(smallProgram('hang')), { answer: 50, failures: 200 });
  const start = Date.now();
  const verdicts = rules.judge(OBJECTS);
  expect(Date.now() - start).toBeLessThan(5000);
  expect(verdicts).toHaveLength(OBJECTS.length);
  expect(verdicts[0]).toEqual({ verdict: 'failed', causes: [{ message: 'no answer after 0.05 s' }] });
  expect(verdicts.at(-1)).toEqual({ verdict: 'failed', causes: [{ message: 'not looked at: earlier failures took more than 0.2 s' }] });
});
