/**
 * Writes the schemas by which editors help: schemas/cdk8s-oam.schema.json for a settings file, with the constraints that the commands check and
 * the texts that are written there, and schemas/images.schema.json for a file with the images of environments.
 */
import { readFileSync, writeFileSync } from 'fs';
import { resolve } from 'path';
import { settingsSchema } from './settings-schema';
import { imagesSchema } from '../src/delivery/environments/images';

const fileOf = (name: string) => resolve(__dirname, '..', 'schemas', `${name}.schema.json`);
const write = (name: string, schema: object) => writeFileSync(fileOf(name), JSON.stringify(schema, undefined, 2) + '\n');

write('cdk8s-oam', settingsSchema(JSON.parse(readFileSync(fileOf('cdk8s-oam'), 'utf8'))));
write('images', imagesSchema());
