import { App } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OamPlatform } from '../../../platform/oam-platform';
import { Platform } from '../../../platform/platform';
import { workloadCode, WorkloadCode } from '../code/workload-code';
import { Demotions, Part } from '../demotions';
import { InputDocument } from '../documents';
import { Components } from '../grouping';

/** How many parts are said by types of this library. */
export interface Counts {
  typed: number;
  custom: number;
}

/** One trial of a whole program: it is run as it is written, and what comes of it is held against the manifests. */
export class Trial {
  public readonly app = new App();
  public readonly workloads: Counts = { typed: 0, custom: 0 };
  public readonly traits: Counts = { typed: 0, custom: 0 };
  /** The documents that are written as they are. */
  public readonly objects = new Set<number>();
  private readonly parts = new Map<IConstruct, Part>();

  public constructor(
    public readonly components: Components,
    public readonly demotions: Demotions,
    private readonly codes: Map<InputDocument, WorkloadCode | string>,
  ) {
    Platform.install(this.app, OamPlatform.verrazzano({ writeDefaultMetricsTraits: false }));
  }

  /** Keeps what a construct was made for. */
  public made(construct: IConstruct, part: Part): void {
    this.parts.set(construct, part);
  }

  public partOf(construct: IConstruct): Part | undefined {
    return this.parts.get(construct);
  }

  /** The code of a component's workload, which is tried once for all trials. */
  public workloadCode(document: InputDocument): WorkloadCode | string {
    let code = this.codes.get(document);
    if (code === undefined) {
      code = workloadCode(document.value.spec?.workload);
      this.codes.set(document, code);
    }
    return code;
  }
}
