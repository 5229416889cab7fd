import { describe as inWords } from '../../../src/base/findings/words';
import { authorizationOf } from '../../../src/targets/kubernetes/ingress/authorization';

const A = { issuer: 'https://a.example.com', jwksUri: 'https://a.example.com/jwks.json' };
const B = { issuer: 'b', jwksUri: 'https://b.example.com/jwks.json' };
const from = (...requestPrincipals: string[]) => ({ from: { requestPrincipals } });

test('a policy allows what any of its rules does', () => {
  const policy = {
    rules: [from('https://a.example.com/ada', 'b/*'), { ...from('*'), when: [{ key: 'request.auth.claims[realm_access][roles]', values: ['customer', 'admin'] }] }],
  };
  expect(authorizationOf(policy, [A, B])).toEqual({
    rules: [
      { principals: [{ issuer: 'https://a.example.com', subject: 'ada' }, { issuer: 'b' }], claims: [] },
      { principals: [{ issuer: 'https://a.example.com' }, { issuer: 'b' }], claims: [{ claim: ['realm_access', 'roles'], values: ['customer', 'admin'] }] },
    ],
    findings: [],
  });
});

test('audiences and presenter are claims', () => {
  const when = ['audiences', 'presenter'].map(each => ({ key: `request.auth.${each}`, values: ['shop'] }));
  expect(authorizationOf({ rules: [{ ...from('*'), when }] }, [B]).rules[0].claims)
    .toEqual([{ claim: ['aud'], values: ['shop'] }, { claim: ['azp'], values: ['shop'] }]);
});

describe('a policy is refused', () => {
  const messages = (rule: Parameters<typeof authorizationOf>[0]['rules'][number], issuers = [A]) =>
    authorizationOf({ rules: [rule] }, issuers).findings.map(each => inWords(each));

  test('without issuers', () => {
    expect(messages(from('*'), [])).toEqual([
      "invalid-value: 'rules[0].from.requestPrincipals[0]' needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none; name the issuer and its keys there",
    ]);
  });

  test.each(['b/ada', 'ada', 'https://a.example.com/', 'https://a.example.com/a*', '*/ada', ''])('for the principal "%s"', principal => {
    expect(messages(from(principal))).toEqual([
      'invalid-value: \'rules[0].from.requestPrincipals[0]\' must be "*", or one of the issuers "https://a.example.com" with a slash and a subject (or "*") behind it, '
      + `got "${principal}"; name the issuer and its keys in 'jwtIssuers' of the ingress provider`,
    ]);
  });

  test.each(['request.headers[x]', 'source.ip', 'request.auth.principal', 'request.auth.claims', 'request.auth.claims[]'])('for the condition %s', key => {
    expect(messages({ ...from('*'), when: [{ key, values: ['a'] }] })).toEqual([
      `not-expressible: 'rules[0].when[0].key' cannot be expressed: a gateway reads claims of tokens alone, got "${key}"; `
      + 'use request.auth.claims[…], request.auth.audiences or request.auth.presenter',
    ]);
  });

  test.each(['*', 'a*', '*a', ''])('for the value %s', value => {
    expect(messages({ ...from('*'), when: [{ key: 'request.auth.claims[a]', values: ['b', value] }] })).toEqual([
      `not-expressible: 'rules[0].when[0].values[1]' cannot be expressed: the values of a claim are compared as a whole, got "${value}"; name each value`,
    ]);
  });
});
