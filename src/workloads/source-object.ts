import { ApiObject } from 'cdk8s';
import { declaredPortsOf } from './known-kinds';
import { annotated, GENERIC_METRICS, MetricsDefaults } from './metrics-defaults';
import type { DeclaredPort, WorkloadSource } from './workload';
import { podOf } from '../objects/pod-template';
import { PlainObject } from '../objects/rendering';
import { ObjectType } from '../private/oam-kind';
import { Registry } from '../private/registry';

/**
 * An object with pods that a program makes elsewhere in its app. It is read when the tree is checked and rendered, since cdk8s-plus renders late, and
 * nothing on it is changed.
 */
export class SourceObject implements WorkloadSource {
  public constructor(public readonly object: ApiObject) {}

  public get type(): ObjectType {
    const { apiVersion, kind } = this.object;
    return { apiVersion, kind };
  }

  /** The object as it is rendered by now, or why it cannot be. */
  public read(): PlainObject | Error {
    return Registry.of(this.object).once(this.object, () => {
      try {
        return this.object.toJson();
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    });
  }

  /** Its pods, as far as they are known by now. */
  public get pod(): PlainObject | undefined {
    const object = this.read();
    return object instanceof Error ? undefined : podOf(object);
  }

  /** The ports that its containers declare by now. */
  public get ports(): DeclaredPort[] {
    const object = this.read();
    return object instanceof Error ? [] : [object, podOf(object)].map(declaredPortsOf).find(ports => ports.length > 0) ?? [];
  }

  /** Where a MetricsTrait has it scraped that names no port or no path; read when it is asked for one. */
  public get metricsDefaults(): MetricsDefaults {
    const defaults = () => annotated(GENERIC_METRICS, this.pod?.metadata.annotations);
    return { get port() { return defaults().port; }, get path() { return defaults().path; } };
  }
}
