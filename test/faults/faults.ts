import { clockFaults } from "#test/faults/clock-faults.ts";
import { diskFaults } from "#test/faults/disk-faults.ts";
import type { Fault } from "#test/faults/fault.ts";
import { killFaults } from "#test/faults/kill-faults.ts";
import { peerFaults } from "#test/faults/peer-faults.ts";
import { postgresFaults } from "#test/faults/postgres-faults.ts";

/** Every simulated fault. */
export const faults: readonly Fault[] = [
  ...killFaults,
  ...diskFaults,
  ...clockFaults,
  ...postgresFaults,
  ...peerFaults,
];
