import { Check } from '../../src/findings/finding';
import { describe as sentence } from '../../src/findings/words';
import { cidr, exactHost, excepted, fieldPath, host, isHost, literalPath, metricsPath, port, regexPath, scraper } from '../../src/private/network';

const said = (check: Check, value: unknown) => check(value, 'f').map(sentence);

/** Values that a check passes, and those that it refuses with one text. */
function suite(name: string, check: Check, good: unknown[], bad: [unknown, string][], text: (shown: string) => string) {
  describe(name, () => {
    test.each(good.map(value => [value]))('passes %p', value => {
      expect(said(check, value)).toEqual([]);
    });

    test.each(bad)('fails when it is %p', (value, shown) => {
      expect(said(check, value)).toEqual([text(shown)]);
    });
  });
}

suite('port', port, [1, 80, 65535],
  [[0, '0'], [65536, '65536'], [-1, '-1'], [1.5, '1.5'], [NaN, 'NaN'], ['80', '"80"'], [true, 'true'], [null, 'null']],
  shown => `invalid-port: 'f' must be an integer from 1 to 65535, got ${shown}`);

suite('path of metrics', metricsPath, ['/', '/metrics', '/a/b%20c', '/{x}'],
  [['', '""'], ['metrics', '"metrics"'], ['/a b', '"/a b"'], ['/a\t', '"/a\\t"'], ['/a?b=c', '"/a?b=c"'], ['/a#b', '"/a#b"'], [1, '1']],
  shown => `invalid-path: 'f' must start with '/' and have no space, query or fragment, got ${shown}; give the path alone, such as "/metrics"`);

suite('exact or prefix path', literalPath, ['/', '/greet'],
  [['greet', '"greet"'], ['/a b', '"/a b"'], ['/a?b', '"/a?b"'], ['/a#b', '"/a#b"'], [null, 'null']],
  shown => `invalid-path: 'f' must start with '/' and have no space, query or fragment, got ${shown}; give the path alone, such as "/greet"`);

suite('regular expression', regexPath, ['/', '/.*\\.png', '/a?b', '/(?!x)'],
  [['.*', '".*"'], ['^/a', '"^/a"'], ['/a b', '"/a b"'], [/a/, 'an instance of RegExp']],
  shown => `invalid-path: 'f' must start with '/' and have no space, got ${shown}; the expression is matched against the whole path: write "/.*\\.png" for all images`);

suite('host', host, ['example.com', 'a', '1.a-b.c', '*.example.com', '*', ''],
  [
    ['Example.com', '"Example.com"'], ['a_b', '"a_b"'], ['https://a.b', '"https://a.b"'], ['a.b:80', '"a.b:80"'], ['a.b/c', '"a.b/c"'],
    [' a.b', '" a.b"'], ['a.*.b', '"a.*.b"'], ['*a.b', '"*a.b"'], ['*.', '"*."'], ['*.*.a', '"*.*.a"'], ['.a', '".a"'],
    [`${'x'.repeat(64)}.a`, `"${'x'.repeat(64)}.a"`], [1, '1'], [null, 'null'],
  ],
  shown => `invalid-host: 'f' must be a lower-case DNS name, with '*.' in front at most, got ${shown}; give the host alone, without scheme, port or path`);

suite('exact host', exactHost, ['example.com', 'a', '1.a-b.c', '1.2.3', 'x'.repeat(63)],
  [
    ['', '""'], ['*', '"*"'], ['*.example.com', '"*.example.com"'], ['Example.com', '"Example.com"'], ['a_b', '"a_b"'],
    ['https://a.b', '"https://a.b"'], ['a.b:80', '"a.b:80"'], ['a.b/c', '"a.b/c"'], [' a.b', '" a.b"'], ['a.b\n', '"a.b\\n"'], ['a..b', '"a..b"'], ['a.b.', '"a.b."'], ['-a', '"-a"'],
    [`${'x'.repeat(64)}.a`, `"${'x'.repeat(64)}.a"`], ['10.0.0.1', '"10.0.0.1"'], ['::1', '"::1"'], [1, '1'], [null, 'null'], [undefined, 'nothing'],
  ],
  shown => "invalid-host: 'f' must be a lower-case DNS name, neither with a wildcard nor an address, "
    + `got ${shown}; give the host alone, without scheme, port or path`);

