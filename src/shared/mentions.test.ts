import { expect, test } from "vitest";
import { mentionsIn, peopleToMention } from "#shared/mentions.ts";

const TEAM = ["Ann", "Ann Lee", "bob@firm.example", "Zoë"].map((username) => ({ username }));

test.each([
  ["@Ann and @bob@firm.example, please call", ["Ann", "bob@firm.example"]],
  ["(@ann lee) or @ANN.", ["Ann Lee", "Ann"]],
  ["@ZOË!", ["Zoë"]],
  ["Ask bob@firm.example or write to sales@ann", []],
  ["@Anna @Ann.smith @ann-lee @nobody @", []],
])("finds whom “%s” mentions", (text, names) => {
  expect(mentionsIn(text, TEAM).map(({ person }) => person.username)).toEqual(names);
});

test("finds where a mention is", () => {
  const text = "Hi @Ann Lee, hello";
  const [{ start, end } = { start: 0, end: 0 }] = mentionsIn(text, TEAM);
  expect(text.slice(start, end)).toBe("@Ann Lee");
});

test.each([
  ["Hi @", ["Ann", "Ann Lee"]],
  ["Hi @ann", ["Ann Lee"]],
  ["@bob: hi @ann l", ["Ann Lee"]],
  ["@ann lee", []],
  ["x@ann", []],
])("offers people for “%s”", (typed, names) => {
  const people = [...TEAM.slice(0, 2), { username: "Anton" }].map((one, index) => ({ ...one, isActive: index < 2 }));
  expect(peopleToMention(typed, people).people.map(({ username }) => username)).toEqual(names);
});
