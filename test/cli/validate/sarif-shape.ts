import Ajv from 'ajv';

// What SARIF 2.1.0 demands of the parts that are written (the sections of the standard beside each), and what code hosts
// demand beyond it: places with a line, rules with help. No other part may be there.

const text = { type: 'string', minLength: 1 };
const index = { type: 'integer', minimum: 0 };
const count = { type: 'integer', minimum: 1 };
const level = { enum: ['error', 'warning'] };

function part(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional }, additionalProperties: false };
}

const ONE = { minItems: 1, maxItems: 1 };

function listOf(items: object, limits: object = {}): object {
  return { type: 'array', items, ...limits };
}

/** 3.11 and 3.12: plain text on one line. */
const plain = part({ text: { ...text, pattern: '^[^\\p{Cc}\\p{Cf}]+$' } });

/** 3.4: a relative reference has a base, and no segments that lead out of it; an absolute one has none. */
const artifactLocation = {
  oneOf: [
    part({ uri: { ...text, pattern: "^(?!\\.\\.(/|$)|/)([\\w\\-.~!$&'()*+,;=@]|%[0-9A-F]{2}|/(?!/|\\.\\.(/|$)))+$" }, uriBaseId: { const: 'SRCROOT' } }),
    part({ uri: { ...text, pattern: "^file:///([\\w\\-.~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$" } }),
  ],
};

/** 3.28 to 3.30. */
const fileOf = part({ physicalLocation: part({ artifactLocation }) });
const place = part({ physicalLocation: part({ artifactLocation, region: part({ startLine: count, startColumn: count }) }) });

/** 3.49. */
const descriptor = part({
  id: { ...text, pattern: '^[a-z]+(-[a-z]+)*$' },
  shortDescription: plain,
  fullDescription: plain,
  help: part({ text, markdown: text }),
  helpUri: { ...text, pattern: '^https://\\S+/docs/errors\\.md#[a-z-]+$' },
});

/** 3.8: what a message is made of. */
const properties = part({ path: listOf({ type: ['string', 'integer'] }), parameters: { type: 'object' } });

/** 3.58. */
const notification = part({ level, message: plain }, { descriptor: part({ id: text, index }), locations: listOf(fileOf, ONE), properties });

/** 3.27. */
const result = part({
  ruleId: text,
  ruleIndex: index,
  level,
  message: plain,
  locations: listOf(place, ONE),
  partialFingerprints: part({ 'cdk8sOamFinding/v1': { type: 'string', pattern: '^[0-9a-f]{32}:[1-9][0-9]*$' } }),
  properties,
});

/** 3.13, 3.14, 3.18 to 3.20. */
const log = part({
  $schema: { const: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: listOf(part({
    tool: part({
      driver: part({
        name: { const: 'cdk8s-oam' },
        version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
        informationUri: { type: 'string', pattern: '^https://' },
        rules: listOf(descriptor, { uniqueItems: true }),
        notifications: listOf(descriptor, { uniqueItems: true }),
      }),
    }),
    originalUriBaseIds: part({ SRCROOT: part({ description: plain }) }),
    columnKind: { const: 'utf16CodeUnits' },
    invocations: listOf({
      ...part(
        { executionSuccessful: { type: 'boolean' }, exitCode: { enum: [0, 1, 2] } },
        { toolExecutionNotifications: listOf(notification) },
      ),
      if: { properties: { exitCode: { const: 2 } } },
      then: { properties: { executionSuccessful: { const: false } } },
      else: { properties: { executionSuccessful: { const: true } } },
    }, ONE),
    results: listOf(result),
  }), ONE),
});

const isLog = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(log);

/** Fails when a text is no SARIF, or refers to what is not there; gives its run. */
export function readSarif(written: string): any {
  const sarif = JSON.parse(written);
  expect([isLog(sarif), isLog.errors]).toEqual([true, null]);
  const [run] = sarif.runs;
  const { rules, notifications } = run.tool.driver;
  expect(run.results.map(({ ruleIndex }: any) => rules[ruleIndex]?.id)).toEqual(run.results.map(({ ruleId }: any) => ruleId));
  const told = run.invocations[0].toolExecutionNotifications ?? [];
  expect(told.map((each: any) => notifications[each.descriptor.index]?.id)).toEqual(told.map((each: any) => each.descriptor.id));
  // none is there that nothing refers to
  expect(new Set(run.results.map(({ ruleId }: any) => ruleId)).size).toBe(rules.length);
  expect(new Set(told.map((each: any) => each.descriptor.id)).size).toBe(notifications.length);
  const prints = run.results.map(({ partialFingerprints }: any) => Object.values(partialFingerprints)[0]);
  expect(new Set(prints).size).toBe(prints.length);
  return run;
}
