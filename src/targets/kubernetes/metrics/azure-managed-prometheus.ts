import { ProviderParts } from './monitor';
import { AZURE } from './monitor-dialects';
import { MONITOR_OPTIONS, operatorMonitors } from './prometheus-operator';
import { MonitorOptions } from './prometheus-operator-props';
import { asProps, closed } from '../../../base/check';
import { snapshot } from '../../../base/plain';

/** Monitors for the add-on of AKS and of Azure Arc. */
export interface AzureManagedPrometheusProps extends MonitorOptions {}

const CHECK = closed(MONITOR_OPTIONS);

/** The Deployment of the add-on that scrapes. */
const COLLECTOR = { namespace: 'kube-system', name: 'ama-metrics' };

/** The add-on, which reads every monitor of its own group in every namespace. */
export function azureManagedPrometheus(props: AzureManagedPrometheusProps): ProviderParts {
  const taken = snapshot(props);
  const whole = { ...asProps(taken), ...COLLECTOR, monitorSelector: {}, monitorNamespaceSelector: {} };
  return operatorMonitors({ dialect: AZURE, props: whole, check: () => CHECK(taken, '') });
}
