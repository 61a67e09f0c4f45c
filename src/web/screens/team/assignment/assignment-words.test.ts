import { expect, it } from "vitest";
import { leadWords, peopleWords, previewWords } from "#web/screens/team/assignment/assignment-words.ts";

it("describes a rule", () => {
  const texts = [{ field: "company" as const, contains: "GmbH" }];
  const named = { fields: [{ key: "tier", name: "Tier" }], tags: [{ id: "7", name: "Trade show" }] };
  expect(leadWords({}, named)).toBe("All leads");
  expect(leadWords({ source: "website", minScore: 60, country: "DE", texts }, named)).toBe(
    "Source Website, score 60 to 100, country DE, company contains “GmbH”",
  );
  const customFields = [
    { field: "field:tier", anyOf: ["is Gold", "is Silver", "empty"] },
    { field: "field:gone", anyOf: ["at least 5000"] },
  ];
  expect(leadWords({ tags: ["7", "8"], customFields }, named)).toBe(
    "Tag Trade show, tag deleted, Tier is Gold or Silver or empty, Deleted field is at least 5,000",
  );
  expect(leadWords({ tags: ["7"], customFields }, { fields: undefined, tags: undefined })).toBe(
    "A tag, Custom field is Gold or Silver or empty, Custom field is at least 5,000",
  );
  const people = [
    { accountId: "1", weight: 1 },
    { accountId: "2", weight: 2 },
  ];
  expect(peopleWords({ strategy: "round_robin", people }, [{ id: "2", username: "Bob", isActive: true }])).toBe(
    "Round robin: Deleted account, Bob (2)",
  );
  expect(peopleWords({ strategy: "person", people: [{ accountId: "1", weight: 1 }] }, [])).toBe("One person: Account");
});

it("describes a preview", () => {
  const people = [{ accountId: "1", username: "Ann", leads: 40 }];
  expect(previewWords({ unassigned: 0, assigned: 0, people: [] })).toBe("There are no unassigned leads.");
  expect(previewWords({ unassigned: 3400, assigned: 40, people })).toBe(
    "Would assign 40 of 3,400 unassigned leads: Ann 40.",
  );
});
