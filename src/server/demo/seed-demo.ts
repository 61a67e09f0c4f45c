import { ownTimeZone } from "#shared/time-zone.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Acting, actAs } from "#server/platform/acting.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";
import { arrivals } from "#server/demo/arrivals.ts";
import { momentOf, readDemoData } from "#server/demo/demo-data.ts";
import { type PersonName, readDemoServices, usernameOf } from "#server/demo/demo-services.ts";
import { runSchedule } from "#server/demo/run-schedule.ts";
import { addPeople, setUpTeam } from "#server/demo/set-up-team.ts";
import { setLearned, takeAction } from "#server/demo/take-action.ts";
import { writeLookups } from "#server/demo/write-lookups.ts";
import { findDuplicates } from "#server/features/duplicates/find-duplicates.ts";
import { addLead } from "#server/features/leads/add-lead.ts";
import { rescore } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

/** Who does what nobody started. */
const CLOCK: Acting = { by: "Winnow", userId: null, requestId: null };

interface Step {
  at: Date;
  run: (then: Workspace) => Promise<unknown>;
}

const SET_UP = "40 08:30";
const IMPORTED = "39 11:30";
/** When everything was last synced: recently, so that the screens show an active team. */
const READ_LAST = "8m";
const WEEKS = 8;
const WEEK = 7 * 24 * 3_600_000;
/** The default settings. */
const REPORT_CLOCK = { timeZone: ownTimeZone(), hour: LIMITS.report.hour.default };

/**
 * Replays the sample team's last eight weeks: each step runs a piece of demo/ through the workflow that users or the
 * scheduler call, with the clock set to its time. `servicesFile` is what `npm run demo` writes. Throws if the store
 * isn't empty or a step fails.
 */
export async function seedDemo(workspace: Workspace, servicesFile: string): Promise<void> {
  const { store } = workspace;
  const totals = await store.leads.totals();
  if (Object.values(totals).some((count) => count > 0) || (await store.rules.list()).length > 0) {
    throw new Error("The sample team needs its own data folder. Start it with npm run demo.");
  }
  const [services, data] = await Promise.all([readDemoServices(servicesFile), readDemoData()]);
  const now = workspace.clock();
  const source = await arrivals(services, data, now);
  const people = new Map<string, Acting>();
  const step = (when: string, run: Step["run"]): Step => ({ at: momentOf(when, now), run });
  const by = (who: PersonName, when: string, run: Step["run"]): Step =>
    step(when, (then) => actAs(people.get(usernameOf(who)) ?? CLOCK, () => run(then)));
  const each = (changes: readonly { when: string }[], run: Step["run"]): Step[] =>
    [...new Set(changes.map(({ when }) => when))].map((when) => step(when, run));

  const steps = [
    step(SET_UP, async (then) => {
      await addPeople(then, services);
      for (const { id, username } of await store.accounts.list()) {
        people.set(username, { by: username, userId: id, requestId: null });
      }
    }),
    by("hannah", SET_UP, (then) => setUpTeam(then, services, data)),
    by("hannah", IMPORTED, source.importFile),
    ...each(data.sheet.rows, source.syncSheet),
    ...source.sites.flatMap(({ changes, scrape }) => each(changes, scrape)),
    ...data.mail.map((mail) => step(mail.when, (then) => source.receiveMail(then, mail))),
    ...data.submissions.map((one) => step(one.when, (then) => source.submit(then, one))),
    ...data.byHand.map(({ when, lead }) => by("hannah", when, (then) => addLead(then, lead))),
    ...data.actions.map((action) => by(action.who, action.when, (then) => takeAction(then, action))),
    ...data.fields.map((learned) => by(learned.who, learned.when, (then) => setLearned(then, learned))),
    ...weeklyReports(now).filter(({ at }) => at > momentOf(SET_UP, now)),
    step(READ_LAST, source.syncSheet),
    step(READ_LAST, source.syncMail),
    ...source.sites.map(({ scrape }) => step(READ_LAST, scrape)),
    step(READ_LAST, (then) => writeLookups(then, data.lookups)),
  ];
  // The sort is stable: a lead exists before someone decides on it.
  for (const { at, run } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await actAs(CLOCK, () => run({ ...workspace, clock: () => at }));
  }
  // Leads were scored on the day they arrived; points have faded since.
  await store.settings.writeRescoreState({ done: 0, running: null, cursor: null });
  await rescore(workspace);
  await findDuplicates(workspace);
}

function weeklyReports(now: Date): Step[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const { to } = latestWindow("weekly", new Date(now.getTime() - index * WEEK), REPORT_CLOCK);
    return { at: to, run: (then: Workspace) => runSchedule(then, "report") };
  });
}
