import fc from "fast-check";
import { expect, test } from "vitest";
import type { FollowUpMessage, FollowUpStanding } from "#server/store/follow-up-types.ts";
import { obstacleTo } from "#server/workflows/follow-up/obstacle.ts";
import { sampleLead } from "#test/sample-lead.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-05-01T10:00:00.000Z");
const at = (milliseconds: number): string => new Date(START + milliseconds).toISOString();
const message = (startedAt: string, state: FollowUpMessage["state"] = "sent"): FollowUpMessage => ({
  id: "1",
  leadId: "1",
  messageId: "<1@acme.example>",
  token: "t",
  attempt: 1,
  recipient: "ann@lee.example",
  addressKey: "ann@lee.example",
  subject: "A question",
  questionTypes: ["phone"],
  isAutomatic: false,
  state,
  error: "",
  startedAt,
  finishedAt: null,
});
const standing = (more: Partial<FollowUpStanding> = {}): FollowUpStanding => ({
  lead: { ...sampleLead(), id: "1", email: "ann@lee.example", status: "pending", missingInfo: ["phone"] },
  questions: [],
  messages: [],
  suppression: null,
  lastEmail: null,
  ...more,
});
const settings = { followUpAutomatic: false, followUpAttempts: 3, followUpDays: 3, followUpSignature: "" };

test("nothing stands in the way of the first question", () => {
  expect(obstacleTo("phone", standing(), settings, at(0))).toBeNull();
});

test("whatever was sent, no message goes out more often or sooner than set", () => {
  const state = fc.constantFrom<FollowUpMessage["state"]>("sent", "unknown", "failed");
  const sent = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 20 * DAY }), state }), { maxLength: 6 });
  const limits = fc.record({ attempts: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: 1, max: 10 }) });
  fc.assert(
    fc.property(sent, limits, fc.integer({ min: 0, max: 40 * DAY }), (gaps, { attempts, days }, wait) => {
      let passed = 0;
      const messages = gaps.map(({ gap, state: became }) => message(at((passed += gap)), became));
      const now = passed + wait;
      const counted = messages.filter((one) => one.state !== "failed");
      const last = counted.at(-1);
      const mayGo =
        counted.length < attempts && (last === undefined || START + now - Date.parse(last.startedAt) >= days * DAY);
      const set = { ...settings, followUpAttempts: attempts, followUpDays: days };
      expect(obstacleTo("phone", standing({ messages }), set, at(now)) === null).toBe(mayGo);
    }),
  );
});
