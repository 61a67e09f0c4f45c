import { records } from "#server/store/migrations/001-records.ts";
import { tally } from "#server/store/migrations/002-tally.ts";
import { search } from "#server/store/migrations/003-search.ts";
import { reportSchedule } from "#server/store/migrations/004-report-schedule.ts";
import { waysIn } from "#server/store/migrations/005-ways-in.ts";
import { sourceTally } from "#server/store/migrations/006-source-tally.ts";
import { firstLooks } from "#server/store/migrations/007-first-looks.ts";
import { savedViews } from "#server/store/migrations/008-saved-views.ts";
import { supportRequests } from "#server/store/migrations/009-support-requests.ts";
import { figureTally } from "#server/store/migrations/010-figure-tally.ts";
import { retention } from "#server/store/migrations/011-retention.ts";
import { leadFilters } from "#server/store/migrations/012-lead-filters.ts";
import { actChanges } from "#server/store/migrations/013-act-changes.ts";
import { sampleAndReview } from "#server/store/migrations/014-sample-and-review.ts";
import { notificationMarks } from "#server/store/migrations/015-notification-marks.ts";
import { ruleReach } from "#server/store/migrations/016-rule-reach.ts";
import { undo } from "#server/store/migrations/017-undo.ts";
import { duplicates } from "#server/store/migrations/018-duplicates.ts";
import { otherValues } from "#server/store/migrations/019-other-values.ts";
import { followUps } from "#server/store/migrations/020-follow-ups.ts";
import { learning } from "#server/store/migrations/021-learning.ts";
import { leadTurns } from "#server/store/migrations/022-lead-turns.ts";
import { scoreDay } from "#server/store/migrations/023-score-day.ts";
import { replays } from "#server/store/migrations/024-replays.ts";
import { reportChanges } from "#server/store/migrations/025-report-changes.ts";
import { setByPerson } from "#server/store/migrations/026-set-by-person.ts";
import { jobs } from "#server/store/migrations/027-jobs.ts";
import { schedules } from "#server/store/migrations/028-schedules.ts";
import { accounts } from "#server/store/migrations/029-accounts.ts";
import { audit } from "#server/store/migrations/030-audit.ts";
import { health } from "#server/store/migrations/031-health.ts";
import { people } from "#server/store/migrations/032-people.ts";
import type { Migration } from "#server/store/migrations/dialect.ts";

/** Every step, in order: the version of a database is the number of steps it has taken. */
export const MIGRATIONS: readonly Migration[] = [
  records,
  tally,
  search,
  reportSchedule,
  waysIn,
  sourceTally,
  firstLooks,
  savedViews,
  supportRequests,
  figureTally,
  retention,
  leadFilters,
  actChanges,
  sampleAndReview,
  notificationMarks,
  ruleReach,
  undo,
  duplicates,
  otherValues,
  followUps,
  learning,
  leadTurns,
  scoreDay,
  replays,
  reportChanges,
  setByPerson,
  jobs,
  schedules,
  accounts,
  audit,
  health,
  people,
];
