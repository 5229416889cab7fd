import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ApplicationConfiguration, Component, ComponentBinding, HelidonWorkload, IngressRule, IngressTrait, OamPlatform, Platform } from '../../src';

/** An app on the public platform. */
export function newApp(platform: Platform = OamPlatform.verrazzano()): App {
  const app = new App();
  Platform.install(app, platform);
  return app;
}

/** A workload whose objects are named after it. */
export function helidon(name: string): HelidonWorkload {
  return new HelidonWorkload({ name, deployment: { name: name.slice(0, 63), podSpec: { containers: [{ name: 'main', image: 'example/main:1' }] } } });
}

/** A component with a workload of its own. */
export function component(scope: Construct, id: string): Component {
  return new Component(scope, id, { workload: helidon(`${id}-workload`) });
}

/** An application of new components. */
export function application(scope: Construct, id: string, ...components: string[]): ComponentBinding[] {
  const config = new ApplicationConfiguration(scope, id);
  return components.map(name => config.addComponent(component(scope, name)));
}

/** An IngressTrait named `ingress` below the binding. */
export function ingress(binding: ComponentBinding, ...rules: IngressRule[]): IngressTrait {
  return new IngressTrait(binding, 'ingress', { rules });
}

/** An API object that the library knows nothing of. */
export function foreign(scope: Construct, id: string, apiVersion: string, kind: string, metadata: { name: string; namespace?: string }): ApiObject {
  return new ApiObject(scope, id, { apiVersion, kind, metadata });
}

/** A chart in a namespace, that of its id unless told otherwise; null for none. */
export function chartOf(app: App, id: string, namespace: string | null = id): Chart {
  return new Chart(app, id, namespace === null ? {} : { namespace });
}

/** What is reported when the app is synthesized: one line a finding. */
export function report(app: App): string[] {
  try {
    app.synthYaml();
  } catch (error) {
    const [title, ...lines] = (error as Error).message.split('\n  ');
    expect(title).toBe('Validation failed with the following errors:');
    return lines;
  }
  return [];
}
