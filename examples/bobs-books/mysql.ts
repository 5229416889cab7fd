import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { PULL_SECRETS } from './images';
import { Component, KubernetesWorkload } from 'cdk8s-oam';

/** The secret with user name, password and address of the database; it is made in the cluster. */
export const MYSQL_SECRET = 'mysql-credentials';

const PORT = 3306;
const LABELS = { app: 'bobs-mysql' };
const SCRIPTS = { volume: 'mysql-initdb', configMap: 'mysql-initdb-config' };

/** The database of the orders, from plain Kubernetes kinds. */
export function mysql(scope: Construct): Component[] {
  return [
    new Component(scope, 'bobs-mysql-deployment', { workload: KubernetesWorkload.deployment(deployment()) }),
    new Component(scope, 'bobs-mysql-service', {
      workload: KubernetesWorkload.service({
        metadata: { name: 'mysql' },
        spec: { ports: [{ port: PORT }], selector: LABELS, clusterIp: 'None' },
      }),
    }),
    new Component(scope, 'bobs-mysql-configmap', {
      workload: KubernetesWorkload.configMap({ metadata: { name: SCRIPTS.configMap }, data: { 'initdb.sql': INITDB } }),
    }),
  ];
}

function deployment(): k8s.KubeDeploymentProps {
  return {
    metadata: { name: 'mysql' },
    spec: {
      progressDeadlineSeconds: 600,
      replicas: 1,
      revisionHistoryLimit: 10,
      selector: { matchLabels: LABELS },
      strategy: { type: 'Recreate' },
      template: {
        metadata: { labels: { ...LABELS, version: 'v1' } },
        spec: {
          containers: [container()],
          dnsPolicy: 'ClusterFirst',
          imagePullSecrets: PULL_SECRETS,
          restartPolicy: 'Always',
          schedulerName: 'default-scheduler',
          securityContext: {},
          terminationGracePeriodSeconds: 30,
          volumes: [{ name: SCRIPTS.volume, configMap: { name: SCRIPTS.configMap, defaultMode: 0o644 } }],
        },
      },
    },
  };
}

function container(): k8s.Container {
  return {
    name: 'mysql',
    image: 'ghcr.io/verrazzano/mysql:8.0.28',
    imagePullPolicy: 'IfNotPresent',
    env: [
      fromSecret('MYSQL_ROOT_PASSWORD', 'password'),
      fromSecret('MYSQL_USER', 'username'),
      fromSecret('MYSQL_PASSWORD', 'password'),
      { name: 'MYSQL_DATABASE', value: 'books' },
    ],
    ports: [{ containerPort: PORT, name: 'mysql', protocol: 'TCP' }],
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    volumeMounts: [{ mountPath: '/docker-entrypoint-initdb.d', name: SCRIPTS.volume }],
  };
}

function fromSecret(name: string, key: string): k8s.EnvVar {
  return { name, valueFrom: { secretKeyRef: { name: MYSQL_SECRET, key } } };
}

const INITDB = [
  'create table `orders` (',
  '    `id` int not null auto_increment,',
  '    `order_date` date,',
  '    `name` char(40),',
  '    `street` char(40),',
  '    `city` char(40),',
  '    `state` char(2),',
  '    primary key(`id`)',
  ');',
  'create table `order_books` (',
  '    `order_id` int,',
  '    `book_id` int,',
  '    `title` char(255),',
  '    foreign key (`order_id`)',
  '    references `orders`(`id`)',
  '    on delete cascade',
  ');',
  'insert into `orders` (`id`, `order_date`, `name`, `street`, `city`, `state`)',
  'values (1, curdate(), "Bob Down", "12 Main Rd", "Mt Everest", "NJ");',
  '',
  'insert into `order_books` (`order_id`, `book_id`, `title`)',
  'values (1, 2, "Harry Potter");',
  '',
  'insert into `order_books` (`order_id`, `book_id`, `title`)',
  'values (1, 4, "Twilight");',
  '',
].join('\n');
