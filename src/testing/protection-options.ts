/** The ingress controller that requires a password. */
export interface ProtectionOptions {
  /**
   * The ingress controller that serves the routes, as IngressController.byName() knows it: `ingress-nginx`, `traefik`, `haproxy`,
   * `f5-nginx`, `haproxy-ingress` or `kong`. Each ignores the annotations of the others, and then serves without a password.
   *
   * @default - that of the rendered IngressClass, or else the one whose annotations require a password
   */
  readonly controller?: string;
}
