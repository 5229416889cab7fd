import { enumeration, NAMED } from './common';
import { anything, Fields, flag, listOf, number, record, text } from './fit';
import { ContainerProtocol, CpuArchitecture, OperatingSystem, VolumeAccessMode, VolumeSharingPolicy } from '../../../workloads/containerized-types';

const TEXT = { shape: text };
const TEXTS = { shape: listOf(text) };
const required = { isRequired: true } as const;

const SECRET_KEY = { shape: record({ name: { ...TEXT, ...required }, key: { ...TEXT, ...required } }) };
const AMOUNT = { shape: record({ required: { ...TEXT, ...required } }) };

const PROBE = {
  shape: record({
    exec: { shape: record({ command: { ...TEXTS, ...required } }) },
    httpGet: {
      shape: record({
        port: { shape: number, ...required },
        path: { ...TEXT, ...required },
        httpHeaders: { shape: listOf(record({ name: { ...TEXT, ...required }, value: { ...TEXT, ...required } })) },
      }),
    },
    tcpSocket: { shape: record({ port: { shape: number, ...required } }) },
    initialDelaySeconds: { shape: number },
    periodSeconds: { shape: number },
    timeoutSeconds: { shape: number },
    successThreshold: { shape: number },
    failureThreshold: { shape: number },
  }),
};

const VOLUME: Fields = {
  name: { ...TEXT, ...required },
  mountPath: { ...TEXT, ...required },
  accessMode: { shape: enumeration('VolumeAccessMode', VolumeAccessMode) },
  sharingPolicy: { shape: enumeration('VolumeSharingPolicy', VolumeSharingPolicy) },
  disk: { shape: record({ required: { ...TEXT, ...required }, ephemeral: { shape: flag } }) },
};

const RESOURCES: Fields = {
  cpu: { ...AMOUNT, ...required },
  memory: { ...AMOUNT, ...required },
  gpu: AMOUNT,
  volumes: { shape: listOf(record(VOLUME)) },
  extended: { shape: listOf(record({ name: { ...TEXT, ...required }, required: { shape: anything, ...required } })) },
};

const CONTAINER: Fields = {
  name: { ...TEXT, ...required },
  image: { ...TEXT, ...required },
  resources: { shape: record(RESOURCES) },
  command: TEXTS,
  args: TEXTS,
  env: { shape: listOf(record({ name: { ...TEXT, ...required }, value: TEXT, fromSecret: SECRET_KEY })) },
  config: { shape: listOf(record({ path: { ...TEXT, ...required }, value: TEXT, fromSecret: SECRET_KEY })) },
  ports: {
    shape: listOf(record({
      name: { ...TEXT, ...required },
      containerPort: { shape: number, ...required },
      protocol: { shape: enumeration('ContainerProtocol', ContainerProtocol) },
    })),
  },
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  imagePullSecret: TEXT,
};

/** The fields of a ContainerizedWorkload. */
export const CONTAINERIZED_FIELDS: Fields = {
  metadata: { hoist: NAMED },
  spec: {
    hoist: {
      osType: { shape: enumeration('OperatingSystem', OperatingSystem) },
      arch: { shape: enumeration('CpuArchitecture', CpuArchitecture) },
      containers: { shape: listOf(record(CONTAINER)), ...required },
    },
    isAlways: true,
  },
};
