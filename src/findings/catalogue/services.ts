import type { Explanation } from '../explanation';

/** What can be wrong with the Services of components. */
export const SERVICES_CODES = {
  'ambiguous-service': {
    cause: 'Requests could go to several Services, or to several ports of one, and nothing says to which.',
    background: 'An OAM platform leaves the trait without a route then.',
    remedy: 'Name the Service and its port in the rule\'s `destination`. Of several ports, the one whose name begins with `http` is taken.',
    says: {
      'ports': {
        problem: 'is required: Service {service} has the ports {ports:list}, of which not exactly one has a name that begins with "http"',
        remedy: 'give the port',
      },
      'several-names': {
        problem: 'component {component} has several Services: {services:list}',
        remedy: 'write the name of the one that is meant',
      },
      'services': {
        problem: 'is required: requests for component {component} could go to any of its Services ({services:list})',
        remedy: 'name Service and port in \'destination\'',
      },
    },
  },
  'service-not-found': {
    cause: 'No Service leads to the pods of a component at the wanted port.',
    background: 'An OAM platform looks for one among the objects that it creates from the workload: for a Deployment it finds none, and waits.',
    remedy: 'Declare the port in a container, bind a component with the Service, or name Service and port where the message says so.',
    says: {
      'no-port': {
        problem: 'cannot be chosen: Service {service} has no port over TCP',
        remedy: 'name Service and port in \'destination\'',
      },
      'not-a-port': {
        problem: 'must be a port of Service {service} ({ports:list}), got {value}',
        inManifests: 'give the name or the number of one of its ports',
      },
      'made-by-none': {
        problem: 'is on component {component}, whose workload is a {kind:bare}: the platform looks for a Service among the objects that it creates from it, and finds none',
        remedy: 'put the trait on a component whose workload is the Service, or use a workload for which the platform creates one',
      },
      'without-service': {
        problem: 'is on component {component}, whose {kind:bare} has no Service',
        remedy: 'declare its ports without \'service.enabled: false\'; pods that run to their end have no Service',
      },
      'target': {
        problem: 'leads to port {value}, which no container of the pods declares',
        remedy: 'change the port in \'ports\', and not by overrides or parameters, or give the ports of the Service',
      },
      'no-name': {
        problem: 'no Service is known that leads to component {component}',
        remedy: 'declare its ports, or bind a component with the Service; on an OAM platform, only the Services are known that a workload has by itself',
      },
      'none-in-app': {
        problem: 'is required: no Service of this app in the namespace leads to component {component}, whose {kind:bare} is made elsewhere in the program',
        remedy: 'make one, such as by exposeViaService() of cdk8s-plus, or name Service and port in \'destination\'',
      },
      'none-rendered': {
        problem: 'is required: no Service is rendered that leads to component {component}',
        remedy: 'name Service and port in \'destination\', or bind a component with such a Service',
      },
      'of-operator': {
        problem: 'is required: the WebLogic Kubernetes Operator creates the Services of component {component}, "{ofCluster:bare}<cluster>" for each cluster and "{ofServer:bare}<server>" for each server',
        remedy: 'give the name of one of them as \'destination.host\', and the port on which the servers listen as \'destination.port\'',
      },
      'of-operator-cluster': {
        problem: 'is required: the WebLogic Kubernetes Operator creates the Services of component {component}, {service} for cluster {cluster} and "{ofServer:bare}<server>" for each server',
        remedy: 'give the name of one of them as \'destination.host\', and the port on which the servers listen as \'destination.port\'',
      },
      'of-operator-clusters': {
        problem: 'is required: the WebLogic Kubernetes Operator creates the Services of component {component}, {services:list} for clusters {clusters:list}, and "{ofServer:bare}<server>" for each server',
        remedy: 'give the name of one of them as \'destination.host\', and the port on which the servers listen as \'destination.port\'',
      },
      'monitor': {
        problem: 'a ServiceMonitor needs a Service that leads to port {ports:and} of component {component}, and none is rendered',
        remedy: 'declare the port in a container, bind a component with such a Service, or use MonitorKind.POD_MONITOR',
        inManifests: 'declare the port in a container, bind a component with such a Service, or use --monitor-kind PodMonitor',
      },
      'monitor-of-unlabelled': {
        problem: 'a ServiceMonitor selects a Service by its labels, and {services:and} that leads to component {component} has none',
        remedy: 'give the Service a label, or use MonitorKind.POD_MONITOR',
      },
      'monitor-of-coherence': {
        problem: 'a ServiceMonitor needs a Service that leads to port {ports:and} of component {component}, and none is rendered',
        remedy: 'list the port in \'spec.ports\' of the Coherence resource, or use MonitorKind.POD_MONITOR',
        inManifests: 'list the port in \'spec.ports\' of the Coherence resource, or use --monitor-kind PodMonitor',
      },
      'monitor-of-weblogic': {
        problem: 'a ServiceMonitor needs a Service, and those of the servers of component {component} are created by the WebLogic Kubernetes Operator',
        remedy: 'use MonitorKind.POD_MONITOR',
        inManifests: 'use --monitor-kind PodMonitor',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
