import { z } from "zod";

/** How many sample leads and rules currently exist. */
export const SampleLeads = z.object({ leads: z.int(), rules: z.int() });
export type SampleLeads = z.infer<typeof SampleLeads>;
