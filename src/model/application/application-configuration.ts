import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { checkedMetadata, Component, IComponent, WORKLOAD_DEFAULTS } from './component';
import { BINDING, ComponentBindingOptions } from './entry';
import { ComponentBinding, IApplicationConfiguration } from './component-binding';
import { METADATA, OamDefinition, listType, record } from '../../base/definitions/type';
import { unknownProps } from '../../base/definitions/props';
import {
  DaemonSetWorkload, DaemonSetWorkloadProps, DeploymentWorkload, DeploymentWorkloadProps, StatefulSetWorkload,
  StatefulSetWorkloadProps,
} from '../workloads/generic/deployment-workloads';
import {
  CronJobWorkload, CronJobWorkloadProps, JobWorkload, JobWorkloadProps,
} from '../workloads/generic/job-workloads';
import { Workload } from '../workloads/workload';
import { Platform } from '../platform/platform';
import { workloadDefaults, WorkloadDefaults } from '../workloads/generic/defaults';
import { ApplicationModel, BindingModel } from '../platform/model';
import { brand, isModelError, throwFindings } from '../../base/brand';
import { asProps } from '../../base/check';
import { fixedKind, OAM_API_VERSION } from '../../base/oam-kind';
import { isPresent, Registry } from '../../base/registry';
import { COMPONENTS } from '../../base/tree-report';
import { labelName } from '../../base/names';
import { FINE, found } from '../../base/findings/finding';
import { plain, snapshot } from '../../base/plain';

/** Properties of an ApplicationConfiguration. */
export interface ApplicationConfigurationProps {
  /**
   * Metadata of the ApplicationConfiguration. The runtime copies its labels and annotations to all workloads and
   * traits.
   *
   * @default - the name is the construct's id, the namespace the chart's
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Defaults of the components that are declared below the application, such as by `addDeployment()`. They take
   * precedence over those of the platform.
   *
   * @default - those of the platform
   */
  readonly defaults?: WorkloadDefaults;
}

/** The definition of an ApplicationConfiguration. A program adds its components by `addComponent()`. */
const DEFINITION = record<Omit<ApplicationConfigurationProps, 'defaults'>>()({ metadata: METADATA }, {
  doc: 'One application - which components it is made of and which traits each of them gets.',
  others: {
    'spec.components': {
      type: listType(BINDING,
        'A component\'s place in the application. Names the component or one revision of it, not both.'),
      doc: 'The components to run, each with its parameters, traits and scopes.',
      required: 'always',
    },
  },
  around: { spec: { doc: 'What the application is made of.' } },
});

/** The root of an OAM application: which Components run, with which traits. */
export const APPLICATION_CONFIGURATION: OamDefinition = {
  name: 'ApplicationConfiguration',
  kind: fixedKind(OAM_API_VERSION, 'ApplicationConfiguration'),
  definition: DEFINITION,
  crd: { shortNames: ['appconfig'] },
};

/**
 * An application: `core.oam.dev/v1alpha2` ApplicationConfiguration. It binds components of its namespace, each with its
 * traits (metrics, ingress, …). On a KubernetesPlatform it renders no object: its name is part of labels, job names and
 * hosts.
 */
export class ApplicationConfiguration extends Construct implements IApplicationConfiguration {
  public readonly applicationName: string;
  public readonly namespace?: string;
  /** @internal */
  public readonly _model: ApplicationModel;
  /** For names that are taken, the number to try first: all lower ones are taken. */
  private readonly numbers = new Map<string, number>();
  private readonly models: BindingModel[] = [];
  /** The scope of the components that are declared by their workloads alone. */
  private readonly components: Construct;

  /**
   * Checks the properties and renders the ApplicationConfiguration on the platform of the scope.
   *
   * @throws ModelError if the metadata is invalid, or no platform is installed on the scope or above it
   */
  public constructor(scope: Construct, id: string, props: ApplicationConfigurationProps = {}) {
    super(scope, id);
    const findings = [...unknownProps(DEFINITION, props, ['defaults'])];
    const defaults = snapshot(plain(asProps(props).defaults, 'defaults', findings));
    const { metadata, namespace } = checkedMetadata(this, id, asProps(props).metadata, findings,
      () => defaults == null ? FINE : workloadDefaults(defaults, 'defaults'));
    this.node.setContext(WORKLOAD_DEFAULTS, defaults);
    this.applicationName = metadata.name;
    this.namespace = namespace;
    this._model = {
      construct: this,
      name: metadata.name,
      namespace,
      metadata,
      bindings: () => this.models.filter(b => isPresent(b.construct)),
    };
    // its objects precede the ApplicationConfiguration, which refers to them
    this.components = new Construct(this, COMPONENTS);
    Platform.of(this)._renderApplication(this._model);
    Registry.of(this).register({ construct: this, facts: () => ({}) });
  }

