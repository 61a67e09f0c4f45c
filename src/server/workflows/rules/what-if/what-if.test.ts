import { describe, expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { createWhatIf, type WhatIfEngine } from "#server/workflows/rules/what-if/what-if.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { addLeads } from "#test/stores.ts";

const rules = [{ ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], scoreWeight: 40 }];
const unheeded = new AbortController().signal;

async function withWhatIf(winnow: TestWinnow, look: (whatIf: WhatIfEngine) => Promise<void>): Promise<void> {
  const whatIf = createWhatIf(winnow.workspace);
  try {
    await look(whatIf);
  } finally {
    await whatIf.end();
  }
}

describe("what-if's engine", () => {
  test("passes over a question that was withdrawn, and answers the next", async () => {
    const winnow = await freshWinnow("sqlite");
    await addLeads(winnow.workspace.store, [{ notes: "A demo", score: 0 }]);
    await withWhatIf(winnow, async (whatIf) => {
      const withdrawn = new AbortController();
      const first = whatIf.ask({ rules }, withdrawn.signal);
      const second = whatIf.ask({ rules }, unheeded);
      withdrawn.abort();
      await expect(first).rejects.toMatchObject({ id: "withdrawn" });
      expect(await second).toMatchObject({ total: 1, changed: 1 });
    });
  });

  test("answers nothing any more once it has ended", async () => {
    const winnow = await freshWinnow("sqlite");
    const whatIf = createWhatIf(winnow.workspace);
    const first = whatIf.ask({}, unheeded);
    await whatIf.end();
    await expect(first).rejects.toMatchObject({ id: "withdrawn" });
    await expect(whatIf.ask({}, unheeded)).rejects.toMatchObject({ id: "withdrawn" });
  });
});
