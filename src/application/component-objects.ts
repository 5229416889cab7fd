import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';

/** The API objects below constructs, each once. */
export function apiObjectsOf(constructs: readonly IConstruct[]): ApiObject[] {
  return [...new Set(constructs.flatMap(construct => construct.node.findAll()))].filter(ApiObject.isApiObject);
}