suite('scraper', scraper, ['a/b', 'monitoring/prometheus-0', 'a/b.c'],
  [['a', '"a"'], ['/b', '"/b"'], ['a/', '"a/"'], ['a/b/c', '"a/b/c"'], ['A/b', '"A/b"'], ['a.b/c', '"a.b/c"'], ['', '""'], [undefined, 'nothing']],
  shown => `invalid-scraper: 'f' must have the form <namespace>/<deployment-name>, got ${shown}; name the deployment of the scraper, such as "monitoring/prometheus"`);

suite('field path', fieldPath, ['a', 'spec.replicas', 'spec.containers[0].env[1].value', 'a[0][1]', 'metadata.annotations[example.com/a]'],
  [
    ['', '""'], ['.a', '".a"'], ['a.', '"a."'], ['a..b', '"a..b"'], ['[0]', '"[0]"'], ['a[0', '"a[0"'], ['a[]', '"a[]"'], ['a b', '"a b"'],
    [1, '1'], [undefined, 'nothing'], [['a'], 'a list of 1'],
  ],
  shown => `invalid-field-path: 'f' must be a field path, got ${shown}; write it as "spec.containers[0].env[1].value"`);

suite('block of addresses', cidr, ['10.0.0.0/16', '10.0.0.7/32', '0.0.0.0/0', '2001:db8::/32', '::/0', '::1/128'],
  [
    ['10.0.0.7', '"10.0.0.7"'], ['10.0.0.0/33', '"10.0.0.0/33"'], ['10.0.0/8', '"10.0.0/8"'], ['10.0.0.0/8/8', '"10.0.0.0/8/8"'],
    ['::/129', '"::/129"'], ['fe80::1%eth0/64', '"fe80::1%eth0/64"'], ['10.0.0.0/', '"10.0.0.0/"'], ['', '""'], [10, '10'], [null, 'null'],
  ],
  shown => `invalid-value: 'f' must be a block of addresses, got ${shown}; write it as "10.0.0.0/16"; one address is "10.0.0.7/32"`);

describe('exceptions of a block of addresses', () => {
  test.each<[unknown, unknown]>([
    ['10.0.7.9/16', ['10.0.0.0/24']], ['0.0.0.0/0', ['169.254.169.254/32']], ['::/0', ['fe80::/10', '::1/128']], ['10.0.0.0/8', []],
    // what is none is left for its own check to refuse
    ['10.0.0.0', ['10.0.0.0/24']], ['10.0.0.0/8', ['10.0.0.7']], ['10.0.0.0/8', '10.0.0.0/24'], [undefined, undefined],
  ])('passes %p without %p', (block, except) => {
    expect(said(excepted, { cidr: block, except })).toEqual([]);
  });

  test.each(['10.0.0.0/16', '10.0.0.0/8', '192.168.0.0/24', '::/1'])('fails when 10.0.0.0/16 goes without %s', except => {
    expect(said(excepted, { cidr: '10.0.0.0/16', except: ['10.0.1.0/24', except] }))
      .toEqual([`invalid-value: 'f.except[1]' must be a part of 10.0.0.0/16, got "${except}"; leave it out`]);
  });

  test('passes what is no block at all', () => {
    expect(said(excepted, null)).toEqual([]);
  });
});

test.each<[unknown, boolean]>([['a.b', true], ['*.a.b', true], ['*', false], [' * ', false], ['', false], [' ', false], [undefined, false], [1, false]])(
  'isHost(%p) is %p', (value, expected) => {
    expect(isHost(value)).toBe(expected);
  });
