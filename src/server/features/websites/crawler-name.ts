import type { Workspace } from "#server/workspace.ts";

const PRODUCT = "Winnow/0.1";

/**
 * The crawler's User-Agent: the product and a contact, as RFC 9110 (10.1.5) and RFC 9309 require of robots. The contact
 * is the server's public address, else the reports' sender, else the mailbox, else omitted.
 */
export async function crawlerName({ store, publicUrl }: Pick<Workspace, "store" | "publicUrl">): Promise<string> {
  if (publicUrl !== null) return `${PRODUCT} (+${publicUrl}; lead research)`;
  const [settings, mailbox] = await Promise.all([store.emailSettings.list(), store.mailbox.read()]);
  const sender = settings.find(({ isActive }) => isActive)?.fromEmail;
  const address = sender ?? mailbox?.email ?? "";
  // A header can't hold non-ASCII text.
  const isSendable = /^[\x21-\x7e]+@[\x21-\x7e]+$/u.test(address);
  return `${PRODUCT} (${isSendable ? `+mailto:${address}` : "no operator contact"}; lead research)`;
}
