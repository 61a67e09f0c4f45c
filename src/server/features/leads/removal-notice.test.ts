import { constantFrom, integer, property, array, assert as check, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#shared/durations.ts";
import type { RemovalNotice } from "#server/db/lead-changes/old-leads.ts";
import {
  announcedBefore,
  isLookDue,
  removableBefore,
  removalOf,
  withNotice,
} from "#server/features/leads/removal-notice.ts";

const NOTICE_DAYS = 7;
const START = Date.parse("2026-11-01T00:00:00.000Z");
const day = (days: number): Date => new Date(START + days * DAY);
const at = (days: number): string => day(days).toISOString();
const notice = (days: number, retentionDays = 90): RemovalNotice => ({ at: at(days), retentionDays });

describe("a check is due", () => {
  test.each<[string, RemovalNotice[], number | null, number, boolean]>([
    ["when there was none", [], 90, 0, true],
    ["not within the day", [notice(0)], 90, 0.9, false],
    ["a day later", [notice(0)], 90, 1, true],
    ["at once when retention was changed", [notice(0)], 30, 0.1, true],
    ["at once when it was switched off", [notice(0)], null, 0.1, true],
    ["never while it is off", [], null, 50, false],
  ])("%s", (_when, notices, retentionDays, now, expected) => {
    expect(isLookDue(notices, retentionDays, day(now))).toBe(expected);
  });
});

test("nothing may be removed before its notice has been shown", () => {
  expect(removableBefore([], 90, day(30))).toBeNull();
  expect(removableBefore([notice(0)], 90, day(6.9))).toBeNull();
  expect(removableBefore([notice(0)], 90, day(7))).toBe(at(7 - 90));
});

test("a changed retention period starts over", () => {
  const notices = withNotice([notice(0), notice(1)], 30, day(8));
  expect(notices).toEqual([notice(8, 30)]);
  expect(removableBefore(notices, 30, day(9))).toBeNull();
  expect(removableBefore([notice(0), notice(1)], 30, day(20))).toBeNull();
});

test("notices from a clock that was ahead don't make a check due all the time", () => {
  const notices = withNotice([notice(0), notice(9)], 90, day(1));
  expect(notices).toEqual([notice(0), notice(1)]);
  expect(isLookDue(notices, 90, day(1.5))).toBe(false);
});

test("leads that became old while no one looked get a new notice", () => {
  // The server was off for four weeks from the first day on.
  const notices = withNotice([notice(0)], 90, day(28));
  expect(removableBefore(notices, 90, day(28))).toBe(at(7 - 90));
  expect(removableBefore(notices, 90, day(35))).toBe(at(35 - 90));
});

test("a lead is removed when it is too old and its first notice has been shown", () => {
  const notices = [notice(0), notice(1)];
  expect(removalOf(at(-400), notices)).toBe(at(7));
  expect(removalOf(at(7.5 - 90), notices)).toBe(at(8));
  expect(removalOf(at(9 - 90), notices)).toBeNull();
});

test("nothing is removed too young or less than seven days after its notice, whatever the checks and settings", () => {
  const step = record({ hours: integer({ min: 1, max: 400 }), retentionDays: constantFrom(2, 5, 10, 90) });
  let removals = 0;
  check(
    property(array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      let notices: RemovalNotice[] = [];
      let announced: RemovalNotice[] = [];
      let now = START;
      for (const { hours, retentionDays } of steps) {
        now += hours * HOUR;
        if (!isLookDue(notices, retentionDays, new Date(now))) continue;
        if (announced.at(-1)?.retentionDays !== retentionDays) announced = [];
        const before = removableBefore(notices, retentionDays, new Date(now));
        if (before !== null) {
          removals += 1;
          const first = announced.find((earlier) => announcedBefore(earlier) >= before);
          const isOld = now - Date.parse(before) >= retentionDays * DAY;
          const isAnnounced = now - Date.parse(first?.at ?? "") >= NOTICE_DAYS * DAY;
          if (!isOld || !isAnnounced) return false;
        }
        notices = withNotice(notices, retentionDays, new Date(now));
        announced.push({ at: new Date(now).toISOString(), retentionDays });
        // A week of checks, each a day after the previous one, and the last one counts.
        if (notices.length > NOTICE_DAYS + 2) return false;
      }
      return true;
    }),
  );
  expect(removals).toBeGreaterThan(0);
});
