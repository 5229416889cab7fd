import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GitOpsDelivery } from '../../../src';
import { TOOL_FACTS } from '../../../src/delivery/tools/tool-facts';

const TEMPLATES = resolve(__dirname, '../../../templates/repository/delivery');

test.each(Object.entries(TOOL_FACTS))('%s has a factory, and its paragraph in what `init` writes', (name, { factory, url }) => {
  expect(GitOpsDelivery[factory as 'argoCd' | 'flux']).toBeInstanceOf(Function);
  expect(existsSync(join(TEMPLATES, `${name}.md`))).toBe(true);
  expect(url.check('https://example.com/shop.git', url.property)).toEqual([]);
});
