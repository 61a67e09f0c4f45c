import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { fuzz } from "#test/fuzz/run-fuzz.ts";
import { mutate } from "#test/fuzz/mutate.ts";
import { seededRandom } from "#test/seeded-random.ts";
import { rounds } from "#test/thorough.ts";
import { targets } from "#test/fuzz/targets.ts";

/** `npm run fuzz` reads many more, with a new seed each day. */
const INPUTS = rounds(250, 1_000);
const SEED = "every commit";
const PATIENCE_MILLISECONDS = 300_000;

test(
  `each of ${targets.length} parsers survives ${INPUTS} mutated inputs`,
  { timeout: PATIENCE_MILLISECONDS },
  async () => {
    const names = targets.map(({ name }) => name);
    const results = await fuzz({ targets: names, seed: SEED, from: 0, to: INPUTS, threads: availableParallelism() });
    expect(results.map(({ target }) => target).toSorted()).toEqual(names.toSorted());
    expect(
      results.flatMap(({ findings }) =>
        findings.map(({ target, index, problem, input }) => ({
          again: `npm run fuzz -- --seed "${SEED}" --at ${index} ${target}`,
          problem,
          input: Buffer.from(input).toString("latin1").slice(0, 2_000),
        })),
      ),
    ).toEqual([]);
  },
);

test("equal seeds make equal inputs, and different seeds different ones", () => {
  const source = { seeds: [Buffer.from("name,email\nAnn,a@b.example\n".repeat(9))], dictionary: [","], longest: 1_000 };
  const inputs = (seed: string): string[] =>
    Array.from({ length: 20 }, (_, at) => mutate(seededRandom(`${seed} ${at}`), source).toString("hex"));
  expect(inputs("a")).toEqual(inputs("a"));
  expect(inputs("a")).not.toEqual(inputs("b"));
  expect(new Set(inputs("a")).size).toBeGreaterThan(15);
});
