import type { SourceRef } from "#shared/raw-lead.ts";

/** Where the leads come from that a new product can be tried with. A lead is of it until a real source tells of it. */
export const SAMPLE_SOURCE = { kind: "sample", id: null, name: "Sample leads" } as const satisfies SourceRef;

/** What the keys of the sample's rows begin with, by which they are told from those of other sources without a record. */
export const SAMPLE_ROW = "sample:";
