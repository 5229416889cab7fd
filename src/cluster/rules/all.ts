import { METRICS_PORTS } from './metrics-ports';
import { MONITORS, PROBES } from './monitors';
import { PASSWORDS } from './passwords';
import { PODS } from './pods';
import { PROMETHEUS_RULES } from './prometheus-rules';
import { BACKENDS } from './routes';
import type { ObjectRule, RuleFacts } from './rule';
import { AUTOSCALERS, BUDGETS, CLAIMS, SCHEDULES } from './workloads';

/** The rules, in the order in which they judge. */
export const OBJECT_RULES: readonly ObjectRule[] = [
  MONITORS, METRICS_PORTS, PROBES, PROMETHEUS_RULES, PODS, SCHEDULES, AUTOSCALERS, CLAIMS, BUDGETS, BACKENDS, PASSWORDS,
];

/** The rules, and the other facts by which the tree is checked, as they are documented. */
export const ALL_RULES: readonly RuleFacts[] = [
  ...OBJECT_RULES,
  {
    subject: 'Objects of cdk8s',
    findings: { 'not-plain': 'what cdk8s leaves out, or writes so that it is read as something else' },
    authority: 'cdk8s, sigs.k8s.io/yaml',
    proof: 'test/cluster/rules/written.test.ts',
  },
  {
    subject: 'Routes',
    findings: { 'shadowed-route': 'a host and path whose requests another route takes' },
    authority: 'ingress controllers, gateways',
    proof: 'test/e2e/routes.test.ts',
  },
  {
    subject: 'Policies of routes',
    findings: {
      'not-expressible': 'a path by which requests pass the policy of another path; a policy that no object enforces',
    },
    authority: 'ingress controllers, gateways',
    proof: 'test/on-cluster/proof/gateways/istio-trials.ts',
    isInsecure: true,
  },
];

/** The codes of findings that can be accepted, with whether that is insecure. */
export const ACCEPTABLE: ReadonlyMap<string, boolean> = new Map([
  ['cannot-judge', false],
  ...ALL_RULES.flatMap(({ findings, isInsecure = false }) =>
    Object.keys(findings).map(code => [code, isInsecure] as const)),
]);
