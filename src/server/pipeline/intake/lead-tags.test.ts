import { expect, test } from "vitest";
import type { TagMark } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { addRuleTags, addTags, setTags, unitedTags } from "#server/pipeline/intake/lead-tags.ts";

const person = (id: number): TagMark => ({ id, by: "person" });
const removed = (id: number): TagMark => ({ id, by: "person", removed: true });
const same = (id: number): number => id;

test("a rule adds its tag once, and not again after a person removed it", () => {
  const parts = [{ ruleId: "1" }, { ruleId: "1" }, { ruleId: "2" }];
  const tags = new Map([["1", 7]]);
  expect(addRuleTags([], parts, tags)).toEqual([{ id: 7, by: "rule" }]);
  const tagged = [person(7)];
  expect(addRuleTags(tagged, parts, tags)).toBe(tagged);
  const without = [removed(7)];
  expect(addRuleTags(without, parts, tags)).toBe(without);
});

test("a lead has at most the limit of tags", () => {
  const full = Array.from({ length: LIMITS.tag.perLead }, (_, index) => person(index + 1));
  expect(addTags(full, [100], "rule")).toBe(full);
  expect(addTags([...full.slice(1), removed(1)], [100, 101], "rule")).toHaveLength(full.length + 1);
});

test("setting tags remembers the removed ones and keeps those of deleted tags", () => {
  const shown = (id: number): number | null => (id === 9 ? null : id);
  expect(setTags([person(1), person(2), person(9)], [2, 3], shown)).toEqual([
    removed(1),
    person(2),
    person(9),
    person(3),
  ]);
  expect(setTags([removed(1), person(2)], [1, 2], shown)).toEqual([person(2), person(1)]);
  const marks = [person(1), removed(2)];
  expect(setTags(marks, [1], same)).toBe(marks);
});

test("setting tags resolves merged ones", () => {
  const shown = (id: number): number => (id === 1 ? 2 : id);
  expect(setTags([person(1), person(2)], [2], shown)).toEqual([person(2)]);
  expect(setTags([person(1)], [], shown)).toEqual([removed(2)]);
});

test("a merged lead has the tags of both", () => {
  expect(unitedTags({ tagMarks: [person(1), removed(2)] }, { tagMarks: [person(2), person(3)] })).toEqual([
    person(1),
    removed(2),
    person(3),
  ]);
});
