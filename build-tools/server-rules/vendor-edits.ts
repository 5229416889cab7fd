/**
 * What is taken out of Kubernetes' dependencies before they are compiled to WebAssembly: nothing that a judge of JSON runs, and half of the size.
 *
 * Each edit fails if what it edits is not there, or looks otherwise. A test compares the verdicts with those of the program without them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';

/** Makes all edits in a folder that `go mod vendor` has written. */
export function editVendored(vendor: string): void {
  const at = (...path: string[]) => join(vendor, ...path);
  withoutMethodsByName(at('google.golang.org/protobuf/internal/descfmt/stringer.go'));
  withoutProtobuf(at('k8s.io/apimachinery/pkg/runtime/serializer/codec_factory.go'));
  // OpenAPI's documents as protobuf
  rmSync(at('k8s.io/kube-openapi/pkg/validation/spec/gnostic.go'));
  withoutClients(at('k8s.io/apiserver/pkg/util/webhook'));
  for (const file of generatedProtobuf(at('k8s.io'))) edit(file, printingOnly);
}

function edit(file: string, change: (source: string) => string): void {
  const source = readFileSync(file, 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${file} is not as the edit expects it`);
  writeFileSync(file, changed);
}

/**
 * The descriptions of protobuf's types, for people who debug, without reflection.
 *
 * They look for a method called `Methods`, which since Go 1.26 is the name of a method that lists methods: then the linker keeps every method of every type.
 */
function withoutMethodsByName(file: string): void {
  edit(file, () => `package descfmt

import (
	"fmt"
	"io"

	"google.golang.org/protobuf/internal/pragma"
	"google.golang.org/protobuf/reflect/protoreflect"
)

type list interface {
	Len() int
	pragma.DoNotImplement
}

func FormatList(s fmt.State, _ rune, vs list) { fmt.Fprintf(s, "[%d]", vs.Len()) }

func FormatDesc(s fmt.State, _ rune, t protoreflect.Descriptor) { io.WriteString(s, string(t.FullName())) }
`);
}

/** The codecs read and write JSON, YAML and CBOR, not protobuf. */
function withoutProtobuf(file: string): void {
  edit(file, (source) => source
    .replace(/^\t".*\/serializer\/protobuf"\n/m, '')
    .replace(/^\tprotoSerializer := [^]*?\n\tprotoRawSerializer := .*\n/m, '')
    .replace(/^\t\t\{\n(?:(?!\t\t\},?\n).*\n)*?\t\t\tMediaType: +runtime\.ContentTypeProtobuf,\n(?:(?!\t\t\}).*\n)*\t\t\},\n/m, ''));
}

/** Of webhooks, what validates their configuration, and not what calls them. */
function withoutClients(folder: string): void {
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.go') && file !== 'validation.go') rmSync(join(folder, file));
  }
}

function generatedProtobuf(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('/generated.pb.go') && !path.startsWith('apimachinery/'));
  if (found.length === 0) throw new Error(`${folder} has no generated.pb.go`);
  return found.sort().map((path) => join(folder, path));
}

const PRINTING = /^func (?:\(this \*?\w+\) String\(\)|valueToStringGenerated)/;

/** Of what is generated for protobuf, how types are printed, which messages use. */
function printingOnly(source: string): string {
  const [head] = source.split('import (');
  const [, imports] = /^import \(\n(.*?)\n\)/ms.exec(source)!;
  const kept = [...source.matchAll(/^func .*?^}\n/gms)].map(([text]) => text).filter((text) => PRINTING.test(text)).join('\n');
  const code = kept.replace(/"(?:\\.|[^"\\])*"|`[^`]*`/g, '');
  const used = imports.split('\n').filter((line) => {
    const [, name, path] = /^\s*(?:(\w+) )?"(.*)"$/.exec(line) ?? [];
    return path !== undefined && new RegExp(`\\b${name ?? path.split('/').pop()}\\.`).test(code);
  });
  return [head.replace(/^\/\/go:build.*\n/m, ''), ...used.length > 0 ? ['import (', ...used, ')\n'] : [], kept].join('\n');
}
