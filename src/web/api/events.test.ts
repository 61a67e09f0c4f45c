import { describe, expect, it } from "vitest";
import type { ChangedEvent } from "#shared/contract/event.ts";
import { queriesOf } from "#web/api/events.ts";
import { keys, keysOfTopic } from "#web/api/keys.ts";

describe("queriesOf", () => {
  it("reads every lead again when no lead is named", () => {
    const queries = queriesOf({ topics: ["leads"] });
    expect(queries).toEqual(keysOfTopic.leads);
    expect(queries).toContainEqual(keys.leads);
    expect(queries).toContainEqual(keys.figures);
  });

  it("leaves the sheets of other leads alone when leads are named", () => {
    const queries = queriesOf({ topics: ["leads"], leadIds: ["7"] });
    expect(queries).toContainEqual(keys.leadDetail("7"));
    expect(queries).toContainEqual(keys.leadLists);
    expect(queries).not.toContainEqual(keys.leads);
  });

  it("joins several topics", () => {
    const queries = queriesOf({ topics: ["activity", "settings"] });
    expect(queries).toEqual([...keysOfTopic.activity, ...keysOfTopic.settings]);
    expect(queries).toContainEqual(keys.systemStatus);
  });

  it("ignores a topic of a newer server", () => {
    const event = { topics: ["weather"] } as unknown as ChangedEvent;
    expect(queriesOf(event)).toEqual([]);
  });
});
