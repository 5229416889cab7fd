import { ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import {
  FIELD_PATH, FILLED, METADATA, OBJECT, TEXT, FLAG, OamDefinition, listType, record,
} from '../../base/definitions/type';
import { unknownProps } from '../../base/definitions/props';
import { Finding, FINE, found, ownWords, within } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { ComponentModel } from '../platform/model';
import { instanceOf, throwFindings } from '../../base/brand';
import { asProps, object, unique } from '../../base/check';
import { labelName, labels, metadataWith, modelName, named, namespaceName, ownNamespace } from '../../base/names';
import { fixedKind, OAM_API_VERSION } from '../../base/oam-kind';
import { plain } from '../../base/plain';
import { Registry, findingsAt } from '../../base/registry';
import { COMPONENTS, declaredBy } from '../../base/tree-report';
import { mayBeSet } from '../../base/workload-parameters';
import { mergedDefaults } from '../workloads/generic/defaults';
import { Workload } from '../workloads/workload';

/** A field of a workload that applications may set. */
export interface ComponentParameter {
  /** Name by which applications refer to it. */
  readonly name: string;
  /** The fields of the workload that are set, such as `spec.containers[0].env[1].value`. At least one. */
  readonly fieldPaths: string[];
  /** Whether every application must give a value. @default - not required */
  readonly required?: boolean;
  /** What the parameter is for. @default - no description */
  readonly description?: string;
}

/** A component that applications can bind: declared here, or elsewhere. */
export interface IComponent extends IConstruct {
  /** `metadata.name` of the Component. */
  readonly componentName: string;
  /** Namespace of the Component, where it is known. */
  readonly namespace?: string;
  /** What is known of a component that is declared here. @internal */
  readonly _model?: ComponentModel;
}

/** What is known of a component that is declared elsewhere. */
export interface ComponentReferenceOptions {
  /**
   * Namespace of the Component.
   *
   * @default - the namespace of the application that binds it, which is the only one where OAM looks
   */
  readonly namespace?: string;
}

/** Properties of a Component. */
export interface ComponentProps {
  /** What the component runs. */
  readonly workload: Workload;
  /** Fields of the workload that applications may set. @default - none */
  readonly parameters?: ComponentParameter[];

  /**
   * Metadata of the Component. The name is a DNS subdomain of at most 63 characters, because it is also the value of a
   * label.
   *
   * @default - the name is the construct's id, the namespace the chart's
   */
  readonly metadata?: ApiObjectMetadata;
}

/** The fields of a component that applications may set. */
export const PARAMETERS = listType(record<ComponentParameter>()({
  name: { type: FILLED, doc: 'Name by which an application refers to the parameter.', required: 'always' },
  description: { type: TEXT, doc: 'What the parameter is for.' },
  required: { type: FLAG, doc: 'Whether every application has to give a value. An absent value means no.' },
  fieldPaths: {
    type: listType(FIELD_PATH, 'Field path without a leading dot.',
      { min: 1, what: 'field path', schema: { minItems: 1 } }),
    doc: 'Fields of the workload that receive the value, such as spec.replicas.',
    required: 'always',
  },
}), 'A value that an application sets in one or more fields of the workload.', {
  rules: [unique(p => p.name, 'name')],
});

/** Properties of workloads that programs may take for those of a Component. */
const OF_WORKLOADS = ['args', 'command', 'env', 'envSources', 'image', 'podSpec', 'ports', 'probes', 'replicas',
  'resources', 'service'];

/** The definition of a Component. A program passes its workload as an object of a class. */
const DEFINITION = record<Omit<ComponentProps, 'workload'>>()({
  metadata: { type: METADATA, at: 'metadata' },
  parameters: { type: PARAMETERS, doc: 'What an application may set in the workload.' },
}, {
  doc: 'A workload that applications can include, and what they may set in it.',
  in: 'spec',
  around: { spec: { doc: 'The workload and its parameters.' } },
  elsewhere: Object.fromEntries(OF_WORKLOADS.map(name => [name, at => found('unknown-field', at,
    ownWords('belongs to a workload', `write it there, such as workload: new DeploymentWorkload({ ${name} })`))])),
  others: {
    'spec.workload': {
      type: OBJECT,
      doc: 'The workload itself, as a whole resource. Each application that includes the component gets its own.',
      required: 'always',
      isEmbedded: true,
    },
  },
});

/** A workload that applications can include; nothing runs until one does. The columns are those of `kubectl get`. */
export const COMPONENT: OamDefinition = {
  name: 'Component',
  kind: fixedKind(OAM_API_VERSION, 'Component'),
  definition: DEFINITION,
  crd: {
    columns: [
      { name: 'Workload', type: 'string', description: 'Kind of the workload.', jsonPath: '.spec.workload.kind' },
      {
        name: 'Age',
        type: 'date',
        description: 'Time since the component was created.',
        jsonPath: '.metadata.creationTimestamp',
      },
    ],
  },
};

/** The key of the context with the defaults of an application. */
export const WORKLOAD_DEFAULTS = 'cdk8s-oam.WorkloadDefaults';

const METADATA_CHECK = object({ metadata: metadataWith(modelName), namespace: ownNamespace, chartLabels: labels });

/**
 * The metadata of a component or an application, whose name is by default the construct's id, and its namespace, by
 * default the chart's. Throws findings on these, or else those of a check.
 */
export function checkedMetadata(
  construct: Construct, id: string, given: ApiObjectMetadata | undefined, findings: Finding[], check?: () => Finding[],
) {
  const metadata = plain(named(id, given), 'metadata', findings);
  const { namespace, labels: chartLabels } = Chart.of(construct);
  // an explicit namespace is checked with the metadata
  const ofChart = { namespace: metadata?.namespace == null ? namespace : undefined, chartLabels };
  throwFindings(construct, findings.length > 0 ? findings
    : [...METADATA_CHECK({ metadata, ...ofChart }, ''), ...check?.() ?? FINE]);
  return { metadata, namespace: metadata.namespace ?? namespace };
}

const CHECK = object({ workload: instanceOf(Workload, 'workload'), parameters: PARAMETERS.check });

/**
 * A part of an application: `core.oam.dev/v1alpha2` Component.
 *
 * It runs once an ApplicationConfiguration of its namespace binds it.
 */
export class Component extends Construct implements IComponent {
  /**
   * A component that exists elsewhere: in the cluster, or in another program. Nothing is rendered for it.
   *
   * Its workload is not known here, so that no default MetricsTrait is written for it; the platform may add one. A
   * MetricsTrait that you declare defaults to port 8080 and path `/metrics`.
   *
   * @param scope the scope
   * @param id the construct's id
   * @param componentName `metadata.name` of the Component
   * @param options what else is known
   */
  public static fromComponentName(
    scope: Construct, id: string, componentName: string, options: ComponentReferenceOptions = {},
  ): IComponent {
    return new ComponentReference(scope, id, componentName, options.namespace);
  }

  public readonly componentName: string;
  public readonly namespace?: string;
  /** What the component runs. */
  public readonly workload: Workload;
  /** @internal */
  public readonly _model: ComponentModel;
  private readonly declaredParameters?: ComponentParameter[];

  /**
   * Checks the properties and renders the Component on the platform of the scope.
   *
   * @throws ModelError if a property is invalid, or no platform is installed on the scope or above it
   */
  public constructor(scope: Construct, id: string, props: ComponentProps) {
    super(scope, id);
    const { workload: own, ...given } = asProps(props);
    const findings = [
      ...own == null ? found('missing-field', 'workload', { reason: 'required', way: 'workload' }) : FINE,
      ...unknownProps(DEFINITION, props, ['workload', 'parameters', 'metadata']),
    ];
    const parameters = plain(given.parameters, 'parameters', findings);
    const { metadata, namespace } =
      checkedMetadata(this, id, given.metadata, findings, () => CHECK({ workload: own, parameters }, ''));
    this.componentName = metadata.name;
    this.namespace = namespace;
    this.workload = own;
    this.declaredParameters = parameters;
    const platform = Platform.of(this);
    // an application that declares it by its workload alone knows its binding and the props of the workload, not it
    const isAlone = scope.node.id === COMPONENTS;
    const workloadAt = isAlone ? '' : 'workload';
    // a KubernetesPlatform checks the rendered objects, with the values of parameters
    const defaults = mergedDefaults(platform._workloadDefaults, this.node.tryGetContext(WORKLOAD_DEFAULTS));
    const { workload: whole, findings: ofDefaults } = defaults ? own._withDefaults(defaults, parameters)
      : { workload: own, findings: FINE };
    throwFindings(this, within(workloadAt, ofDefaults.length > 0 || !platform._makesObjects ? ofDefaults
      : whole._fieldFindings(this.componentName, parameters)));

    const workload = whole._modelFor(this.componentName);
    this._model = { construct: this, metadata, workload, workloadAt, parameters };
    platform._renderComponent(this._model);
    // the values of fields that parameters may set are known only at a binding
    const isParameter = mayBeSet(parameters);
    const warnings = [...workload.warnings ?? FINE, ...platform._warningsOf(workload)];
    const facts = () => {
      const rejected = platform._checkWorkload({ ...workload.fields, ...platform._typeOf(workload.kind) })
        .filter(({ path }) => !isParameter(path));
      const at = (all: Finding[]) => findingsAt(declaredBy(this), workloadAt, all);
      return { findings: at(rejected), warnings: at(warnings) };
    };
    Registry.of(this).register({ construct: this, facts });
  }

  /** The fields of the workload that applications may set. */
  public get parameters(): ComponentParameter[] {
    return (this.declaredParameters ?? []).map(p => ({ ...p, fieldPaths: [...p.fieldPaths] }));
  }
}

/** A Component that another program or person applies: only its name is known, and nothing is rendered. */
class ComponentReference extends Construct implements IComponent {
  public constructor(
    scope: Construct, id: string, public readonly componentName: string, public readonly namespace?: string,
  ) {
    super(scope, id);
    throwFindings(this, [
      ...labelName(componentName, 'componentName'),
      ...namespace === undefined ? [] : namespaceName(namespace, 'namespace'),
    ]);
  }
}
