/** What the program has done before its snapshot: the first object of a kind, and the first rule, take longer than those after them. */
import { Instance } from '../../server-rules/src/instance';

const container = {
  name: 'web',
  image: 'web:1',
  ports: [{ containerPort: 8080 }],
  resources: { requests: { cpu: '100m' } },
  readinessProbe: { httpGet: { path: '/', port: 8080 } },
};

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } } },
};

const RULES = [{ rule: 'self.name.startsWith(\'a\') && self.names.all(each, each != self.name)' }];
const SPEC = {
  'type': 'object',
  'properties': { name: { type: 'string', maxLength: 9 }, names: { type: 'array', maxItems: 9, items: { type: 'string', maxLength: 9 } } },
  'x-kubernetes-validations': RULES,
};
const SCHEMA = { openAPIV3Schema: { type: 'object', properties: { spec: SPEC } } };

const definition = (served: boolean) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'examples.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'examples', singular: 'example', kind: 'Example', listKind: 'ExampleList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served, storage: true, schema: SCHEMA }],
  },
});

const CUSTOM = { apiVersion: 'example.com/v1', kind: 'Example', metadata: { name: 'a' }, spec: { name: 'a', names: ['b'] } };

/** Judges a few objects, all of which are valid, and leaves no kind of its own. */
export function warmUp(program: Instance): void {
  const isAccepted = (question: 'judge' | 'define', object: object) => {
    const answer = program.ask(question, JSON.stringify(object));
    if (JSON.parse(answer).verdict !== 'accepted') throw new Error(`the program says of ${JSON.stringify(object)}: ${answer}`);
  };
  isAccepted('judge', DEPLOYMENT);
  isAccepted('judge', definition(true));
  isAccepted('define', definition(true));
  isAccepted('judge', CUSTOM);
  // a kind that is served in no version is none
  isAccepted('define', definition(false));
}
