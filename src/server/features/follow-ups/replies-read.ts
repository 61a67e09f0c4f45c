import type { Workspace } from "#server/workspace.ts";

/**
 * When replies to the From address were last read: in its mailbox, or if that isn't connected, in any, since it may
 * forward there. Empty if never; null without a mailbox, when people read replies themselves.
 */
export async function repliesReadAt({ store }: Workspace, fromEmail: string): Promise<string | null> {
  const [gmail, sources] = await Promise.all([store.mailbox.read(), store.dataSources.list()]);
  const mailboxes = [
    ...(gmail?.enabled === true ? [gmail] : []),
    ...sources.flatMap(({ type, isActive, config: { email = "" }, lastSync }) =>
      type === "email" && isActive ? [{ email, lastSync }] : [],
    ),
  ];
  if (mailboxes.length === 0) return null;
  const own = mailboxes.filter(({ email }) => email.toLowerCase() === fromEmail.toLowerCase());
  const read = (own.length > 0 ? own : mailboxes).flatMap(({ lastSync }) => lastSync ?? []);
  return read.toSorted().at(-1) ?? "";
}
