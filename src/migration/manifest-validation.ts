import { throwFindings } from '../base/brand';
import { showPath } from '../base/findings/finding';
import { problemOf, remedyOf } from '../base/findings/words';
import { readSchemas, schemaOptions } from '../cluster/checks/given-schemas';
import { ManifestChecks } from '../cluster/checks/manifest-checks';
import { serverRules } from '../cluster/checks/server-rules';
import { collectManifests, locateFindings } from '../files/reading';

/** The `properties` of a validation in `cdk8s.yaml`. */
export interface ManifestValidationProps {
  /**
   * The minor version of Kubernetes that applies the objects, such as `1.34`.
   *
   * @default - what every version known to this library refuses is found
   */
  readonly kubernetesVersion?: string;

  /**
   * Files with CustomResourceDefinitions, folders of them, or a `cdk8s.yaml` for the files that it imports.
   *
   * @default - the schemas of this library
   */
  readonly schemas?: string[];

  /**
   * Whether an object whose kind has no schema fails the validation.
   *
   * @default false
   */
  readonly requireSchemas?: boolean;

  /**
   * Whether the API server's own code judges the objects too, from the package `cdk8s-oam-server-rules`. It takes half
   * a second, and one or two milliseconds for an object.
   *
   * @default false
   */
  readonly asServer?: boolean;
}

/** The parts of the context that `cdk8s synth` passes to a validation and that are used here. */
interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: { addViolation(violation: object): void; submit(status: 'success' | 'failure'): void };
}

/**
 * A validation for `cdk8s synth`, which `cdk8s.yaml` names: it checks every written object against the schema of its
 * kind. A GitOpsApp does the same before anything is written, with `kubernetesVersion`.
 */
export class ManifestValidation {
  /**
   * Creates a validation; `cdk8s synth` does so.
   *
   * @param props the `properties` of `cdk8s.yaml`
   * @throws ModelError if one is invalid
   */
  public constructor(private readonly props: ManifestValidationProps = {}) {
    const given = readSchemas(props?.schemas ?? [], 'schemas');
    throwFindings('ManifestValidation', [...schemaOptions(props, ''), ...given.findings]);
  }

  /**
   * Validates the written manifests, and submits the report.
   *
   * @param context what `cdk8s synth` passes: the paths of the manifests, and the report
   */
  public async validate(context: any): Promise<void> {
    const { manifests, report } = context as ValidationContext;
    const { kubernetesVersion, requireSchemas, asServer } = this.props;
    const schemas = this.props.schemas ?? [];
    const read = collectManifests(manifests);
    const { documents, findings } = read;
    const { sets } = readSchemas(schemas, 'schemas');
    const checks = new ManifestChecks({
      kubernetesVersion: kubernetesVersion ?? undefined, requireSchemas, schemas: sets,
    });
    const ofSchemas = documents.flatMap(document => locateFindings(document, checks.checkWhole(document.value)));
    /* eslint-disable @typescript-eslint/no-require-imports */
    const { serverVerdicts } = require('./server-verdicts') as typeof import('./server-verdicts');
    const { Parts } = require('./model/context') as typeof import('./model/context');
    /* eslint-enable */
    const refused = asServer ? serverVerdicts(read, serverRules(true, undefined)!, ofSchemas, schemas) : [];
    const errors = [...ofSchemas, ...refused].filter(({ isWarning }) => !isWarning);
    const parts = new Parts(documents);
    // cdk8s identifies the object of a violation by its name
    const violations = [...findings, ...errors].map(finding => {
      const { code, path, file, line, column } = finding;
      const name: unknown = parts.of(finding)?.document.value.metadata?.name;
      const place = line === undefined ? [] : [`${line}:${column}`];
      return {
        ruleName: code,
        recommendation: problemOf(finding),
        fix: remedyOf(finding, 'manifests'),
        violatingResources: [{
          resourceName: typeof name === 'string' ? name : '',
          manifestPath: file,
          locations: [[showPath(path), ...place].filter(Boolean).join(' at ')],
        }],
      };
    });
    for (const each of violations) report.addViolation(each);
    report.submit(violations.length > 0 ? 'failure' : 'success');
  }
}
