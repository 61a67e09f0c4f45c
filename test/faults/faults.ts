import { clockFaults } from "#test/faults/clock-faults.ts";
import { diskFaults } from "#test/faults/disk-faults.ts";
import type { Fault } from "#test/faults/fault.ts";
import { killFaults } from "#test/faults/kill-faults.ts";
import { outboxFaults } from "#test/faults/outbox/outbox-faults.ts";
import { peerFaults } from "#test/faults/peer-faults.ts";
import { postgresFaults } from "#test/faults/postgres-faults.ts";

/** Every simulated fault. */
export const faults: readonly Fault[] = [
  ...killFaults,
  ...outboxFaults,
  ...diskFaults,
  ...clockFaults,
  ...postgresFaults,
  ...peerFaults,
];
