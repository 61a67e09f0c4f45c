import { describe, expect, it } from "vitest";
import type { DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import { nextOf, pairOf } from "#web/screens/leads/duplicates/next-pair.ts";

const lead = (id: string): DuplicatePair["leads"][number] => ({
  id,
  name: `Lead ${id}`,
  email: "",
  company: "",
  phone: "",
  source: "manual",
  score: 0,
  status: "pending",
  createdAt: "2026-05-01T10:00:00.000Z",
});
const pair = (id: string, ...of: string[]): DuplicatePair => ({
  id,
  leads: of.map(lead),
  confidence: 70,
  evidence: [],
});
const pairs = [pair("1", "a", "b"), pair("2", "b", "c"), pair("3", "d", "e")];

describe("nextOf", () => {
  it("shows the pair after this one, whichever lead stays", () => {
    expect(nextOf(pairs, { id: "a", otherId: "b" })).toEqual({ id: "b", otherId: "c" });
    expect(nextOf(pairs, { id: "c", otherId: "b" })).toEqual({ id: "d", otherId: "e" });
    expect(pairOf(pairs, { id: "a", otherId: "c" })).toBeUndefined();
  });

  it("skips pairs with the removed lead", () => {
    expect(nextOf(pairs, { id: "a", otherId: "b" }, "b")).toEqual({ id: "d", otherId: "e" });
  });

  it("shows the first pair if the two are no pair, and the list after the last", () => {
    expect(nextOf(pairs, { id: "x", otherId: "y" })).toEqual({ id: "a", otherId: "b" });
    expect(nextOf(pairs, { id: "d", otherId: "e" })).toBe("list");
    expect(nextOf([], { id: "d", otherId: "e" })).toBe("list");
  });
});
