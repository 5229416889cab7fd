import { PROMETHEUS } from './monitoring';

/** A role for Prometheus, and its binding; none where it gives no right. */
export function accessTo(namespace: string, resources: readonly string[]): any[] {
  if (resources.length === 0) return [];
  const metadata = { name: 'scraped-by-prometheus', namespace };
  return [
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules: [{ apiGroups: [''], resources, verbs: ['list', 'watch'] }] },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', ...PROMETHEUS.metadata }],
    },
  ];
}
