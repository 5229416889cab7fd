import { Scraper } from '../../src';
import { messageOf } from '../support/message';

test('a text is parsed, and written again', () => {
  const scraper = Scraper.parse('verrazzano-system/vmi-system-prometheus-0');

  expect(scraper.namespace).toBe('verrazzano-system');
  expect(scraper.deploymentName).toBe('vmi-system-prometheus-0');
  expect(scraper.toString()).toBe('verrazzano-system/vmi-system-prometheus-0');
});

test('namespace and deployment are the same', () => {
  expect(Scraper.of('monitoring', 'prometheus')).toEqual(Scraper.parse('monitoring/prometheus'));
});

test.each<[string, () => Scraper, string]>([
  ['there is no namespace', () => Scraper.parse('prometheus'), '"prometheus"'],
  ['there is one part too many', () => Scraper.parse('a/b/c'), '"a/b/c"'],
  ['the namespace is none', () => Scraper.of('Monitoring', 'prometheus'), '"Monitoring/prometheus"'],
  ['the name is empty', () => Scraper.of('monitoring', ''), '"monitoring/"'],
  ['the name holds a slash', () => Scraper.of('monitoring', 'a/b'), '"monitoring/a/b"'],
  ['nothing is given', () => Scraper.parse(undefined as any), 'nothing'],
])('fails when %s', (_, make, shown) => {
  expect(messageOf(make)).toBe(
    `[Scraper] invalid-scraper: 'scraper' must have the form <namespace>/<deployment-name>, got ${shown}; name the deployment of the scraper, such as "monitoring/prometheus"`);
});
