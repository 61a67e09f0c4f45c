import { addressQualityOf } from "#shared/contract/leads/address-quality.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import type { TagRecord } from "#server/db/tags/tags.ts";
import { fieldValuesOf } from "#server/features/lead-fields/lead-fields.ts";
import { tagNamesOf } from "#server/features/tags/tags.ts";
import type { Workspace } from "#server/workspace.ts";

/** The lead as in the API, with the names of its tags and the values of its custom fields. */
export function contractLead<L extends Pick<LeadRecord, "tagMarks" | "customFields" | "emailKey" | "address">>(
  lead: L,
  { tags, fields }: KnownNames,
): L & Pick<Lead, "tags" | "fields" | "addressQuality" | "addressReason"> {
  return {
    ...lead,
    ...addressQualityOf(lead),
    tags: tagNamesOf(lead, tags),
    fields: fieldValuesOf(lead.customFields, fields),
  };
}

/** What the tags and fields of leads are called. */
export interface KnownNames {
  tags: readonly TagRecord[];
  fields: readonly LeadFieldRecord[];
}

export async function knownNames({ store }: Pick<Workspace, "store">): Promise<KnownNames> {
  const [tags, fields] = await Promise.all([store.tags.all(), store.leadFields.list()]);
  return { tags, fields };
}