  /** The bindings so far, in order. */
  public get bindings(): ComponentBinding[] {
    return this.models.map(b => b.construct as ComponentBinding).filter(isPresent);
  }

  /**
   * Binds a component of the application's namespace.
   *
   * @param component the component
   * @param options parameter values, scopes, data and revision
   * @returns the binding, which takes traits
   */
  public addComponent(component: IComponent, options: ComponentBindingOptions = {}): ComponentBinding {
    const name = component?.componentName || 'component';
    // a component that is bound twice is reported at synthesis with all other findings, not by the construct tree
    let id = name;
    for (let number = this.numbers.get(name) ?? 2; this.node.tryFindChild(id); number++) {
      id = `${name}-${number}`;
      this.numbers.set(name, number);
    }
    return new ComponentBinding(this, id, { ...options, component });
  }

  /**
   * Declares a component that runs as a Deployment, and binds it: short for `addComponent(new Component(…))` with a
   * DeploymentWorkload.
   *
   * @param id name of the component: of its Deployment, Service and monitor
   * @param props the workload
   * @returns the binding, which takes traits
   * @throws ModelError if a property or the name is invalid
   */
  public addDeployment(id: string, props: DeploymentWorkloadProps): ComponentBinding {
    return this.addWorkload(id, () => new DeploymentWorkload(props));
  }

  /**
   * Declares a component that runs as a StatefulSet, and binds it.
   *
   * @param id name of the component: of its StatefulSet, Service and monitor
   * @param props the workload
   * @returns the binding, which takes traits
   * @throws ModelError if a property or the name is invalid
   */
  public addStatefulSet(id: string, props: StatefulSetWorkloadProps): ComponentBinding {
    return this.addWorkload(id, () => new StatefulSetWorkload(props));
  }

  /**
   * Declares a component that runs as a DaemonSet, and binds it.
   *
   * @param id name of the component: of its DaemonSet, Service and monitor
   * @param props the workload
   * @returns the binding, which takes traits
   * @throws ModelError if a property or the name is invalid
   */
  public addDaemonSet(id: string, props: DaemonSetWorkloadProps): ComponentBinding {
    return this.addWorkload(id, () => new DaemonSetWorkload(props));
  }

  /**
   * Declares a component that runs as a Job, and binds it.
   *
   * @param id name of the component and of its Job
   * @param props the workload
   * @returns the binding, which takes traits
   * @throws ModelError if a property or the name is invalid
   */
  public addJob(id: string, props: JobWorkloadProps): ComponentBinding {
    return this.addWorkload(id, () => new JobWorkload(props));
  }

  /**
   * Declares a component that runs as a CronJob, and binds it.
   *
   * @param id name of the component and of its CronJob
   * @param props the workload
   * @returns the binding, which takes traits
   * @throws ModelError if a property or the name is invalid
   */
  public addCronJob(id: string, props: CronJobWorkloadProps): ComponentBinding {
    return this.addWorkload(id, () => new CronJobWorkload(props));
  }

  /** @internal */
  public _bind(binding: BindingModel): void { this.models.push(binding); }

  private addWorkload(id: string, create: () => Workload): ComponentBinding {
    throwFindings(this, labelName(id, 'id'));
    const place = `${this.node.path}/${id}`;
    const isTaken = this.components.node.tryFindChild(id) !== undefined;
    throwFindings(place, isTaken ? found('duplicate-name', 'id', { reason: 'component' }) : FINE);
    try {
      return this.addComponent(new Component(this.components, id, { workload: create() }));
    } catch (error) {
      // the id is free again for a program that goes on
      this.components.node.tryRemoveChild(id);
      // a workload does not know whose it is
      if (isModelError(error)) throwFindings(place, error.findings);
      throw error;
    }
  }
}

brand(ApplicationConfiguration);
