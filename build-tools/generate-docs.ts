/** Writes the pages of docs/ that are made of the code: what each ingress controller wants, what each monitoring provider keeps, and the rules. */
import { mkdirSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { controllersPage } from './controllers-page';
import { providersPage } from './providers-page';
import { rulesPage } from './rules-page';

// what providers warn of is on their page
process.removeAllListeners('warning');

const FOLDER = resolve(__dirname, '..', 'docs');

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'ingress-controllers.md'), controllersPage());
writeFileSync(join(FOLDER, 'monitoring-providers.md'), providersPage());
writeFileSync(join(FOLDER, 'rules.md'), rulesPage());
