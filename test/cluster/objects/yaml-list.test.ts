import { parse as parse12 } from 'yaml';
import { indented, yamlList } from '../../../src/cluster/objects/scrape-forms';

test('objects have a line for each field, and for each object of a list', () => {
  const job = { job_name: 'a', sample_limit: 3, on: true, names: ['x', '1', 'yes'], rules: [{ regex: 'a|b' }, { regex: '$1', of: { none: [] } }] };

  expect(yamlList([job, { job_name: 'b' }])).toEqual([
    '- job_name: a',
    '  sample_limit: 3',
    '  "on": true',
    '  names: [x, "1", "yes"]',
    '  rules:',
    '    - {regex: "a|b"}',
    '    - {regex: "$1", of: {none: []}}',
    '- job_name: b',
  ]);
});

test.each<'1.1' | '1.2'>(['1.1', '1.2'])('YAML %s reads every value as it was', version => {
  const values = [
    '', ' ', 'yes', 'No', 'on', 'null', '~', 'e1', 'E5', '1e3', '0x1', '1_000', '12:30', '2026-11-24', '.5', '-', '- a', '# no', 'a # b', 'a: b', '*a', '&a',
    '!a', '{a}', '[a]', 'a,b', '"', "'", '\\', '\\d+', '$1', '{{x}}', 'a\nb', '\u0085', '\u2028', '\ufeff', 'ü', '😀', '/a/b-c_d.e', 'plain', 'true', 'nan',
  ];

  expect(parse12(yamlList([{ values }, ...values.map(value => ({ value }))]).join('\n'), { version }))
    .toEqual([{ values }, ...values.map(value => ({ value }))]);
});

test('lines go further in', () => {
  expect(indented(['a', ' b'], 2)).toEqual(['  a', '   b']);
});
