/**
 * Writes the schemas by which editors help: schemas/cdk8s-oam.schema.json for a settings file, with the fields, types and defaults that the
 * commands know, and schemas/images.schema.json for a file with the images of environments.
 */
import { mkdirSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { settingsSchema } from '../src/cli/settings/fields';
import { imagesSchema } from '../src/delivery/environments/images';

const FOLDER = resolve(__dirname, '..', 'schemas');

mkdirSync(FOLDER, { recursive: true });
for (const [name, schema] of Object.entries({ 'cdk8s-oam': settingsSchema(), 'images': imagesSchema() })) {
  writeFileSync(join(FOLDER, `${name}.schema.json`), JSON.stringify(schema, undefined, 2) + '\n');
}
