import { toldOf } from './malformed';
import { Malformed } from '../../src/query/failures';
import { groupsOf } from '../../src/query/rules';

const ALERT = { labels: { alertname: 'A', job: 'j' }, annotations: {}, state: 'firing', activeAt: '2026-11-24T20:00:00Z', value: '0e+00' };
const RULE = {
  name: 'A', query: 'up == 0', type: 'alerting', health: 'ok', lastError: 'no', labels: { severity: 'warning' }, duration: 900, alerts: [ALERT],
};
const GROUP = { name: 'shop.shop-alerts', file: '/etc/rules.yaml', rules: [RULE], interval: 30 };

test('rules are those of each group, with the alerts that they make', () => {
  expect(groupsOf({ groups: [GROUP] })).toEqual([{
    name: 'shop.shop-alerts',
    file: '/etc/rules.yaml',
    rules: [{
      name: 'A',
      query: 'up == 0',
      health: 'ok',
      lastError: 'no',
      labels: { severity: 'warning' },
      duration: 900_000,
      alerts: [{ labels: { alertname: 'A', job: 'j' }, state: 'firing' }],
    }],
  }]);
});

test('what a store leaves out is empty', () => {
  expect(groupsOf({ groups: null })).toEqual([]);
  expect(groupsOf({ groups: [{ name: 'a', rules: [{ name: 'A', query: 'up' }] }] })).toEqual([{
    name: 'a', file: '', rules: [{ name: 'A', query: 'up', health: 'unknown', lastError: '', labels: {}, duration: 0, alerts: [] }],
  }]);
});

const AT = 'data.groups[0]';

describe('fails when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['there are no groups', {}, "'data.groups' must be a list, got nothing"],
    ['a group is a string', { groups: ['x'] }, `'${AT}' must be an object, got "x"`],
    ['a group has no name', { groups: [{ ...GROUP, name: 1 }] }, `'${AT}.name' must be a string, got 1`],
    ['the rules are no list', { groups: [{ ...GROUP, rules: {} }] }, `'${AT}.rules' must be a list, got an object`],
    ...Object.entries<[unknown, string]>({
      name: [undefined, 'must be a string, got nothing'],
      query: [[], 'must be a string, got a list of 0'],
      health: [1, 'must be a string, got 1'],
      lastError: [{}, 'must be a string, got an object'],
      labels: ['a', 'must be an object, got "a"'],
      duration: ['900', 'must be a number of seconds, got "900"'],
      alerts: ['a', 'must be a list, got "a"'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`${name} of a rule is wrong`, { groups: [{ ...GROUP, rules: [{ ...RULE, [name]: value }] }] }, `'${AT}.rules[0].${name}' ${problem}`]),
    ['an alert has no state', { groups: [{ ...GROUP, rules: [{ ...RULE, alerts: [{ labels: {} }] }] }] },
      `'${AT}.rules[0].alerts[0].state' must be a string, got nothing`],
  ])('%s', (_, data, expected) => {
    let message = 'nothing was thrown';
    try {
      groupsOf(data);
    } catch (error) {
      message = error instanceof Malformed ? toldOf(error) : String(error);
    }
    expect(message).toBe(expected);
  });
});
