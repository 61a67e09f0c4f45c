import { expect, test } from "vitest";
import { runAgainWhenAsked } from "#server/workflows/mail/run-again-when-asked.ts";

test("what is asked for while it runs is done in one more run, never two at a time", async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const asked = runAgainWhenAsked(
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
