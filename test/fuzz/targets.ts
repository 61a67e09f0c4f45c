import type { FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { fileTargets } from "#test/fuzz/targets/file-targets.ts";
import { formTargets } from "#test/fuzz/targets/form-targets.ts";
import { mailTargets } from "#test/fuzz/targets/mail-targets.ts";
import { pageTargets } from "#test/fuzz/targets/page-targets.ts";
import { queryTargets } from "#test/fuzz/targets/query-targets.ts";
import { ruleTargets } from "#test/fuzz/targets/rule-targets.ts";
import { textTargets } from "#test/fuzz/targets/text-targets.ts";

/** Every parser of outside input, by what it reads. */
export const targets: readonly FuzzTarget[] = [
  ...pageTargets,
  ...mailTargets,
  ...fileTargets,
  ...formTargets,
  ...queryTargets,
  ...ruleTargets,
  ...textTargets,
];

/** The target with this name. Throws for an unknown one, listing all names. */
export function targetNamed(name: string): FuzzTarget {
  const target = targets.find((one) => one.name === name);
  if (target === undefined) {
    throw new Error(`There is no target "${name}". The targets are: ${targets.map((one) => one.name).join(", ")}.`);
  }
  return target;
}
