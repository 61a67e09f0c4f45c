import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "#shared/durations.ts";
import type { FollowUpMessage, FollowUpSnapshot } from "#server/db/follow-ups/follow-up-rows.ts";
import { findBlocker } from "#server/features/follow-ups/blocker.ts";
import { sampleLead } from "#test/sample-lead.ts";

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
const snapshot = (more: Partial<FollowUpSnapshot> = {}): FollowUpSnapshot => ({
  lead: { ...sampleLead(), id: "1", email: "ann@lee.example", status: "pending", missingInfo: ["phone"] },
  questions: [],
  messages: [],
  suppression: null,
  lastEmail: null,
  ...more,
});
const settings = {
  followUpAutomatic: false,
  followUpAttempts: 3,
  followUpDays: 3,
  followUpSignature: "",
  reportTimeZone: null,
};

test("nothing blocks the first question", () => {
  expect(findBlocker("phone", snapshot(), settings, at(0))).toBeNull();
});

test("a no-reply address blocks every question", () => {
  const { lead } = snapshot();
  const unread = snapshot({ lead: { ...lead, email: "no-reply@market.example" } });
  expect(findBlocker("phone", unread, settings, at(0))?.id).toBe("no_email");
});

test.each([
  ["Pacific/Auckland", "May 5"],
  ["UTC", "May 4"],
  ["Pacific/Honolulu", "May 4"],
])("a message that is too soon names the day in the team's time zone, %s", (reportTimeZone, day) => {
  const sent = snapshot({ messages: [message("2026-05-01T13:00:00.000Z")] });
  expect(findBlocker("phone", sent, { ...settings, reportTimeZone }, at(DAY))?.message).toBe(
    `The next message can be sent on ${day}.`,
  );
});

test("no message goes out more often or sooner than set, whatever was sent", () => {
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
      expect(findBlocker("phone", snapshot({ messages }), set, at(now)) === null).toBe(mayGo);
    }),
  );
});
