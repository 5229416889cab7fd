import type { Explanation } from '../explanation';

/** What can be wrong with names, places and addresses. */
export const NAMES_CODES = {
  'invalid-annotation': {
    cause: 'The key or the value of an annotation is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values are strings.',
    says: {
      value: { problem: 'must be a string, got {value}', remedy: 'put it in quotes' },
      key: { problem: 'must have keys of the form [<DNS subdomain>/]<name>, got {value}', inManifests: 'write it as "example.com/name"' },
      constructor: {
        problem: 'must not have the key "constructor": cdk8s cannot write it as one of its annotations',
        remedy: 'add a prefix to it',
      },
      size: { problem: 'must have at most {max} bytes in all keys and values, got {bytes}', remedy: 'put large data into a ConfigMap' },
    },
  },
  'invalid-field-path': {
    cause: 'A field path cannot be read by the OAM runtime.',
    remedy: 'Write fields with dots and indexes in brackets: `spec.containers[0].env[1].value`.',
    says: {
      'form': { problem: 'must be a field path, got {value}', remedy: 'write it as "spec.containers[0].env[1].value"' },
      'other-type': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: it would become an object of another type',
        remedy: 'change the parameter\'s fieldPaths',
      },
      'not-a-list': { problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} is not a list', remedy: 'change the parameter\'s fieldPaths' },
      'not-an-object': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} is not an object',
        remedy: 'change the parameter\'s fieldPaths',
      },
      'too-short': {
        problem: 'cannot set \'{fieldPath:bare}\' of the workload: {here:path} has {length} elements',
        remedy: 'change the parameter\'s fieldPaths',
      },
    },
  },
  'invalid-host': {
    cause: 'A host is not a lower-case DNS name.',
    background: 'The platform\'s webhook rejects it. `*` and the empty host are allowed and mean no host at all.',
    remedy: 'Give the host alone, in lower case, with `*.` in front at most.',
    says: {
      rule: {
        problem: 'must be a lower-case DNS name, with \'*.\' in front at most, got {value}',
        remedy: 'give the host alone, without scheme, port or path',
      },
      exact: {
        problem: 'must be a lower-case DNS name, neither with a wildcard nor an address, got {value}',
        remedy: 'give the host alone, without scheme, port or path',
      },
      generated: {
        problem: 'is required, as the generated host is too long, got {value}',
        remedy: 'name the hosts of the rule, or shorten the name of the application or the namespace',
      },
    },
  },
  'invalid-label': {
    cause: 'The key or the value of a label is not one that Kubernetes accepts.',
    remedy: 'Keys have the form `[prefix/]name`; values have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.',
    says: {
      'value': {
        problem: 'must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most {max} characters), got {value}',
        inManifests: 'shorten it, or leave out other characters',
      },
      'key': { problem: 'must have keys of the form [<DNS subdomain>/]<name>, got {value}', inManifests: 'write it as "example.com/name"' },
      'one-key': { problem: 'must be the key of a label, [<DNS subdomain>/]<name>, got {value}', inManifests: 'write it as "example.com/name"' },
      'series': {
        problem: 'must have names of letters, digits and \'_\', which begin with no digit and not with \'__\', got {value}',
        inManifests: 'write it as "example_com_team"',
      },
      'constructor': {
        problem: 'must not have the key "constructor": cdk8s cannot write it as one of its labels',
        remedy: 'add a prefix to it',
      },
    },
  },
  'invalid-name': {
    cause: 'A name is not one that Kubernetes accepts.',
    background: 'Names of applications and components become labels too and have at most 63 characters.',
    remedy: 'Use lower-case letters, digits, `-` and `.`. A component and an application take their construct\'s id unless `metadata.name` is given.',
    says: {
      'subdomain': {
        problem: 'must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters), got {value}',
        inManifests: 'use lower-case letters, digits, \'-\' and \'.\'',
      },
      'label': {
        problem: 'must be a DNS-1123 subdomain of at most {max} characters, since it becomes a label\'s value, got {value}',
        inManifests: 'use lower-case letters, digits, \'-\' and \'.\'',
      },
      'own': {
        problem: 'must be a DNS-1123 subdomain of at most {max} characters, since it becomes a label\'s value, got {value}',
        remedy: 'set \'metadata.name\', or a construct id that is a valid name',
        inManifests: 'give it a valid name',
      },
      'dns-label': {
        problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got {value}',
        inManifests: 'use lower-case letters, digits and \'-\'',
      },
      'service': {
        problem:
          'must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got {value}',
        inManifests: 'use lower-case letters, digits and \'-\'',
      },
      'vendor': {
        problem: 'must be the DNS-1123 label between "oam." and ".io", got {value}',
        remedy: 'write "verrazzano" for "oam.verrazzano.io"',
      },
      'extended-resource': {
        problem: 'must be the name of an extended resource, <domain>/<name>, got {value}',
        remedy: 'take the name that the device plugin registers, such as "nvidia.com/gpu"',
      },
      'service-of-ingress': {
        problem:
          'must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got {value}',
        remedy: 'an Ingress leads to a Service in its own namespace: give its name alone',
      },
      'access': {
        problem: 'must be a DNS-1123 subdomain of at most {max} characters, since other names are made of it, got {value}',
        remedy: 'set \'metadata.name\', or a construct id that is a valid name',
      },
      'given': { problem: 'must be {rule:phrase}, got {value}', remedy: 'set \'metadata.name\', or a construct id that is a valid name' },
      'made-of-ids': {
        problem: 'must be {rule:phrase}, got {value}',
        remedy: 'it is made of the ids of its path: choose others, from that of the chart on, or set \'metadata.name\'',
      },
      'completed': {
        problem: 'must be {rule:phrase} after five more characters are added, got {value}',
        inManifests: 'use lower-case letters, digits, \'-\' and \'.\' in \'metadata.generateName\'',
      },
    },
  },
  'invalid-namespace': {
    cause: 'A namespace is not a DNS-1123 label.',
    remedy: 'Use lower-case letters, digits and `-`, at most 63 characters.',
    says: {
      label: {
        problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters), got {value}',
        inManifests: 'use lower-case letters, digits and \'-\'',
      },
      own: {
        problem: 'must be a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters), got {value}',
        remedy: 'set the chart\'s namespace, or \'metadata.namespace\'',
        inManifests: 'give it a valid namespace',
      },
    },
  },
  'invalid-path': {
    cause: 'A path does not start with `/`, holds a space, or, where it is not a regular expression, a query or a fragment.',
    remedy: 'Give the path alone, such as `/metrics`.',
    says: {
      'metrics': {
        problem: 'must start with \'/\' and have no space, query or fragment, got {value}',
        remedy: 'give the path alone, such as "/metrics"',
      },
      'literal': {
        problem: 'must start with \'/\' and have no space, query or fragment, got {value}',
        remedy: 'give the path alone, such as "/greet"',
      },
      'probe': { problem: 'must start with \'/\' and have no space, got {value}', remedy: 'write it as "/health?full=true"' },
      'regex': {
        problem: 'must start with \'/\' and have no space, got {value}',
        remedy: 'the expression is matched against the whole path: write "/.*\\.png" for all images',
      },
      'unresolved': {
        problem: 'must have no "//", "/./", "/../" or "%2f" in an Ingress, got {value}',
        remedy: 'write the path as it is after these are resolved',
      },
      'encoded': {
        problem: 'must have only characters that need no encoding: ingress controllers compare others in different ways, got {value}',
        remedy: 'use a prefix that ends before them',
      },
      'ingress-nginx': {
        problem: 'must have letters, digits, \'/\', \'_\', \'.\' and \'-\' only: ingress-nginx rejects other paths, got {value}',
        remedy: 'use a prefix that ends before them',
      },
      'scraper': {
        problem:
          'must start with \'/\' and have letters, digits, \'/\', \'.\', \'-\', \'_\' and \'~\' only, at most 1024 of them, without \'//\', \'.\' and \'..\' as steps, got {value}',
        remedy: 'write the path as the scraper sees it, such as "/prometheus"',
      },
    },
  },
  'invalid-port': {
    cause: 'A port is not an integer from 1 to 65535, or not the name of one that a container declares.',
    remedy: 'Give the number of the port; a named port is not supported here.',
    says: {
      'number': {
        problem: 'must be an integer from 1 to 65535, got {value}',
        inManifests: 'give the number of the port; a named port is not supported here',
      },
      'undeclared-name': {
        problem: 'must be the name of a port that a container declares ({declared:list}), got {value}',
        remedy: 'use the name of such a port, or its number in \'ports\'',
      },
      'node-port': {
        problem: 'must be a port of nodes, from {min} to {max}, got {value}',
        remedy: 'leave it out, and the cluster chooses one',
      },
      'node-port-of-cluster-ip': {
        problem: 'must not be set for a Service of type ClusterIP',
        remedy: 'set type NodePort or LoadBalancer, or leave it out',
      },
      'host-port': {
        problem: 'must be the containerPort, since the pod uses the network of its node (hostNetwork), got {value}',
        remedy: 'leave it out',
      },
      'no-name': { problem: 'must not be set: an HTTPRoute takes a port number only', remedy: 'set \'port\'' },
      'number-or-name': {
        problem: 'must have either \'port\' or \'portName\'',
        remedy: 'give the number or the name of the Service\'s port',
      },
      'both-targets': {
        problem: 'must not have both \'targetPort\' and \'targetPortName\'',
        remedy: 'give what the Service has as its \'targetPort\', the number or the name',
      },
      'name': {
        problem: 'must be the name of a port (lower-case letters, digits and \'-\', at most 15 characters, with a letter), got {value}',
        remedy: 'a number goes into \'port\' or \'targetPort\'',
      },
    },
  },
  'invalid-revision-name': {
    cause: 'A pinned revision does not belong to the component it is bound with.',
    remedy: 'Give the name of the ControllerRevision, `<component>-v<number>`, as in the component\'s `status.latestRevision.name`.',
    says: {
      'component': {
        problem: 'must be a revision of component {component}, \'{name:bare}-v<number>\', got {value}',
        inManifests: 'take it from \'status.latestRevision.name\' of the component',
      },
      'too-long': {
        problem: 'must have at most {max} characters, since it becomes a label\'s value, got {value}',
        remedy: 'leave it out, or shorten the name of the component',
      },
      'earlier-runtime': {
        problem: 'is not the name of a revision, \'<component>-v<number>\', but of one of an earlier runtime: {value}',
        remedy: 'name the component, or a revision that there is',
      },
    },
  },
  'invalid-scraper': {
    cause: 'A scraper does not have the form `<namespace>/<deployment-name>`.',
    remedy: 'Use `Scraper.parse(\'namespace/deployment-name\')` or `Scraper.of(namespace, deploymentName)`.',
    says: {
      'form': {
        problem: 'must have the form <namespace>/<deployment-name>, got {value}',
        remedy: 'name the deployment of the scraper, such as "monitoring/prometheus"',
      },
      'not-a-scraper': { problem: 'must be a Scraper, got {value}', remedy: 'use Scraper.parse("namespace/deployment-name")' },
    },
  },
  'invalid-secret-name': {
    cause: 'What is given as the name of a secret is not a valid name.',
    remedy: 'Give the secret\'s `metadata.name`. Never give a password: manifests hold names of secrets only.',
    says: { problem: 'must be the name of a secret (a DNS-1123 subdomain); the value is not shown', remedy: 'give the name of the secret, never its value' },
  },
} as const satisfies Record<string, Explanation>;
