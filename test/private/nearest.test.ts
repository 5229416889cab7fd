import * as fc from 'fast-check';
import { nearest } from '../../src/private/nearest';
import { PATIENCE, runs } from '../properties/runs';

const KNOWN = ['platform', 'defaultNamespace', 'vendor', 'oam', 'tls', 'to', 'spec', 'selector', 'selectors', 'a'];

describe('the nearest word', () => {
  test.each([
    ['a letter is missing', 'platfrm', 'platform'],
    ['a letter is too many', 'platforrm', 'platform'],
    ['a letter is another', 'plattorm', 'platform'],
    ['two letters changed places', 'tsl', 'tls'],
    ['two letters are wrong', 'vandar', 'vendor'],
    ['two letters are missing', 'defaultNamspac', 'defaultNamespace'],
    ['only capitals differ', 'DEFAULTNAMESPACE', 'defaultNamespace'],
    ['the word is known', 'selector', 'selector'],
    ['two are as near: the first', 'selectorx', 'selector'],
    ['one is nearer than the first', 'selectorzs', 'selectors'],
  ])('is found where %s', (_, word, known) => {
    expect(nearest(word, KNOWN)).toBe(known);
  });

  test.each([
    ['more than two letters are wrong', 'platxyzm'],
    ['more than two letters are missing', 'platf'],
    ['nothing of a short word is left', 'xy'],
    ['two of three letters are wrong', 'txx'],
    ['two of four letters are wrong', 'spxx'],
    ['the only letter is wrong', 'x'],
    ['nothing is written', ''],
    ['the word is something else', 'kubernetes'],
  ])('is none where %s', (_, word) => {
    expect(nearest(word, KNOWN)).toBeUndefined();
  });

  test('is none where none is known', () => {
    expect(nearest('platform', [])).toBeUndefined();
  });

  test('is found whatever single mistake is made, and costs little for long words', () => {
    const mistakes = fc.tuple(fc.constantFrom(...KNOWN.filter(({ length }) => length > 2)), fc.nat(), fc.constantFrom('drop', 'double', 'turn'));
    fc.assert(fc.property(mistakes, ([word, at, mistake]) => {
      const i = at % (word.length - 1);
      const middle = { drop: '', double: word[i] + word[i], turn: word[i + 1] + word[i] }[mistake]!;
      const wrong = word.slice(0, i) + middle + word.slice(mistake === 'turn' ? i + 2 : i + 1);
      expect(nearest(wrong, [word])).toBe(word);
      expect(nearest('x'.repeat(1_000_000), KNOWN)).toBeUndefined();
    }), { numRuns: runs(1000) });
  }, PATIENCE);
});
