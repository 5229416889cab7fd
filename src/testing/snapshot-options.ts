/** What a snapshot omits besides Secrets and checksums. */
export interface SnapshotOptions {
  /**
   * Fields whose values are replaced by `<redacted>`: paths such as `spec.template.metadata.annotations['example.com/build']`, and
   * `spec.rules[].host` for every element of a list. `Deployment/spec.replicas` applies to objects of this kind
   * only.
   *
   * @default - none
   */
  readonly redact?: string[];

  /**
   * Whether the tags and digests of images are replaced by `<tag>`, so that a release changes no snapshot. Images are the strings in fields
   * named `image`.
   *
   * @default false
   */
  readonly withoutImageTags?: boolean;
}
