import { executeTemplate } from './go-template';

/** The Secret that External Secrets Operator makes of an ExternalSecret, given what its store holds for each `secretKey`. */
export function secretFromExternalSecret(externalSecret: any, values: Readonly<Record<string, string>>): any {
  expectKind(externalSecret, 'external-secrets.io/v1', 'ExternalSecret');
  const { metadata, spec: { target: { name, template } = {} as any, data = [] } } = externalSecret;
  for (const { secretKey } of data) expectValue(values, secretKey);
  if (template?.templateFrom || (template?.engineVersion ?? 'v2') !== 'v2') throw new Error('not executed: templateFrom, or an engine other than v2');
  return secret({ name: name ?? metadata.name, namespace: metadata.namespace }, template, {
    // by default what the template says, and nothing else
    ...!template?.data || template.mergePolicy === 'Merge' ? values : {},
    ...executed(template?.data, values),
  });
}

/** The Secret that the Sealed Secrets controller makes of a SealedSecret, given what it has decrypted. */
export function secretFromSealedSecret(sealedSecret: any, values: Readonly<Record<string, string>>): any {
  expectKind(sealedSecret, 'bitnami.com/v1alpha1', 'SealedSecret');
  const { metadata: { name, namespace }, spec: { encryptedData, template } } = sealedSecret;
  for (const key of Object.keys(encryptedData)) expectValue(values, key);
  return secret({ name, namespace }, template, { ...values, ...executed(template?.data, values) });
}

function executed(templates: Readonly<Record<string, string>> = {}, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(templates).map(([key, template]) => [key, executeTemplate(template, values)]));
}

function secret(place: object, template: any, texts: Readonly<Record<string, string>>): any {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...template?.metadata, ...place },
    type: template?.type ?? 'Opaque',
    data: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')])),
  };
}

function expectKind({ apiVersion, kind }: any, wantedVersion: string, wantedKind: string) {
  if (apiVersion !== wantedVersion || kind !== wantedKind) throw new Error(`expected ${wantedVersion} ${wantedKind}, got ${apiVersion} ${kind}`);
}

function expectValue(values: Readonly<Record<string, string>>, key: string) {
  if (!Object.hasOwn(values, key)) throw new Error(`there is no value for ${key}`);
}
