import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "#server/db/open-store.ts";
import { changeBehindItsBack } from "#test/another-program.ts";
import { ENGINES, migratedDatabase, openTestStore, temporaryFolder } from "#test/stores.ts";

describe.each(ENGINES)("deliveries on %s", (engine) => {
  test("that are added at the same time are each returned to their caller", async () => {
    const { webhookDeliveries } = await openTestStore(engine);
    const types = Array.from({ length: 60 }, (_, index) => `webhook.test.${index}`);
    const added = await Promise.all(
      types.map((type) => webhookDeliveries.add({ endpointId: "1", type, leadId: null }, null)),
    );
    expect(added.map(({ type }) => type)).toEqual(types);
  });

  test("are due in order, of each lead only the oldest, however many wait", async () => {
    const dataDir = await temporaryFolder();
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const store = await openStore({ dataDir, databaseUrl, statementMilliseconds: 4_000 });
    onTestFinished(() => store.close());
    // Of lead 1 the first isn't due yet, and leads 2 to 200 have three each.
    await changeBehindItsBack(
      databaseUrl === undefined
        ? { engine: "sqlite", file: join(dataDir, "winnow.db") }
        : { engine: "postgres", url: databaseUrl },
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
        insert into webhook_deliveries (endpoint_id, message_id, type, lead_id, data, next_attempt)
        select 1, 'm' || i, 'lead.updated', case when i < 400 then 1 when i < 1000 then i % 200 + 1 else i end, '{}',
          case when i = 1 then '2026-12-01T00:00:00.000Z' end
        from n`,
    );
    const due = (limit: number) => store.webhookDeliveries.due("1", "2026-11-30T12:00:00.000Z", limit);
    expect((await due(1)).map(({ id }) => id)).toEqual(["401"]);
    const leads = (await due(300)).map(({ leadId }) => Number(leadId));
    expect(leads).toEqual(Array.from({ length: 300 }, (_, index) => (index < 199 ? index + 2 : index + 801)));
  });
});
