import { describe, expect, test } from "vitest";
import { meaningOf } from "#server/assistant/understanding/meaning.ts";

const NOW = new Date(2026, 5, 17, 15);
const read = (questions: readonly string[]) =>
  meaningOf(questions.at(-1)!, questions.slice(0, -1), NOW, {
    leads: { whole: [["laura", "stein"]], parts: new Set(["northwind"]), titles: [] },
    people: ["ada", "bob"],
    me: "ada",
    hasAccount: true,
  });

describe("it", () => {
  test.each([
    ["the report", ["did the report come?", "is it scheduled at all"], "is report scheduled at all"],
    ["the report, asked for again", ["who gets the report?", "when is the next one"], "when is the next report"],
    [
      "the report of an earlier question",
      ["did the report come?", "is it scheduled", "make it daily"],
      "make report daily",
    ],
    ["the score", ["how is the score calculated", "can it be over 100"], "can score be over 100"],
    ["the threshold", ["what's the threshold", "what if i put it at 50"], "what if i put threshold at 50"],
    ["a role", ["can i invite her as member", "what can she do then"], "what can member do then"],
    ["a sync", ["why did the sync fail", "try again"], "sync now"],
    ["a sync, two questions ago", ["why did the sync fail", "what went wrong", "run it again"], "sync now"],
    ["a report that is sent again", ["did the report go out", "send it again"], "send report now"],
  ])("is %s", (_, questions, text) => {
    expect(read(questions)?.wording.text).toBe(text);
  });

  test("stays the lead after a lead", () => {
    expect(read(["who is Laura Stein?", "where did it come from"])).toMatchObject({
      intent: "lead_origin",
      who: "Laura Stein",
    });
  });
});

describe("a request that names nothing", () => {
  test.each([
    [["pending leads", "assign to bob"], "assign them to bob"],
    [["pending leads", "export"], "export them"],
    [["pending leads", "reject all"], "reject them"],
    [["pending leads", "alle ablehnen"], "reject them"],
    [["pending leads", "approve"], "approve"],
    [["pending leads", "export the rules"], "export the rules"],
    [["pending leads", "delete all rejected leads"], "delete all rejected leads"],
  ])("%j means those leads", (questions, text) => {
    expect(read(questions)).toMatchObject({ intent: "act", wording: { text } });
  });

  test.each([
    ["assign to me", { intent: "act", who: "northwind" }],
    ["status", { intent: "lead_status", who: "northwind" }],
    ["why so low", { intent: "lead_score", who: "northwind" }],
    ["what is missing to qualify", { intent: "lead_to_qualify", who: "northwind" }],
  ])("%j means the lead searched for", (question, meaning) => {
    expect(read(["anything from northwind?", question])).toMatchObject(meaning);
  });

  test.each(["ok do it", "yes please", "go ahead", "mach das", "oui vas-y", "hazlo"])(
    "%j repeats what was offered",
    (question) => {
      expect(read(["what if the threshold were 50", question])).toMatchObject({
        intent: "act",
        wording: { text: "what if the threshold were 50" },
      });
    },
  );
});
