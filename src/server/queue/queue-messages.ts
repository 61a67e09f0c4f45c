import { z } from "zod";

const QueueMessage = z.discriminatedUnion("what", [
  z.object({ what: z.literal("added") }),
  z.object({ what: z.literal("cancelled"), id: z.string() }),
  z.object({ what: z.literal("ended"), id: z.string() }),
]);

/** What the queues of all processes on a store tell each other. */
export type QueueMessage = z.infer<typeof QueueMessage>;

/** Null for what may have been missed, and for what a newer version says: then look for oneself. */
export function readQueueMessage(text: string): QueueMessage | null {
  try {
    return QueueMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
