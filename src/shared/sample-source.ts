import type { SourceRef } from "#shared/raw-lead.ts";

/** Source of the sample leads. A lead stops being a sample once a real source reports it. */
export const SAMPLE_SOURCE = { kind: "sample", id: null, name: "Sample leads" } as const satisfies SourceRef;

/** Row key prefix that tells samples from other sources without a record. */
export const SAMPLE_ROW = "sample:";
