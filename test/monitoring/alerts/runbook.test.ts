import { readFileSync } from 'fs';
import { join } from 'path';
import { PROMISES } from '../../../src/monitoring/alerts/alert-rules';

test('each alert has a section to which its runbook_url can point', () => {
  const page = readFileSync(join(__dirname, '../../../docs/metrics-alerts-runbook.md'), 'utf8');
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(Object.values(PROMISES).map(({ name }) => name));
});
