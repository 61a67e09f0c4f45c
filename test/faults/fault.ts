import type { Site } from "#test/faults/site.ts";

/** What came of a fault, over all of its rounds. */
export interface Outcome {
  rounds: number;
  /** Changes that the server said it has. */
  acknowledged: number;
  /** Of those, the ones that are not there in the end, or not as they were acknowledged. */
  lost: number;
  /** Leads, messages or lines that are there more often than once. */
  doubled: number;
  /** The slowest of all rounds: from the end of the fault until the server is ready and a change is acknowledged, in s. */
  recovery: number;
}

/** Something that goes wrong, and what must hold all the same. */
export interface Fault {
  name: string;
  /** In people's words, for the table. */
  title: string;
  engines: readonly ("sqlite" | "postgres")[];
  /** Makes it happen `rounds` times. Throws what else does not hold, and FaultSkipped where it cannot be made. */
  inflict(site: Site, rounds: number): Promise<Outcome>;
}

/** Thrown where this machine cannot make a fault; says why in a sentence. */
export class FaultSkipped extends Error {}
