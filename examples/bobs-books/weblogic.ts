import { Construct } from 'constructs';
import { PULL_SECRETS, WEBLOGIC_IMAGE } from './images';
import { MYSQL_SECRET } from './mysql';
import { Component, KubernetesWorkload, WebLogicDomainVersion, WebLogicWorkload } from 'cdk8s-oam';

const CLUSTER = 'cluster-1';
const MODEL = 'bobs-bookstore-wdt-config-map';
const DEBUG = { JAVA_OPTIONS: '-Dweblogic.StdoutDebugEnabled=false' };
const HOMES = { WL_HOME: '/u01/oracle/wlserver', MW_HOME: '/u01/oracle' };

/** The Service that the WebLogic operator makes for the managed servers of a domain. */
export const managedServers = (domainUid: string) => ({ host: `${domainUid}-cluster-${CLUSTER}`, port: 8001 });

/** Bobby's shop, which asks his Helidon application for the stock. */
export function bobbysFrontEnd(scope: Construct, image: string): Component {
  return new Component(scope, 'bobby-wls', {
    workload: domain({
      uid: 'bobbys-front-end',
      image,
      env: {
        ...DEBUG,
        USER_MEM_ARGS: '-Djava.security.egd=file:/dev/./urandom',
        HELIDON_HOSTNAME: 'bobbys-helidon-stock-application',
        HELIDON_PORT: '8080',
        ...HOMES,
      },
    }),
  });
}

/** Bob's order manager, with the orders in MySQL. */
export function bobsBookstore(scope: Construct, image: string): Component {
  return new Component(scope, 'bobs-orders-wls', {
    workload: domain({
      uid: 'bobs-bookstore',
      image,
      model: { configMap: MODEL },
      configuration: { secrets: [MYSQL_SECRET] },
      env: { ...DEBUG, USER_MEM_ARGS: '-Djava.security.egd=file:/dev/./urandom ', ...HOMES },
    }),
  });
}

/** The model of Bob's domain: where its orders are. The operator puts the secret's values in. */
export function bobsBookstoreModel(scope: Construct): Component {
  return new Component(scope, 'bobs-orders-configmap', {
    workload: KubernetesWorkload.configMap({
      metadata: { name: MODEL, labels: { 'weblogic.domainUID': 'bobs-bookstore' } },
      data: { 'datasource.yaml': DATA_SOURCE },
    }),
  });
}

interface Domain {
  readonly uid: string;
  /** The image with the application's model. */
  readonly image: string;
  readonly env: Record<string, string>;
  readonly configuration?: object;
  readonly model?: object;
}

/** A domain of one cluster that is made from a model. */
function domain({ uid, image, env, configuration, model }: Domain): WebLogicWorkload {
  const cluster = `${uid}-${CLUSTER}`;
  return new WebLogicWorkload({
    domainVersion: WebLogicDomainVersion.V9,
    template: {
      name: uid,
      labels: { 'weblogic.resourceVersion': 'domain-v9', 'weblogic.domainUID': uid },
      spec: {
        adminServer: { adminChannelPortForwardingEnabled: true },
        domainUID: uid,
        domainHome: `/u01/oracle/user_projects/domains/${uid}`,
        domainHomeSourceType: 'FromModel',
        image: WEBLOGIC_IMAGE,
        imagePullSecrets: PULL_SECRETS,
        includeServerOutInPodLog: true,
        replicas: 1,
        webLogicCredentialsSecret: { name: `${uid}-weblogic-credentials` },
        clusters: [{ name: cluster }],
        configuration: {
          introspectorJobActiveDeadlineSeconds: 600,
          model: {
            auxiliaryImages: [{ image }],
            runtimeEncryptionSecret: `${uid}-runtime-encrypt-secret`,
            ...model,
          },
          ...configuration,
        },
        monitoringExporter: { imagePullPolicy: 'IfNotPresent', configuration: EXPORTER },
        serverPod: {
          livenessProbe: { periodSeconds: 10, timeoutSeconds: 65, failureThreshold: 3 },
          readinessProbe: { periodSeconds: 10, timeoutSeconds: 50, failureThreshold: 3 },
          labels: { app: uid, version: 'v1' },
          env: Object.entries(env).map(([name, value]) => ({ name, value })),
        },
      },
    },
    clusters: [{
      name: cluster,
      labels: { 'weblogic.resourceVersion': 'domain-v1', 'weblogic.domainUID': uid },
      spec: { clusterName: CLUSTER },
    }],
  });
}

/** What the WebLogic exporter asks the servers for. */
const EXPORTER = {
  metricsNameSnakeCase: true,
  domainQualifier: true,
  queries: [
    {
      key: 'name',
      keyName: 'location',
      prefix: 'wls_server_',
      applicationRuntimes: {
        key: 'name',
        keyName: 'app',
        componentRuntimes: {
          prefix: 'wls_webapp_config_',
          type: 'WebAppComponentRuntime',
          key: 'name',
          values: [
            'deploymentState', 'contextRoot', 'sourceInfo', 'sessionsOpenedTotalCount', 'openSessionsCurrentCount', 'openSessionsHighCount',
          ],
          servlets: { prefix: 'wls_servlet_', key: 'servletName' },
        },
      },
    },
    { JVMRuntime: { prefix: 'wls_jvm_', key: 'name' } },
  ],
};

const DATA_SOURCE = `resources:
  JDBCSystemResource:
    books:
      Target: '${CLUSTER}'
      JdbcResource:
        JDBCDataSourceParams:
          JNDIName: [
            jdbc/books
          ]
        JDBCDriverParams:
          DriverName: com.mysql.cj.jdbc.Driver
          URL: '@@SECRET:${MYSQL_SECRET}:url@@'
          PasswordEncrypted: '@@SECRET:${MYSQL_SECRET}:password@@'
          Properties:
            user:
              Value: '@@SECRET:${MYSQL_SECRET}:username@@'
        JDBCConnectionPoolParams:
          ConnectionCreationRetryFrequencySeconds: 5
          ConnectionReserveTimeoutSeconds: 10
          InitialCapacity: 0
          InactiveConnectionTimeoutSeconds: 60
          MaxCapacity: 5
          MinCapacity: 0
          TestConnectionsOnReserve: true
          TestFrequencySeconds: 10
          TestTableName: SQL SELECT 1
`;
