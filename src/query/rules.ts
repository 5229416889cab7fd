import { labelsAt, listOf, mustBe, objectAt, textAt } from './decode';
import { ActiveAlert, LoadedGroup, LoadedRule } from './results';

/** The groups of rules in an answer. Fields that some stores omit are empty. */
export function groupsOf(data: unknown): LoadedGroup[] {
  const { groups } = objectAt(data, 'data');
  if (groups === undefined) throw mustBe('data.groups', 'list', groups);
  return listOf(groups, 'data.groups', (value, field) => {
    const { name, file, rules } = objectAt(value, field);
    const text = (each: unknown, own: string) => textAt(each, `${field}.${own}`);
    return { name: text(name, 'name'), file: text(file ?? '', 'file'), rules: listOf(rules, `${field}.rules`, ruleAt) };
  });
}

function ruleAt(value: unknown, field: string): LoadedRule {
  const rule = objectAt(value, field);
  const { labels, duration = 0, alerts } = rule;
  const text = (name: string, otherwise?: string) => textAt(rule[name] ?? otherwise, `${field}.${name}`);
  if (typeof duration !== 'number') throw mustBe(`${field}.duration`, 'duration', duration);
  return {
    name: text('name'),
    query: text('query'),
    health: text('health', 'unknown'),
    lastError: text('lastError', ''),
    labels: labelsAt(labels ?? {}, `${field}.labels`),
    duration: duration * 1000,
    alerts: listOf(alerts, `${field}.alerts`, alertAt),
  };
}

function alertAt(value: unknown, field: string): ActiveAlert {
  const { labels, state } = objectAt(value, field);
  return { labels: labelsAt(labels, `${field}.labels`), state: textAt(state, `${field}.state`) };
}
