import { ApiObject } from 'cdk8s';
import type { INetworkPolicyPeer, IPodSelector, PodSelectorConfig } from 'cdk8s-plus-27';
import { IConstruct } from 'constructs';
import type { LabelRequirement, LabelSelector } from '../../cluster/objects/object-index';

/** The pods of a component, for cdk8s-plus: a selector of pods, and a peer of network policies. */
export interface IComponentPods extends IPodSelector, INetworkPolicyPeer {}

/** A label selector of cdk8s-plus, which is loaded only when a program asks for one. */
export function podSelectorConfig({ matchLabels, matchExpressions = [] }: LabelSelector, namespace?: string): PodSelectorConfig {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { LabelExpression, LabelSelector: PlusSelector } = require('cdk8s-plus-27') as typeof import('cdk8s-plus-27');
  const expressionOf = ({ key, operator, values = [] }: LabelRequirement) => {
    switch (operator) {
      case 'In': return LabelExpression.in(key, [...values]);
      case 'NotIn': return LabelExpression.notIn(key, [...values]);
      case 'Exists': return LabelExpression.exists(key);
      default: return LabelExpression.doesNotExist(key);
    }
  };
  const labelSelector = PlusSelector.of({ labels: { ...matchLabels }, expressions: matchExpressions.map(expressionOf) });
  return namespace === undefined ? { labelSelector } : { labelSelector, namespaces: { names: [namespace] } };
}

/** The API objects below constructs, each once. */
export function apiObjectsOf(constructs: readonly IConstruct[]): ApiObject[] {
  return [...new Set(constructs.flatMap(construct => construct.node.findAll()))].filter(ApiObject.isApiObject);
}
