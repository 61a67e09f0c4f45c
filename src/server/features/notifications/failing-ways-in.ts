import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

/** Each active data source and scrape target whose last actual attempt failed. */
export async function failingSources({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const [sources, targets, runs] = await Promise.all([
    store.dataSources.list(),
    store.scrapes.list(),
    store.scrapes.latestRuns(),
  ]);
  return [
    ...sources.flatMap(({ id, name, isActive, failingSince, lastRun }): Need | [] => {
      if (!isActive || failingSince === null) return [];
      return {
        id: `source_failing:${id}:${failingSince}`,
        kind: "source_failing",
        title: `${name} can't be read`,
        description: lastRun?.message || "Test its connection.",
        at: failingSince,
        href: `/data-sources?edit=${id}`,
      };
    }),
    ...targets.flatMap(({ id, name, isActive, failingSince }): Need | [] => {
      if (!isActive || failingSince === null) return [];
      return {
        id: `target_failing:${id}:${failingSince}`,
        kind: "target_failing",
        title: `${name} couldn't be scraped`,
        description: runs.get(id)?.message || "Check its last run.",
        at: failingSince,
        href: `/lead-scraper?run=${id}`,
      };
    }),
  ];
}

/** The mailbox of Gmail Integration, if it's active and unreachable. */
export async function failingMailbox({ store }: Pick<Workspace, "store">): Promise<Need | null> {
  const mailbox = await store.mailbox.read();
  if (mailbox === null || !mailbox.enabled || mailbox.failingSince === null) return null;
  const { email, failingSince, lastError } = mailbox;
  return {
    id: `mailbox_failing:${failingSince}`,
    kind: "mailbox_failing",
    title: `The mailbox ${email} can't be read`,
    description: lastError,
    at: failingSince,
    href: "/gmail",
  };
}
