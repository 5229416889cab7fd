import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { fieldSchema, SETTINGS_PATHS, inEmptyFolder, outcomeOf } from './support';
import { settingsOfFlags, withSettings } from '../../../src/cli/settings';
import { settingsFieldAt } from '../../../src/cli/settings/fields';
import { FLAGS } from '../../../src/cli/settings/flags';

const write = inEmptyFolder();

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);

/** The settings of the command that a block runs last. */
function settings(block: string) {
  const [, line] = /^npx cdk8s-oam render manifests(.*)$/m.exec(block)!;
  return settingsOfFlags(withSettings(new Command('render')).parse(line.trim().split(' ').filter(word => word !== ''), { from: 'user' }).opts());
}

/** The file that a block writes. */
function fileOf(block: string): string | undefined {
  return /<<'END'\n([^]*?)^END$/m.exec(block)?.[1];
}

/** The rows of the lists, by the paths of their fields. */
function rowsOf(page: string): (readonly [path: string, row: string])[] {
  const [, fields] = page.split(/^## Fields$/m);
  const [top, ...sections] = fields.split(/^### /m);
  const parts = [['', top], ...sections.map(text => [`${/^Below `([\w.]+)`/m.exec(text)![1]}.`, text])];
  return parts.flatMap(([prefix, text]) => [...text.matchAll(/^- (`.*?): .*$/gm)].flatMap(([row, cell]) =>
    [...cell.matchAll(/`(\w[\w.]*)[^`]*`/g)].map(([, name]) => [`${prefix}${name}`, row] as const)));
}

describe('docs/settings.md', () => {
  test('has a row for each field', () => {
    // the fields of a mesh, of a selector, of TLS, of a token and of pods are told where it is
    const own = SETTINGS_PATHS.filter(field => !/\.mesh\.|Selector\.|\.scrape\.\w+\.|\.allowedListeners\.|\.pods\.|\.istio\.gateway\./.test(field));
    // a record whose fields have rows needs none
    const groups = own.filter(field => own.some(other => other.startsWith(`${field}.`)));
    const rows = rowsOf(PAGE).map(([path]) => path);
    expect(rows.filter(path => !groups.includes(path)).sort()).toEqual(own.filter(field => !groups.includes(field)).sort());
    expect(groups.filter(path => rows.includes(path))).toEqual(['kubernetes.prometheus', 'kubernetes.ingress']);
    for (const name of ['namespaces', 'scrapeClass', 'matchLabels', 'matchExpressions', 'ca', 'secret', 'configMap', 'serverName', 'insecureSkipVerify', 'type', 'credentials', 'podLabels', 'selector']) expect(PAGE).toContain(`\`${name}\``);
  });

  test('tells each flag, with its field', () => {
    for (const { flag, fields } of Object.values(FLAGS)) {
      const rows = rowsOf(PAGE).filter(([, row]) => new RegExp(`\`${flag}[\` ]`).test(row.split(': ')[0]));
      const paths = fields[0].endsWith('.tls') ? Object.keys((settingsFieldAt(fields[0]).type as any).fields).map(name => `${fields[0]}.${name}`) : fields;
      expect(paths).toEqual(expect.arrayContaining(rows.map(([path]) => path)));
      expect(rows).not.toEqual([]);
    }
    expect(PAGE).toContain('`--settings`');
  });

  test('tells each default and each value of a closed set', () => {
    for (const field of SETTINGS_PATHS) {
      const { default: value, enum: allowed = [] } = fieldSchema(field);
      const row = rowsOf(PAGE).find(([path]) => path === field)?.[1] ?? PAGE;
      for (const each of [value ?? [], allowed].flat()) expect(row).toMatch(new RegExp(`\`\\[?${each}\\]?\``));
    }
  });

  test('shows flags and a file that make the same', () => {
    const [flags, file] = BLOCKS;
    const byFlags = settings(flags);
    write(fileOf(file)!);
    const byFile = settings(file);
    expect({ ...byFile, platform: outcomeOf(byFile.platform) }).toEqual({ ...byFlags, platform: outcomeOf(byFlags.platform) });
    expect(byFile.target).toBe('kubernetes');
  });

  test('names the schema that is there', () => {
    const [, path] = /\$schema=\.\/node_modules\/cdk8s-oam\/(\S+)/.exec(PAGE)!;
    expect(JSON.parse(readFileSync(join(ROOT, path), 'utf8')).title).toBe('Settings of cdk8s-oam');
  });
});
