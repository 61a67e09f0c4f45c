import type { Workspace } from "#server/workflows/workspace.ts";

const PRODUCT = "Winnow/0.1";

/**
 * The User-Agent of crawls: the product, and where its operator can be reached, as RFC 9110 (10.1.5) and RFC 9309 ask of
 * robots. The contact is the server's public address, else the address that reports are sent from, else the mailbox.
 * Without any of them it says so.
 */
export async function crawlerName({ store, publicUrl }: Pick<Workspace, "store" | "publicUrl">): Promise<string> {
  if (publicUrl !== null) return `${PRODUCT} (+${publicUrl}; lead research)`;
  const [settings, mailbox] = await Promise.all([store.emailSettings.list(), store.mailbox.read()]);
  const sender = settings.find(({ isActive }) => isActive)?.fromEmail;
  const address = sender ?? mailbox?.email ?? "";
  // What is not ASCII cannot stand in a header.
  const isSendable = /^[\x21-\x7e]+@[\x21-\x7e]+$/u.test(address);
  return `${PRODUCT} (${isSendable ? `+mailto:${address}` : "its operator gave no contact"}; lead research)`;
}
