/** What is built: the same for the library and for plain API objects. */
export interface Shape {
  readonly components: number;
  /** The components are spread evenly over them; each chart has a namespace of its own. */
  readonly charts: number;
  /** Whether each component has an IngressTrait for a host of its own, and not the first of its application alone one for the generated host. */
  readonly isEachPublic?: boolean;
  /** The number of a component that has another image. */
  readonly released?: number;
  /** The number of a component whose metrics have another path. */
  readonly moved?: number;
}

/** One application and the numbers of its components. */
export interface Slice {
  readonly name: string;
  readonly numbers: number[];
}

/** Which side of a pair a child process builds. */
export type Side = 'plain' | 'library';

export const COMPONENTS_PER_APPLICATION = 10;

export const IMAGE = 'registry.example.com/shop/service:1.4.2';
export const NEW_IMAGE = 'registry.example.com/shop/service:1.5.0';
export const SCRAPER = 'verrazzano-system/vmi-system-prometheus-0';

export const chartName = (n: number) => `shop-${n}`;
export const hostName = (n: number) => `service-${n}.example.com`;
export const componentName = (n: number) => `service-${n}`;

/** Every other component declares its metrics; the others are given the default trait. */
export const declaresMetrics = (n: number) => n % 2 === 0;

/** The applications of one chart. */
export function slices({ components, charts }: Shape, chart: number): Slice[] {
  const perChart = components / charts;
  const all = Array.from({ length: perChart }, (_, i) => chart * perChart + i);
  const count = Math.ceil(perChart / COMPONENTS_PER_APPLICATION);
  return Array.from({ length: count }, (_, i) => ({
    name: `app-${chart}-${i}`,
    numbers: all.slice(i * COMPONENTS_PER_APPLICATION, (i + 1) * COMPONENTS_PER_APPLICATION),
  }));
}

/** The container's settings: text, as most programs have it. */
export function environment(n: number): { name: string; value: string }[] {
  return [
    { name: 'SERVER_PORT', value: '8080' },
    { name: 'DATABASE_URL', value: `jdbc:postgresql://database-${n}:5432/orders` },
    { name: 'JAVA_TOOL_OPTIONS', value: '-XX:MaxRAMPercentage=75 -XX:+UseG1GC' },
  ];
}
