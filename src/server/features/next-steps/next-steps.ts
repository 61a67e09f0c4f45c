import type { NextStep, NextStepUpdate } from "#shared/contract/leads/next-step.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { dayWords } from "#server/platform/english-dates.ts";
import { type AppError, conflict, notFound } from "#server/platform/errors.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { actionEntry, staleError } from "#server/features/journal/act.ts";
import { type EditedLead, editedLead, explainStale, StaleLead } from "#server/features/leads/edit-lead.ts";
import type { Workspace } from "#server/workspace.ts";

/** How far back to look for who changed the step. */
const RECENT = 50;

type Services = Pick<Workspace, "store" | "feed" | "clock">;

/** Sets a lead's next step, or moves it. Throws not_found, and stale if it isn't the one the change is based on. */
export async function setNextStep(
  services: Services,
  id: string,
  { former, text, due, timeZone }: NextStepUpdate,
): Promise<EditedLead> {
  const step = { text, due, timeZone: timeZone ?? (await reportClock(services)).timeZone };
  const change = (was: NextStep | null): NextStep => {
    const isKnown = former === undefined || isSame(was, former) || isSame(was, step);
    if (!isKnown) throw new StaleLead(() => staleStep(services, id, was));
    return step;
  };
  return changeNextStep(services, id, change, wordsOfSetting).catch(explainStale);
}

function isSame(one: NextStep | null, other: NextStep | null): boolean {
  return one?.text === other?.text && one?.due === other?.due && one?.timeZone === other?.timeZone;
}

async function staleStep({ store }: Services, id: string, now: NextStep | null): Promise<AppError> {
  const history = await store.journal.ofLead(id, RECENT);
  const last = history.find(({ kind }) => kind === "next_step");
  const change = now === null ? "Next step: none" : `Next step: ${now.text}, ${dueWords(now.due)}`;
  return staleError("the next step", [change], last);
}

/** Removes a lead's next step without counting it as done. Throws not_found. */
export async function removeNextStep(services: Services, id: string): Promise<EditedLead> {
  return changeNextStep(
    services,
    id,
    () => null,
    (was) => ({ title: "Next step removed", description: was?.text ?? "" }),
  );
}

/** Marks a lead's next step as done, which its timeline keeps. Throws not_found, and no_next_step if it has none. */
export async function finishNextStep(services: Services, id: string): Promise<EditedLead> {
  return changeNextStep(
    services,
    id,
    (was) => {
      if (was === null) throw conflict("no_next_step", "This lead has no next step. Reload to see what changed.");
      return null;
    },
    (was) => ({ title: "Next step done", description: was?.text ?? "" }),
  );
}

/** "January 31, 2026" or "January 31, 2026, 14:30", on the step's own clocks. */
export function dueWords(due: string): string {
  const [day = "", time] = due.split("T");
  return [dayWords(new Date(`${day}T00:00Z`), { timeZone: "UTC", withYear: true }), ...(time ? [time] : [])].join(", ");
}

function wordsOfSetting(was: NextStep | null, now: NextStep | null): { title: string; description: string } {
  const isMoved = was !== null && was.text === now?.text;
  const words = now === null ? "" : dueWords(now.due);
  return {
    title: isMoved ? `Next step moved to ${words}` : "Next step set",
    description: isMoved ? was.text : `${now?.text ?? ""}, ${words}`,
  };
}

async function changeNextStep(
  services: Services,
  id: string,
  change: (was: NextStep | null) => NextStep | null,
  wordsOf: (was: NextStep | null, now: NextStep | null) => { title: string; description: string },
): Promise<EditedLead> {
  const { store, feed } = services;
  const changed = await store.leads.edit(
    id,
    (lead) => ({ ...lead, nextStep: change(lead.nextStep) }),
    (before, after) => {
      const { title, description } = wordsOf(before.nextStep, after.nextStep);
      return actionEntry(services, { kind: "next_step", title: `${leadTitle(before)}: ${title}`, description });
    },
  );
  if (changed === null) throw notFound("lead");
  if (changed.actId !== null) feed.changed(["leads", "activity", "notifications"], [id]);
  return editedLead(services, id, changed.actId);
}
