import { describe, expect, test } from "vitest";
import { auditLabel, auditSentence } from "#shared/audit/audit-sentence.ts";
import { AUDITED_ACTIONS, actionOf } from "#shared/audit/audited-actions.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";

type Entry = Parameters<typeof auditSentence>[0];
const ENTRY: Entry = { by: "Ada", via: "browser", action: "leads.delete", summary: "Delete a lead", outcome: "done" };
const sentence = (more: Partial<Entry>): string => {
  const { who, did } = auditSentence({ ...ENTRY, ...more });
  return `${who} ${did}`;
};

describe("an audit entry", () => {
  test.each<[Partial<Entry>, string]>([
    [{}, "Ada deleted a lead"],
    [{ outcome: "refused" }, "Ada tried to delete a lead"],
    [{ action: "session.password", summary: "Change your password" }, "Ada changed their password"],
    [{ action: "session.password", by: "You" }, "You changed your password"],
    [{ action: "users.create", summary: "invited Bob as a viewer" }, "Ada invited Bob as a viewer"],
    [{ action: "users.create", summary: "invited Bob", outcome: "failed" }, "Ada tried to add a person"],
    [
      { action: "session.create", by: "Unknown username", outcome: "refused" },
      "Someone with an unknown username tried to sign in",
    ],
    [
      { action: "users.password", via: "command", by: "npm run user" },
      "Someone at the command line set an account's password",
    ],
    [
      { action: "backups.run", via: "clock", by: "Winnow", summary: "Nightly backup: Backed up 4 leads." },
      "Winnow ran the nightly backup: Backed up 4 leads.",
    ],
    [{ action: "gadgets.create", summary: "Create a gadget" }, "Ada performed “Create a gadget”"],
    [{ action: "gadgets.create", summary: "", by: "", outcome: "refused" }, "Someone tried “gadgets.create”"],
  ])("%j is a sentence", (entry, expected) => {
    expect(sentence(entry)).toBe(expected);
  });
});

test("every action has words for its sentence and its choice in the filter", () => {
  const changes = (Object.keys(endpoints) as EndpointKey[]).filter(
    (key) => !key.startsWith("GET ") && endpoints[key].permission !== "read",
  );
  expect(changes.map(actionOf).filter((action) => !AUDITED_ACTIONS.has(action))).toEqual([]);
  for (const { action, summary } of AUDITED_ACTIONS.values()) {
    for (const outcome of ["done", "refused", "failed"] as const) {
      const { did } = auditSentence({ ...ENTRY, action, summary, outcome });
      expect(did).toMatch(outcome === "done" ? /^\p{Ll}+/u : /^tried to \p{Ll}+/u);
      expect(did).not.toContain("“");
      expect(did).not.toContain("{");
    }
  }
  expect([...AUDITED_ACTIONS.values()].map(auditLabel).filter((label) => !/^\p{Lu}[^{]+$/u.test(label))).toEqual([]);
});
