import { isKnownKey } from '../../../src/cli/validate/excerpt';

test.each(['apiVersion', 'hostIPC', 'trafficDistribution', 'componentName', 'podSpec', 'serverPod', 'placement'])('%s is a field', name => {
  expect(isKnownKey(name)).toBe(true);
});

test.each(['hunter2', 'password', 'passwd', 'hostIpc', '__proto__', 'constructor'])('%s may be anything', name => {
  expect(isKnownKey(name)).toBe(false);
});
