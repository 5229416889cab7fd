import type { k8s } from 'cdk8s-plus-27';
import { bad, Check, Finding, FINE, movedTo, ownWords } from '../../base/findings/finding';
import { selection } from '../../targets/kubernetes/metrics/prometheus-operator';
import { brand, instanceOf } from '../../base/brand';
import { asProps, closed, filled, isFilled } from '../../base/check';
import { labelKey, labels, MAX_DATA, namespaceName } from '../../base/names';
import type { ObjectType } from '../../base/oam-kind';
import { snapshot } from '../../base/plain';

/** How the sidecar of Grafana's Helm chart finds dashboards. */
export interface DashboardSidecarOptions {
  /** The label by which it selects ConfigMaps: `sidecar.dashboards.label` of the chart. @default "grafana_dashboard" */
  readonly label?: string;

  /** The value of this label: `sidecar.dashboards.labelValue` of the chart. @default "1" */
  readonly labelValue?: string;

  /**
   * The folder of the dashboards in Grafana, as the annotation `folderAnnotation`. The chart must be configured with
   * that annotation, and `sidecar.dashboards.provider.foldersFromFilesStructure` must be `true`.
   *
   * @default - the folder of all dashboards of the sidecar
   */
  readonly folder?: string;

  /** The annotation of the folder: `sidecar.dashboards.folderAnnotation` of the chart. @default "grafana_folder" */
  readonly folderAnnotation?: string;
}

/** How the Grafana Operator delivers dashboards to a Grafana. */
export interface DashboardOperatorOptions {
  /** The namespace of the Grafana resource. Dashboards of other namespaces are allowed to use it. */
  readonly namespace: string;

  /** The labels by which the Grafana resource is selected; `{}` selects all. The operator rejects later changes. */
  readonly instanceSelector: k8s.LabelSelector;

  /**
   * The folder of the dashboards in Grafana, which the operator creates if it does not exist.
   *
   * @default - a folder with the name of the namespace of each dashboard
   */
  readonly folder?: string;
}

/** An object with a dashboard. */
interface DeliveredDashboard {
  readonly type: ObjectType;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Its other fields; `file` is unique across all namespaces. */
  readonly fields: (file: string, json: string) => object;
}

/** A title of a dashboard or a folder: Grafana trims it, and shows it in one line. */
export const grafanaTitle: Check = (value, field) => {
  if (!isFilled(value)) return filled(value, field);
  return value.trim() === value && !/\p{Cc}/u.test(value) ? FINE
    : bad('invalid-value', ownWords('must be one line without spaces around it', 'write it so'), field, value);
};

/** Checks the options of the sidecar; what selects a ConfigMap has to be a valid label of Kubernetes. */
const SIDECAR = closed<DashboardSidecarOptions>({
  label: labelKey,
  labelValue: (value, field) => labels({ value }, '').map(finding => movedTo(field, finding)),
  folder: grafanaTitle,
  folderAnnotation: labelKey,
});

// `selection` is loaded only when it is used
const OPERATOR = closed<DashboardOperatorOptions>({
  namespace: namespaceName, instanceSelector: (value, field) => selection(value, field), folder: grafanaTitle,
}, ['namespace', 'instanceSelector']);

/** The most bytes of a dashboard: the rest of an object is left for its metadata. */
export const MOST_BYTES = MAX_DATA - 16 * 1024;

/** How dashboards get into Grafana. */
export class DashboardDelivery {
  /**
   * ConfigMaps for the sidecar of Grafana's Helm chart, which kube-prometheus-stack has too. There it reads those of
   * all namespaces; elsewhere only those of Grafana's own, which is then the `namespace` of the MetricsDashboard.
   *
   * @param options the label and the folder
   */
  public static sidecar(options: DashboardSidecarOptions = {}): DashboardDelivery {
    const taken = snapshot(options);
    const { label = 'grafana_dashboard', labelValue = '1', folder, folderAnnotation = 'grafana_folder' } =
      asProps(taken);
    return new DashboardDelivery(() => SIDECAR(taken ?? {}, ''), () => ({
      type: { apiVersion: 'v1', kind: 'ConfigMap' },
      labels: { [label]: labelValue },
      ...folder !== undefined && { annotations: { [folderAnnotation]: folder } },
      fields: (file, json) => ({ data: { [file]: json } }),
    }));
  }

  /** GrafanaDashboards of the Grafana Operator, version 5. @param options the Grafana and the folder */
  public static operator(options: DashboardOperatorOptions): DashboardDelivery {
    const taken = snapshot(options);
    const { namespace: system, instanceSelector, folder } = asProps(taken);
    return new DashboardDelivery(() => OPERATOR(taken, ''), namespace => ({
      type: { apiVersion: 'grafana.integreatly.org/v1beta1', kind: 'GrafanaDashboard' },
      labels: {},
      fields: (_, json) => ({
        spec: {
          instanceSelector,
          allowCrossNamespaceImport: namespace !== system,
          ...folder !== undefined && { folder },
          json,
        },
      }),
    }));
  }

  private constructor(
    /** @internal */
    public readonly _check: () => Finding[],
    /** @internal */
    public readonly _deliver: (namespace: string) => DeliveredDashboard,
  ) {}
}

brand(DashboardDelivery);

/** The check of a delivery. */
export const dashboardDelivery: Check = instanceOf(DashboardDelivery,
  (value, field) => bad('invalid-value', 'dashboard-delivery', field, value), delivery => delivery._check());
