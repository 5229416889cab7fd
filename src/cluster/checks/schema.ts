/** The JSON types that a schema names. */
export type SchemaType = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';

/** A schema as in a CustomResourceDefinition; `$ref` is the name of another definition of its set. */
export interface Schema {
  readonly '$ref'?: string;
  readonly 'type'?: SchemaType;
  readonly 'nullable'?: boolean;
  readonly 'format'?: string;
  readonly 'enum'?: readonly unknown[];
  readonly 'default'?: unknown;
  readonly 'pattern'?: string;
  readonly 'minLength'?: number;
  readonly 'maxLength'?: number;
  readonly 'minimum'?: number;
  readonly 'maximum'?: number;
  readonly 'exclusiveMinimum'?: boolean;
  readonly 'exclusiveMaximum'?: boolean;
  readonly 'multipleOf'?: number;
  readonly 'minItems'?: number;
  readonly 'maxItems'?: number;
  readonly 'uniqueItems'?: boolean;
  readonly 'minProperties'?: number;
  readonly 'maxProperties'?: number;
  readonly 'required'?: readonly string[];
  readonly 'properties'?: Readonly<Record<string, Schema>>;
  readonly 'additionalProperties'?: Schema | boolean;
  readonly 'items'?: Schema;
  readonly 'allOf'?: readonly Schema[];
  readonly 'anyOf'?: readonly Schema[];
  readonly 'oneOf'?: readonly Schema[];
  readonly 'not'?: Schema;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message?: string }[];
}

/** A kind in one of its versions. */
export interface KindSchema {
  readonly plural: string;
  readonly namespaced: boolean;
  /** The name of its definition. */
  readonly schema: string;
}

/** The kinds that one source defines. */
export interface SchemaSet {
  /** By API version and kind. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, KindSchema>>>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The source of the schemas in a file. */
export interface SchemaSource {
  /** The name of the file, `<file>.json.gz`. */
  readonly file: string;
  /** The Go module from which they were taken, its version, and the hash of its content. Schemas of this library have none. */
  readonly module?: string;
  readonly version?: string;
  readonly sum?: string;
  /** The SPDX identifier of the license. */
  readonly license: string;
  /** The minor version of Kubernetes whose own kinds these are. */
  readonly kubernetes?: string;
  /** Whether the schemas were written for this library, covering what it writes of the kinds: no registry serves them. */
  readonly isByHand?: boolean;
  /** The API groups; the core group is empty. */
  readonly groups: readonly string[];
  /** The hash of the content, uncompressed. */
  readonly sha256: string;
}
