import { expect, test } from "vitest";
import { coalesce } from "#server/platform/coalesce.ts";

test("requests during a run are handled by one more run, never two at a time", async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const asked = coalesce(
    () => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      return gate.promise;
    },
    (error) => errors.push(error),
  );
  asked.ask();
  asked.ask();
  asked.ask();
  expect(gates).toHaveLength(1);
  gates[0]?.reject(new Error("The first went wrong"));
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve();
  await asked.ended();
  expect(gates).toHaveLength(2);
  expect(errors).toEqual([new Error("The first went wrong")]);

  asked.ask();
  expect(gates).toHaveLength(3);
  gates[2]?.resolve();
  await asked.ended();
});

test("requests right after a run are handled together", async () => {
  let runs = 0;
  const asked = coalesce(
    async () => void (runs += 1),
    () => {},
  );
  for (let request = 0; request < 5; request += 1) {
    asked.ask();
    await new Promise(setImmediate);
  }
  expect(runs).toBe(1);
  await asked.ended();
  expect(runs).toBe(2);
});
