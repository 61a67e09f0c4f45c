import { SOURCE_KINDS, sourceFacts, sourceLabel } from "#shared/source-kinds.ts";

/** Source kinds offered as filters, in order. */
export const OFFERED_SOURCES: readonly string[] = SOURCE_KINDS.filter((kind) => !sourceFacts(kind)?.isHidden);

/** Label of a source kind; N/A if missing. */
export function sourceName(kind: string | null | undefined): string {
  return kind === null || kind === undefined || kind === "" ? "N/A" : sourceLabel(kind);
}
