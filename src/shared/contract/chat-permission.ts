import type { ChatAction } from "#shared/contract/chat.ts";
import type { Permission } from "#shared/roles.ts";

/** What the call behind an action's button requires. */
export function permissionOf(kind: ChatAction["kind"]): Permission {
  if (kind === "export") return "read";
  return kind === "settings" || kind === "email_settings" || kind === "data_source" ? "manage" : "work";
}
