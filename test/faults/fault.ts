import type { Site } from "#test/faults/site.ts";

/** The result of a fault over all its rounds. */
export interface Outcome {
  rounds: number;
  /** Changes that the server acknowledged. */
  acknowledged: number;
  /** Of those, the ones missing or different in the end. */
  lost: number;
  /** Leads, messages or lines that exist more than once. */
  doubled: number;
  /** The slowest round: from the end of the fault until the server is ready and acknowledges a change, in s. */
  recovery: number;
}

/** Something that goes wrong, and what must still hold. */
export interface Fault {
  name: string;
  /** The name in the table, in plain words. */
  title: string;
  engines: readonly ("sqlite" | "postgres")[];
  /** Runs it `rounds` times. Throws on any violation, and FaultSkipped where it can't be simulated. */
  inflict(site: Site, rounds: number): Promise<Outcome>;
}

/** Thrown where this machine can't simulate a fault, with the reason. */
export class FaultSkipped extends Error {}
