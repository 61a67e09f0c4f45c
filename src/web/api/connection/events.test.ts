import { describe, expect, it } from "vitest";
import type { ChangedEvent } from "#shared/contract/event.ts";
import { queriesOf } from "#web/api/connection/events.ts";
import { keys, keysOfTopic } from "#web/api/connection/keys.ts";

describe("queriesOf", () => {
  it("invalidates every lead if none is named", () => {
    const queries = queriesOf({ topics: ["leads"] });
    expect(queries).toEqual(keysOfTopic.leads);
    expect(queries).toContainEqual(keys.leads);
    expect(queries).toContainEqual(keys.figures);
  });

  it("keeps other leads' details if leads are named", () => {
    const queries = queriesOf({ topics: ["leads"], leadIds: ["7"] });
    expect(queries).toContainEqual(keys.leadDetail("7"));
    expect(queries).toContainEqual(keys.leadLists);
    expect(queries).not.toContainEqual(keys.leads);
  });

  it("combines several topics", () => {
    const queries = queriesOf({ topics: ["activity", "settings"] });
    expect(queries).toEqual([...keysOfTopic.activity, ...keysOfTopic.settings]);
    expect(queries).toContainEqual(keys.systemStatus);
  });

  it("ignores unknown topics of a newer server", () => {
    const event = { topics: ["weather"] } as unknown as ChangedEvent;
    expect(queriesOf(event)).toEqual([]);
  });
});
