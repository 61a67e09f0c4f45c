import { assessLead, type Judgement } from "#server/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { withOtherValue, withoutValue } from "#server/intake/other-values.ts";
import { phoneKeyOf } from "#server/intake/phone-number.ts";
import type { LeadUpdate } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";

/**
 * The lead after a person's edit, scored and decided afresh. Fields that differ are marked as edited, so that no source
 * overwrites them, and what they had stays among the values seen; a status in the patch is the person's from now on. The caller has checked the e-mail with
 * parseEmailAddress. The very same lead when the patch changes nothing.
 */
export function editLead(
  lead: StoredLead,
  patch: LeadUpdate,
  context: Judgement & { defaultCountry?: string },
): StoredLead {
  const edited: StoredLead = { ...lead, provenance: { ...lead.provenance }, updatedAt: context.now };
  let isChanged = false;
  for (const field of LEAD_TEXT_FIELDS) {
    const given = patch[field];
    if (given === undefined) continue;
    // Of "Ann <ann@x.com>" only the address is the e-mail, as from any source.
    const email = field === "email" ? parseEmailAddress(given) : null;
    const value = email?.address ?? given;
    if (value === lead[field]) continue;
    isChanged = true;
    edited[field] = value;
    const former = { field, value: lead[field], origin: lead.provenance[field] ?? null };
    edited.otherValues = withOtherValue(withoutValue(edited.otherValues, field, value, null), former);
    edited.provenance[field] = { source: "manual", sourceName: "", locator: "", method: "edited", at: context.now };
    if (field === "email") edited.emailKey = email?.key ?? null;
    if (field === "phone") edited.phoneKey = phoneKeyOf(value, context.defaultCountry);
  }
  if (patch.status !== undefined && !(patch.status === lead.status && lead.statusSetBy === "person")) {
    isChanged = true;
    edited.status = patch.status;
    edited.statusSetBy = "person";
  }
  return isChanged ? assessLead(edited, context) : lead;
}
