import type { Need } from "#server/workflows/notifications/need.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Each data source and scrape target in use that failed at the last real try. */
export async function failingSources({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const [sources, targets, runs] = await Promise.all([
    store.dataSources.list(),
    store.scrapes.list(),
    store.scrapes.latestRuns(),
  ]);
  return [
    ...sources.flatMap(({ id, name, isActive, failingSince, lastRun }): Need[] => {
      if (!isActive || failingSince === null) return [];
      return [
        {
          id: `source_failing:${id}:${failingSince}`,
          kind: "source_failing",
          title: `${name} cannot be read`,
          description: lastRun?.message || "Test its connection.",
          at: failingSince,
          href: `/data-sources?edit=${id}`,
        },
      ];
    }),
    ...targets.flatMap(({ id, name, isActive, failingSince }): Need[] => {
      if (!isActive || failingSince === null) return [];
      return [
        {
          id: `target_failing:${id}:${failingSince}`,
          kind: "target_failing",
          title: `${name} could not be scraped`,
          description: runs.get(id)?.message || "Look at its last run.",
          at: failingSince,
          href: `/lead-scraper?run=${id}`,
        },
      ];
    }),
  ];
}

/** The mailbox of Gmail Integration, while it is in use and cannot be reached. */
export async function failingMailbox({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const mailbox = await store.mailbox.read();
  if (mailbox === null || !mailbox.enabled || mailbox.failingSince === null) return [];
  const { email, failingSince, lastError } = mailbox;
  return [
    {
      id: `mailbox_failing:${failingSince}`,
      kind: "mailbox_failing",
      title: `The mailbox ${email} cannot be read`,
      description: lastError,
      at: failingSince,
      href: "/gmail",
    },
  ];
}
