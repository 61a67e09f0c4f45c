import { describe, expect, it } from "vitest";
import type { ChangedEvent } from "#shared/contract/event.ts";
import { queriesOf } from "#web/api/events.ts";
import { keys } from "#web/api/keys.ts";

describe("queriesOf", () => {
  it("reads every lead again when no lead is named", () => {
    expect(queriesOf({ topics: ["leads"] })).toEqual([
      keys.leads,
      keys.stats,
      keys.pipeline,
      keys.scraperFigures,
      keys.formSubmissions,
    ]);
  });

  it("leaves the sheets of other leads alone when leads are named", () => {
    const queries = queriesOf({ topics: ["leads"], leadIds: ["7"] });
    expect(queries).toContainEqual(keys.leadDetail("7"));
    expect(queries).toContainEqual(keys.leadLists);
    expect(queries).not.toContainEqual(keys.leads);
  });

  it("joins several topics", () => {
    expect(queriesOf({ topics: ["activity", "settings"] })).toEqual([keys.activity, keys.settings, keys.systemStatus]);
  });

  it("ignores a topic of a newer server", () => {
    const event = { topics: ["weather"] } as unknown as ChangedEvent;
    expect(queriesOf(event)).toEqual([]);
  });
});
