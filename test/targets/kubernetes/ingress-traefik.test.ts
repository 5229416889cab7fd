import { findingsOf, routed } from './support';
import { IngressPathType, IngressRule } from '../../../src';
import { IngressFactory } from '../../support/ingress';

const { EXACT, PREFIX } = IngressPathType;
const HOSTS = ['shop.example.com'];
const to = (host: string, paths: IngressRule['paths'], hosts = HOSTS): IngressRule => ({ hosts, paths, destination: { host, port: 8080 } });
const [ORDERS, NEW] = [{ path: '/orders', pathType: PREFIX }, { path: '/orders/new', pathType: EXACT }];

const findings = (rules: readonly IngressRule[], controller: IngressFactory = 'traefik') =>
  findingsOf(routed({ rules: [...rules] }, { controller }));

const message = (field: string, first: string) => `[c/hello/greet/ingress] shadowed-route: '${field}' may get no requests: '${first}' of 'c/hello/greet/ingress' takes all of them, `
  + "and Traefik tries the longer of two rules first; write 'pathType: Prefix' for both, make that path narrower, or leave one of the two out";

test.each<[string, IngressRule[], string]>([
  ['a prefix takes an exact path little longer', [to('orders', [ORDERS]), to('new', [NEW])], message('rules[1].paths[0]', 'rules[0].paths[0]')],
  ['a prefix takes the exact path that it is itself', [to('orders', [ORDERS]), to('other', [{ path: '/orders', pathType: EXACT }])],
    message('rules[1].paths[0]', 'rules[0].paths[0]')],
  ['a prefix takes what begins with its text', [to('orders', [ORDERS]), to('cart', [{ path: '/orders2', pathType: EXACT }])],
    message('rules[1].paths[0]', 'rules[0].paths[0]')],
  ['a wildcard as long as a host takes a path of that', [to('any', undefined, ['*.example.com']), to('one', undefined, ['a.example.com'])],
    message('rules[1]', 'rules[0]')],
])('fails when %s', (_, rules, expected) => {
  expect(findings(rules)).toContain(expected);
});

test('a path of several hosts is named once', () => {
  const hosts = ['a.example.com', 'b.example.com'];

  expect(findings([to('orders', [ORDERS], hosts), to('new', [NEW], hosts)])).toEqual([message('rules[1].paths[0]', 'rules[0].paths[0]')]);
});

test.each<[string, IngressRule[]]>([
  ['the exact path is more than six characters longer', [to('orders', [ORDERS]), to('new', [{ path: '/orders/newest', pathType: EXACT }])]],
  ['both are prefixes', [to('orders', [ORDERS]), to('new', [{ ...NEW, pathType: PREFIX }])]],
  ['both lead to one Service', [to('orders', [ORDERS]), to('orders', [NEW])]],
  ['the hosts differ', [to('orders', [ORDERS]), to('new', [NEW], ['other.example.com'])]],
])('passes when %s', (_, rules) => {
  expect(findings(rules)).toEqual([]);
});

test('other controllers ask an exact path first', () => {
  expect(findings([to('orders', [ORDERS]), to('new', [NEW])], 'kong')).toEqual([]);
});
