import fc from 'fast-check';
import { MAX_LABEL, MAX_NAME, shortened, shortHash } from '../../src/objects/names';
import { isDnsLabel } from '../../src/private/names';

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,148}[a-z0-9])?$/);

test('a hash is the same on every machine', () => {
  expect(shortHash('greet')).toBe('231bf89d');
  expect(shortHash('')).toBe('e3b0c442');
});

test('a name that is short enough stays', () => {
  expect(shortened('a'.repeat(63), MAX_LABEL)).toBe('a'.repeat(63));
  expect(shortened('a'.repeat(253), MAX_NAME)).toBe('a'.repeat(253));
});

test('a longer one is cut, with a hash of the whole', () => {
  const name = `${'a'.repeat(60)}-bcd`;

  expect(shortened(name, MAX_LABEL)).toBe(`${'a'.repeat(54)}-${shortHash(name)}`);
  expect(shortened(`${'a'.repeat(52)}-.${'b'.repeat(20)}`, MAX_LABEL)).toMatch(/^a{52}-[0-9a-f]{8}$/);
});

test('a label stays a label, and two stay two', () => {
  fc.assert(fc.property(label, label, (one, two) => {
    const [a, b] = [one, two].map(each => shortened(each, MAX_LABEL));
    expect(isDnsLabel(a)).toBe(true);
    expect(a === b).toBe(one === two);
  }));
});
