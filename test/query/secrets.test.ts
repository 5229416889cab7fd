import { inspect } from 'node:util';
import { Secrets } from '../../src/query/secrets';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('sends user and password as basic authentication has it', () => {
  expect(new Secrets({ user: 'Aladdin', password: 'open sesame' }).headers).toEqual({ authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' });
  expect(new Secrets({ user: 'é', password: ':日' }).headers).toEqual({ authorization: `Basic ${base64('é::日')}` });
});

test('sends nothing where there is nothing', () => {
  expect(new Secrets().headers).toEqual({});
  expect(new Secrets().clean('as it is')).toBe('as it is');
});

test('is not printed', () => {
  const printed = inspect(new Secrets({ user: 'metrics', password: 'hunter2' }), { depth: null, showHidden: true, getters: false });
  expect(printed).not.toContain('hunter2');
  expect(printed).not.toContain(base64('metrics:hunter2'));
  expect(JSON.stringify(new Secrets({ user: 'metrics', password: 'hunter2' }))).toBe('{}');
});

describe('what a server has said is cleaned of', () => {
  const password = 'p/w "ü"+=\\&<>';
  const secrets = new Secrets({ user: 'metrics', password });

  test.each<[string, string]>([
    ['the password', password],
    ['the header', base64(`metrics:${password}`)],
    ['the password in base64', base64(password)],
    ['the password in a URL', encodeURIComponent(password)],
    ['the password in a form', String(new URLSearchParams({ password })).slice('password='.length)],
    ['the password in JSON', JSON.stringify(password).slice(1, -1)],
  ])('%s', (_, secret) => {
    expect(secrets.clean(`a ${secret} b ${secret}${secret}`)).toBe('a … b ……');
  });

  test('characters that steer a terminal, and line breaks', () => {
    expect(secrets.clean('\u001b[31mred\r\n\tand\u0000\u009b2J\u2028so\u2029 on\u0085\n')).toBe('[31mred and 2J so  on');
  });

  test('all but its beginning', () => {
    expect(secrets.clean('x'.repeat(300))).toBe('x'.repeat(300));
    expect(secrets.clean('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
  });

  test('a password that lies where it is cut', () => {
    expect(secrets.clean(`${'x'.repeat(295)}${password}`)).toBe(`${'x'.repeat(295)}…`);
  });
});

test('a password that is a part of another text hides that part', () => {
  expect(new Secrets({ user: 'u', password: 'a' }).clean('banana')).toBe('b…n…n…');
});
