import { join } from "node:path";
import { composeMessages } from "./compose-messages.ts";
import type { Message } from "./message.ts";
import { readMessages } from "./read-messages.ts";

const folder = join(import.meta.dirname, "email");

/** What the model learns from: messages written by hand, and composed ones. */
export function trainingMessages(): Message[] {
  return [...readMessages(join(folder, "training")), ...composeMessages(join(folder, "training"))];
}

/** Other scenarios by other hands, which the model never sees. */
export function heldBackMessages(): Message[] {
  return [...readMessages(join(folder, "held-back")), ...composeMessages(join(folder, "held-back"))];
}

/** Written after the features were settled, in yet other styles; nothing was changed for them. */
export function unseenMessages(): Message[] {
  return readMessages(join(folder, "unseen"));
}

/** By yet another author, whom nobody who worked on the model has read; only its figures are ever printed. */
export function blindMessages(): Message[] {
  return readMessages(join(folder, "blind"));
}
