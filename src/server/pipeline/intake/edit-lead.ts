import { assessLead, type ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { withOtherValue, withoutValue } from "#server/pipeline/intake/other-values.ts";
import { phoneKeyOf } from "#server/pipeline/intake/phone-number.ts";
import type { LeadUpdate } from "#shared/contract/leads/lead.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";

/**
 * Applies a person's edit, then rescores the lead. Changed fields are marked as edited so that no source overwrites
 * them, and their previous values stay among the seen values, except earlier edits of notes. A status or owner in the patch counts as set by a person. The
 * caller must have validated the email with parseEmailAddress. Returns the same object when the patch changes nothing.
 */
export function editLead(
  lead: StoredLead,
  patch: Omit<LeadUpdate, "ownerId"> & { owner?: { id: string; username: string } | null },
  context: ScoringOptions,
): StoredLead {
  const edited: StoredLead = { ...lead, provenance: { ...lead.provenance }, updatedAt: context.now };
  let isChanged = false;
  for (const field of LEAD_TEXT_FIELDS) {
    const given = patch[field];
    if (given === undefined) continue;
    // For "Ann <ann@x.com>", store only the address, as with any source.
    const email = field === "email" ? parseEmailAddress(given) : null;
    const value = email?.address ?? given;
    if (value === lead[field]) continue;
    isChanged = true;
    edited[field] = value;
    const origin = lead.provenance[field] ?? null;
    edited.otherValues = withoutValue(edited.otherValues, field, value, null);
    // Notes are saved as typed; their earlier versions would push out what the sources said.
    if (field !== "notes" || origin?.method !== "edited") {
      edited.otherValues = withOtherValue(edited.otherValues, { field, value: lead[field], origin });
    }
    edited.provenance[field] = { source: "manual", sourceName: "", locator: "", method: "edited", at: context.now };
    if (field === "email") edited.emailKey = email?.key ?? null;
    if (field === "phone") edited.phoneKey = phoneKeyOf(value);
  }
  if (patch.status !== undefined && !(patch.status === lead.status && lead.statusSetBy === "person")) {
    isChanged = true;
    edited.status = patch.status;
    edited.statusSetBy = "person";
  }
  if (patch.owner !== undefined && (patch.owner?.id ?? null) !== lead.ownerId) {
    isChanged = true;
    edited.ownerId = patch.owner?.id ?? null;
    edited.owner = patch.owner?.username ?? "";
    edited.ownerSetBy = "person";
  }
  return isChanged ? assessLead(edited, context) : lead;
}
