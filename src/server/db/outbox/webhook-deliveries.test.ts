import { describe, expect, test } from "vitest";
import { ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("deliveries on %s", (engine) => {
  test("that are added at the same time are each returned to their caller", async () => {
    const { webhookDeliveries } = await openTestStore(engine);
    const types = Array.from({ length: 60 }, (_, index) => `webhook.test.${index}`);
    const added = await Promise.all(
      types.map((type) => webhookDeliveries.add({ endpointId: "1", type, leadId: null }, null)),
    );
    expect(added.map(({ type }) => type)).toEqual(types);
  });
});
