/** Writes schemas/cdk8s-oam.schema.json, by which editors help with a settings file: the fields, types and defaults that the commands know. */
import { mkdirSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { settingsSchema } from '../src/cli/settings/fields';

const FOLDER = resolve(__dirname, '..', 'schemas');

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'cdk8s-oam.schema.json'), JSON.stringify(settingsSchema(), undefined, 2) + '\n');
