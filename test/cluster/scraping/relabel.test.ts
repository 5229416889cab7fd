import { relabel, RelabelRule } from '../../../src/cluster/scraping/relabel';

// what Prometheus makes of labels that are known is in test/e2e/relabelling.test.ts

const after = (rules: readonly RelabelRule[], labels: Readonly<Record<string, string | undefined>> = { a: 'x', pod: undefined }) => {
  const result = relabel({ labels: new Map(Object.entries(labels)), mayHave: label => label.startsWith('annotation_') }, rules);
  return 'labels' in result ? Object.fromEntries(result.labels) : result.droppedBy;
};

test.each<[string, RelabelRule, object]>([
  ['a copy of it', { sourceLabels: ['pod'], targetLabel: 'b' }, { a: 'x', pod: undefined, b: undefined }],
  ['a part of it', { sourceLabels: ['a', 'annotation_x'], regex: '(.*);(.+)', targetLabel: 'a' }, { a: undefined, pod: undefined }],
  ['a constant', { sourceLabels: ['pod'], targetLabel: 'b', replacement: 'c' }, { a: 'x', pod: undefined, b: 'c' }],
  ['a constant on a condition', { sourceLabels: ['pod'], regex: 'y', targetLabel: 'b', replacement: 'c' }, { a: 'x', pod: undefined, b: undefined }],
  ['a label whose name depends on it', { sourceLabels: ['pod'], targetLabel: '$1' }, { a: 'x', pod: undefined }],
  ['a hash', { action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b' }, { a: 'x', pod: undefined, b: undefined }],
  ['another spelling', { action: 'uppercase', sourceLabels: ['pod'], targetLabel: 'b' }, { a: 'x', pod: undefined, b: undefined }],
  ['a label of another name', { action: 'labelmap', regex: '(p.*)', replacement: '${1}_name' }, { a: 'x', pod: undefined, pod_name: undefined }],
  ['nothing, if it is of an action that nobody knows', { action: 'other', targetLabel: 'b' }, { a: 'x', pod: undefined }],
])('what is not known becomes %s', (_, rule, expected) => expect(after([rule])).toStrictEqual(expected));

test.each<[string, RelabelRule]>([
  ['keep', { action: 'keep', sourceLabels: ['pod'], regex: 'x' }],
  ['drop', { action: 'drop', sourceLabels: ['annotation_x'], regex: 'x' }],
  ['keep of anything', { action: 'keep', sourceLabels: ['pod'], regex: '.*' }],
  ['keepequal', { action: 'keepequal', sourceLabels: ['a'], targetLabel: 'pod' }],
  ['dropequal', { action: 'dropequal', sourceLabels: ['pod'], targetLabel: 'a' }],
])('a target that a rule may keep is kept: %s', (_, rule) => expect(after([rule])).toStrictEqual({ a: 'x', pod: undefined }));

test.each(['.*', '(.*)', undefined])('a rule that drops whatever a label is drops a target whose label is not known: %j', regex => {
  expect(relabel({ labels: new Map([['pod', undefined]]), mayHave: () => false }, [{ action: 'drop', sourceLabels: ['pod'], regex }])).toEqual({ droppedBy: 0 });
});

test('the rule that drops a target is the first one that does', () => {
  const drop: RelabelRule = { action: 'drop', sourceLabels: ['a'], regex: 'y' };
  expect(after([drop, { targetLabel: 'a', replacement: 'y' }, drop, drop])).toBe(2);
  expect(after([{ action: 'keep', sourceLabels: ['none'], regex: '.+' }])).toBe(0);
});
