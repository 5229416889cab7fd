import { readFileSync } from 'fs';
import { Manifests } from '../../src/testing';
import { replicasOf } from '../on-cluster/support/example-pods';
import { Example, runExample } from '../on-cluster/support/examples';
import { PROGRAMS } from '../examples/programs';

/** Those of test/on-cluster/scraped.test.ts, where a Prometheus scrapes them. */
const examples: readonly Example[] = PROGRAMS.map(program => runExample(program)).filter(({ components }) => components.length > 0);

const manifestsOf = ({ files }: Example) => Manifests.ofYaml(files.map(file => readFileSync(file, 'utf8')).join('---\n'));

test.each(examples.map(example => [example.program, example] as const))('what a Prometheus scrapes of %s is scraped', (_, example) => {
  const manifests = manifestsOf(example);
  for (const { workload, metrics: { endpoints } } of example.components.filter(each => each.workload)) {
    const { apiVersion, kind, metadata: { name, namespace } } = workload;
    const query = { apiVersion, kind, name, namespace };
    // annotations of its pods tell where a domain is scraped
    const told = endpoints.map(({ port, path, jobName: job }) => kind === 'Domain' ? { job } : { port, path, job });
    for (const expected of told) expect(manifests.isScraped(query, expected)).toEqual([expected]);
    if (told.length > 0) expect(manifests.isScraped(query)).toEqual(told);
    else expect(() => manifests.isScraped(query)).toThrow('not-scraped: ');
  }
});

test('as many endpoints are scraped as there', () => {
  const scraped = examples.flatMap(example => {
    const components = example.components.filter(({ workload, metrics }) => workload && metrics.endpoints.length > 0);
    return components.map(component => {
      const { kind, metadata: { name, namespace } } = component.workload;
      return manifestsOf(example).isScraped({ kind, name, namespace }).length * replicasOf(component);
    });
  });
  expect(scraped.reduce((sum, count) => sum + count)).toBe(6 * 2 + (2 + 2 + 1 + 1 + 2 + 2) + 2 + 2 + (2 + 1 + 1) + 2 + 2 + 2 + 2 + 1);
});
