import { z } from "zod";
import { Id, Timestamp, Version } from "#shared/contract/common.ts";

/** What all destinations of events have. */
export const Destination = z.object({
  id: Id,
  isActive: z.boolean(),
  createdAt: Timestamp,
  lastDelivery: Timestamp.nullable(),
  /** Since when every attempt has failed; null while deliveries succeed. */
  failingSince: Timestamp.nullable(),
  lastError: z.string(),
  /** When Winnow turned it off; null when it hasn't. */
  disabledAt: Timestamp.nullable(),
  waiting: z.int(),
  version: Version,
});
