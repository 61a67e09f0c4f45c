import { describe, expect, it, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { answerShapes, shapesOf } from "#web/api/connection/answer-shapes.ts";
import { fitAnswer } from "#web/api/connection/fit-answer.ts";

const fit = (key: string, answer: unknown): unknown => fitAnswer(answerShapes, key, answer);

describe("an answer without the contract's fields", () => {
  const rule = { id: "1", name: "", keywords: [], createdAt: "", cost: "low", version: "", ...DEFAULT_RULE };
  it.each([
    ["missing", [{ id: "1" }], [rule]],
    ["null", [{ id: "1", keywords: null, mode: null, isActive: null }], [rule]],
    ["mistyped", [{ id: 1, keywords: "demo", scoreWeight: "ten", mode: 5 }, null], [rule]],
    ["numbers as text", [{ id: "1", scoreWeight: "25" }], [{ ...rule, scoreWeight: 25 }]],
    ["unknown", [{ id: "1", color: "red" }], [{ ...rule, color: "red" }]],
    ["no list", null, []],
  ])("gets their defaults: %s", (_word, answer, expected) => {
    expect(fit("GET /api/rules", answer)).toEqual(expected);
  });

  it("gets null where the contract allows it, nested objects, and no optional fields", () => {
    expect(fit("GET /api/data-sources", [{ id: "1", lastSync: 5 }])).toEqual([
      {
        id: "1",
        name: "",
        type: "google_sheets",
        config: { hasServiceAccount: false, hasApiKey: false, hasAppPassword: false },
        isActive: true,
        lastSync: "5",
        lastRun: null,
        failingSince: null,
        createdAt: "",
        version: "",
      },
    ]);
    expect(
      fit("GET /api/dashboard/leads-over-time", { days: [{ day: "2026-05-01", bySource: { file: null } }] }),
    ).toEqual({ days: [{ day: "2026-05-01", bySource: { file: 0 } }] });
  });

  it("keeps a null that turns a setting off", () => {
    expect(fit("GET /api/settings", { maxLeadsPerSync: null })).toMatchObject({
      maxLeadsPerSync: null,
      retentionDays: DEFAULT_SETTINGS.retentionDays,
    });
  });

  it.each([
    [true, "lead"],
    [false, "not_lead"],
  ])("derives the verdict from isLead %s", (isLead, verdict) => {
    expect(fit("GET /api/gmail/emails", [{ id: "1", isLead }])).toMatchObject([{ verdict, correction: null }]);
    expect(fit("POST /api/process-email", { isLead })).toMatchObject({ verdict, reasons: [] });
  });

  it("gets defaults that differ from the first option", () => {
    expect(fit("GET /api/dashboard/status", {})).toMatchObject({
      email: { state: "not_configured", lastReport: null },
    });
    expect(fit("POST /api/chat", { reply: "Yes." })).toEqual({
      reply: "Yes.",
      links: [],
      suggestions: [],
      from: "none",
    });
  });
});

test("leaves complete answers as they are", () => {
  const answer = { items: [], unread: 2, more: { a: [1, null] } };
  expect(fit("GET /api/notifications", structuredClone(answer))).toEqual(answer);
  expect(fit("DELETE /api/rules/{id}", { success: true })).toBeNull();
});

test("shapes of some endpoints contain the objects in their answers and no others", () => {
  const shapes = shapesOf(["GET /api/dashboard/status"]);
  const answer = { email: { lastReport: { recipients: 2 } } };
  expect(fitAnswer(shapes, "GET /api/dashboard/status", structuredClone(answer))).toEqual(
    fit("GET /api/dashboard/status", structuredClone(answer)),
  );
  expect(() => fitAnswer(shapes, "GET /api/rules", [])).toThrow("no shape");
  expect(JSON.stringify(shapes)).not.toContain("keywords");
});
