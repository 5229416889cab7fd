import type { Explanation } from '../explanation';

/** What to do in place of writing a password into a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** What can be missing. */
export const REQUIRED_CODES = {
  'missing-field': {
    cause: 'A required field has no value.',
    remedy: 'Give it one.',
    says: {
      'required': { problem: 'is required', inManifests: 'add the field' },
      'with-action': { problem: 'is required with action {action:bare}', inManifests: 'add the field' },
      'too-few': { problem: 'must have at least {min} {what:bare}', inManifests: 'add what is missing' },
      'labels': {
        problem: 'must have at least one label: without any, all pods would be selected',
        remedy: 'give the labels that distinguish these pods from others',
      },
      'image': { problem: 'is required', remedy: 'give the image of the container, or list the containers in \'podSpec\'' },
      'service-account': { problem: 'is required', remedy: 'name the ServiceAccount, or set \'create\' to true' },
      'port-name': { problem: 'is required, since there are several ports', inManifests: 'give each port a name' },
      'template-ports': {
        problem: 'must have at least one port',
        remedy: 'leave \'ports\' out, and the Service has those of all containers',
      },
      'service-ports': {
        problem: 'must have at least one port',
        remedy: 'declare its ports; a headless Service (clusterIP None) needs none',
      },
      'some-field': { problem: 'must have at least one of {fields:list}', inManifests: 'give one of them' },
      'ports-of-peer': {
        problem: 'is required: nothing declares which ports are meant, and without it all would be open',
        remedy: 'give the ports, or set \'allPorts\'',
      },
      'filled': { problem: 'must be a non-empty string', inManifests: 'give it a value' },
      'domain-uid': {
        problem: 'is required: the platform creates no domain without it',
        remedy: 'give the name of the domain, or another that is unique',
      },
      'object-name': { problem: 'is required: a {kind:bare} is a separate object without an OAM platform', remedy: 'give it a name' },
      'name-or-generate-name': { problem: 'is required', remedy: 'set it, or \'metadata.generateName\'' },
      'port-of-service': {
        problem: 'is required: Service {service} is not rendered in this application, so that its ports are not known',
        remedy: 'give the port',
      },
      'source': { problem: 'must have a value or fromSecret: otherwise the platform silently drops it', remedy: 'give one of them, or leave it out' },
      'ports-of-service': {
        problem: 'is required for the Service: no container declares a port',
        remedy: 'declare the ports, or leave \'service\' out',
      },
      'undeclared-ports': {
        problem: 'must have at least one port, since no container declares one',
        remedy: 'declare the ports of the containers, or give those of the Service',
      },
      'empty-selector': {
        problem: 'must have at least one label: Kubernetes rejects a selector that is empty',
        remedy: 'give it a label of the pods',
      },
      'client-secret-elsewhere': {
        problem: 'is required: a client looks for its password in namespace {namespace}',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-one-key': {
        problem: 'is required: a Secret that has a single key, as {controller:bare} requires it, cannot hold the client\'s "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-users': {
        problem: 'is required: a Secret that has users for keys, as {controller:bare} requires it, cannot hold the client\'s "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'client-secret-no-key': {
        problem: 'is required: the Secret has no key "password"',
        remedy: 'name the Secret with the key "password"',
      },
      'cluster-store': {
        problem: 'is required: {controller:bare} requires its own Secret, which must be made from the one that is generated',
        remedy:
          'name a store of the operator\'s Kubernetes provider that reads the system namespace, or take the password from a store by ScraperCredentials.externalSecret()',
      },
      'key': { problem: 'is required, with the key {keys:list}', inManifests: 'add it with the key' },
      'keys': { problem: 'is required, with the keys {keys:list}', inManifests: 'add it with these keys' },
      'controller': {
        problem: 'is required: there is no default',
        remedy: 'name the one that the cluster runs, such as IngressController.traefik()',
      },
      'credentials': { problem: 'is required', remedy: USE_CREDENTIALS },
      'for-policy': {
        problem: 'is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
        remedy: 'look it up in the cluster; insecureWithoutNetworkPolicy leaves the policy out',
      },
      'peers': {
        problem:
          'is required for the NetworkPolicy, which lets in the controller and nobody else: not Grafana, not Thanos Query, not other replicas',
        remedy: 'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] if there is nobody else',
      },
      'target-port': {
        problem: 'is required beside \'portName\', since a NetworkPolicy opens ports of pods',
        remedy: 'look up the \'targetPort\' of the Service; a name goes into \'targetPortName\'',
      },
      'way-to-scraper': { problem: 'is required, or \'httpRouteName\'', remedy: 'name what leads to the scraper' },
      'app-command': { problem: 'is required', remedy: 'give the command that runs the app, here or by --app' },
      'files-or-objects': { problem: 'is required where no objects are given', remedy: 'name manifests, and folders of them' },
      'platform-setting': {
        problem: 'is required',
        remedy: 'give oam or kubernetes',
        inManifests: 'give oam or kubernetes, or give --platform',
      },
      'prometheus-namespace-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give the namespace of the Prometheus resource',
        inManifests: 'give the namespace of the Prometheus resource, or give --prometheus',
      },
      'prometheus-name-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give the name of the Prometheus resource',
        inManifests: 'give the name of the Prometheus resource, or give --prometheus',
      },
      'monitor-selector-setting': {
        problem: 'is required for platform kubernetes',
        remedy: 'give spec.podMonitorSelector of the Prometheus resource',
        inManifests: 'give spec.podMonitorSelector of the Prometheus resource, or give --monitor-selector',
      },
      'ingress-class-setting': {
        problem: 'is required for Ingresses',
        remedy: 'give the name of the IngressClass',
        inManifests: 'give the name of the IngressClass, or give --ingress-class',
      },
      'certificates-setting': {
        problem: 'is required for Ingresses',
        remedy: 'say where their certificates come from',
        inManifests: 'say where their certificates come from, '
          + 'or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls',
      },
      'short-form': {
        problem: 'is required: the short form by \'type\' is known to few runtimes, and not to this platform',
        remedy: 'write apiVersion and kind',
      },
      'workload-reference': {
        problem: 'is required of a trait outside of an application',
        remedy: 'name the workload, or put the trait into an application',
      },
    },
  },
  'missing-parameter-value': {
    cause: 'A component declares a parameter as required, and the application that binds it gives no value.',
    remedy: 'Give it in `parameterValues`, or declare the parameter as optional.',
    says: {
      'component': {
        problem: 'must have a value for {parameter}, which component {component} requires',
        remedy: 'give it, or declare the parameter as optional',
      },
      'declared-here': {
        problem: 'must have a value for {name}, which the component requires as it is declared here',
        remedy: 'give it, or declare the parameter as optional',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
