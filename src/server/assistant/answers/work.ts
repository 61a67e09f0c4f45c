import { counted } from "#shared/counted.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { dueWords } from "#server/assistant/words/moment.ts";
import { listSchedules } from "#server/jobs/schedules/schedules.ts";

const JOBS = { label: "Schedules & Jobs", href: "/jobs" };
const SHOWN = 8;

/** "What runs automatically?" */
export const schedules: Answering = async ({ workspace, now }) => {
  const all = await listSchedules(workspace);
  const due = all
    .flatMap((schedule) => (schedule.nextRun === null ? [] : [{ ...schedule, nextRun: schedule.nextRun }]))
    .toSorted((one, other) => one.nextRun.localeCompare(other.nextRun));
  const off = all.filter(({ isOn }) => !isOn).length;
  return fromData(
    [
      `${counted(due.length, "schedule")} ${due.length === 1 ? "is" : "are"} coming up, soonest first:`,
      ...due.slice(0, SHOWN).map(({ title, nextRun }) => `• ${title}: ${dueWords(nextRun, now)}`),
      sentences(
        due.length > SHOWN ? `${counted(due.length - SHOWN, "more", "more")} after these.` : "",
        off === 0 ? "" : `${counted(off, "schedule")} ${off === 1 ? "is" : "are"} off.`,
      ),
    ],
    [JOBS],
    ["Did the backup run?"],
  );
};

/** "What is running?", "Which jobs wait?" */
export const work: Answering = async ({ workspace: { jobs }, meaning: { wording } }) => {
  const { jobs: running, counts } = await jobs.list({ state: "running", limit: SHOWN });
  const waiting = counts.waiting + counts.retrying;
  const others = counts.running - running.length;
  const waits = waiting === 0 ? "" : `${counted(waiting, "job")} ${waiting === 1 ? "is" : "are"} waiting.`;
  const dead =
    counts.dead === 0
      ? /\bfail/u.test(wording.text)
        ? "No job failed."
        : ""
      : `${counted(counts.dead, "job")} failed. Try again or remove ${counts.dead === 1 ? "it" : "them"}.`;
  if (running.length === 0) return fromData(sentences("Nothing is running right now.", waits, dead), [JOBS]);
  return fromData(
    [
      `${counted(counts.running, "job")} ${counts.running === 1 ? "is" : "are"} running:`,
      ...running.map(({ title, progress }) => {
        const of = progress?.total == null ? "" : ` of ${progress.total.toLocaleString("en")}`;
        return `• ${title}${progress === null ? "" : `: ${progress.label}, ${progress.done.toLocaleString("en")}${of}`}`;
      }),
      sentences(others > 0 ? `And ${others} more.` : "", waits, dead),
    ],
    [JOBS],
  );
};
