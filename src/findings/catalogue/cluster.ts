import { Explanation, joined } from '../sentence';

/** What the API server of a cluster finds, and why it cannot be asked. */
export const CLUSTER_CODES = {
  'no-cluster': {
    cause: '`diff --live` and `validate --server` cannot ask the cluster of the context: `kubectl` is missing or fails, '
      + 'nothing answers as an API server does, or it is too old.',
    background: 'No object was judged, and nothing was changed. What `kubectl` itself says is printed as it comes.',
    remedy: 'Check the context and the login, for example by `kubectl --context NAME get namespaces`.',
    help: 'check that `kubectl version` works with this context',
    says: {
      'not-installed': ['no object was judged: kubectl is not installed, or not in PATH', 'install it, or leave out the option'],
      'not-run': ['no object was judged: kubectl cannot be run ({error:bare})', 'check its file, and who may run it'],
      'exit-code': ['no object was judged: kubectl proxy ended with exit code {exitCode}; see its output above',
        'check that the context exists: kubectl config get-contexts'],
      'killed': ['no object was judged: kubectl proxy was ended by {signal:bare}', 'run the command again'],
      'no-socket': ['no object was judged: kubectl proxy opened no socket in {timeout} ms', 'check that `kubectl proxy` works'],
      'no-answer': 'no object was judged: {why:phrase}',
      'no-login': ['no object was judged: the cluster does not accept the login of the context (401 Unauthorized)', 'log in again'],
      'no-version': ['no object was judged: the cluster does not say its version (it answers {status:bare})',
        'let the user read /version, as the role system:public-info-viewer does'],
      'too-old': [joined('no object was judged: the cluster runs Kubernetes {version:bare}, and a strict dry run needs ',
        '{needed:bare} or newer'), 'upgrade the cluster'],
    },
  },
  'not-judged': {
    cause: 'The API server of the cluster has not judged an object, so that it is not known what applying it does.',
    background: 'In `validate --server` this is a warning, once for each reason, kind and namespace, and the exit code is 2, but for what '
      + 'is declared too. A note counts the objects that were judged.',
    remedy: 'Do what the message names, and ask again.',
    help: 'ask again',
    says: {
      'no-kind': ['is not judged: the cluster (Kubernetes {version:bare}) serves no {kind:bare} of {resource:bare}',
        'install its CustomResourceDefinition, or ask another cluster'],
      'other-version': ['is not judged: Kubernetes {version:bare}, which the cluster runs, serves no {kind:bare} of {resource:bare}',
        'write a version that the cluster serves, or upgrade it'],
      'kind-declared': [joined('is not judged: the cluster serves no {kind:bare} of {resource:bare} yet; ',
        'its CustomResourceDefinition is declared, too'), 'apply the CustomResourceDefinition first, and ask again'],
      'no-namespace': ['is not judged: the cluster has no namespace {namespace}', 'create the namespace, or correct its name'],
      'namespace-declared': ['is not judged: the cluster has no namespace {namespace} yet; it is declared, too',
        'apply the Namespace first, and ask again'],
      'forbidden': ['is not judged: the user of the context cannot {verb:bare} {kind:bare} of {resource:bare}',
        'grant the verbs get, create and patch, or use another context'],
      'forbidden-in-namespace': [joined('is not judged: the user of the context cannot {verb:bare} {kind:bare} of {resource:bare} ',
        'in namespace {namespace}'), 'grant the verbs get, create and patch there, or use another context'],
      'no-login': ['is not judged: the cluster does not accept the login of the context any more (401 Unauthorized)',
        'log in again'],
      'no-dry-run': ['is not judged: what serves {kind:bare} of {resource:bare} does not say that it takes dry runs',
        'apply it to a cluster for tests'],
      'webhook': ['is not judged: {answer}', 'let the webhook declare its sideEffects, or apply the object to a cluster for tests'],
      'being-deleted': ['is not judged: the object in the cluster is being deleted', 'wait until it is gone, and ask again'],
      'no-verdict': ['is not judged: the cluster answers {status}: {answer}', 'ask again'],
      'no-answer': 'is not judged: {why:phrase}',
    },
  },
  'warned-by-server': {
    cause: 'The API server accepts an object, and warns of something in it, such as a version that it will stop to serve.',
    background: 'This is a warning.',
    remedy: 'Do what the API server says.',
    says: ['is accepted with a warning: {answer}', 'do what the API server says'],
  },
} as const satisfies Record<string, Explanation>;
