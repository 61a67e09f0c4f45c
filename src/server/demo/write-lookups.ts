import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { DemoData } from "#server/demo/demo-data.ts";
import { decideMark } from "#server/features/address-check/decide-mark.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import type { Workspace } from "#server/workspace.ts";

const ADDRESSES = 1_000;

/**
 * Stores what DNS and the companies' websites would say. They aren't asked: the domains don't exist, and a demo makes no
 * requests to others.
 */
export async function writeLookups(
  workspace: Workspace,
  { withoutMail, companies }: DemoData["lookups"],
): Promise<void> {
  const { store, clock } = workspace;
  const now = clock();
  const due = new Date(now.getTime() + LIMITS.addressCheck.recheckDays * DAY).toISOString();
  // Also those that were checked without DNS before a follow-up, and would be again within a day.
  const addresses = await store.addresses.due(due, ADDRESSES);
  const marks = addresses.map(({ leadId, key, bounce }) => {
    if (key === null) return { leadId, mark: null, bounce, due: null };
    const found = withoutMail.includes(key.slice(key.lastIndexOf("@") + 1))
      ? ({ result: "bad", reason: "Sample data: the domain has no mail server." } as const)
      : ({ result: "good", reason: "Sample data: the domain has a mail server." } as const);
    return { leadId, mark: decideMark(key, bounce, found), bounce, due };
  });
  const { ruleset, version: rulesVersion } = await readScoringContext(workspace);
  await store.addresses.write(marks, [], { rulesVersion, asksQuality: ruleset.asksQuality });

  const readAt = now.toISOString();
  await store.companySites.add(
    companies.map(({ domain }) => domain),
    readAt,
  );
  for (const { domain, facts } of companies) {
    const found = facts.map(({ path, ...fact }) => ({ ...fact, url: `https://${domain}${path}` }));
    const result = { state: "read", failure: "", due: null, readAt, facts: found } as const;
    await store.companySites.end(domain, result, { fills: false });
  }
}
