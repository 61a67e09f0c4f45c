/** Whether an account with limited sight sees the lead with this id, or the lead that it was merged into. */
export function seesLead(id: string): string {
  return `(exists (select 1 from leads where leads.id = ${id} and ${IS_SEEN})
    or exists (select 1 from lead_aliases join leads on leads.id = lead_aliases.lead_id
      where lead_aliases.old_id = ${id} and ${IS_SEEN}))`;
}

/** The same where only the ids of existing leads occur. */
export function seesLivingLead(id: string): string {
  return `exists (select 1 from leads where leads.id = ${id} and ${IS_SEEN})`;
}

/** `:owner` is replaced by the account's owner key; leads of nobody have an empty one. */
const IS_SEEN = "leads.owner_key in ('', :owner)";
