import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** Apart from the journal, because a change of rules may turn every lead, and what happened is told in one line there. */
function tables({ id, ref, end, thenId }: Dialect): string {
  return `
create table lead_turns (
  id ${id},
  lead_id ${ref} not null,
  at text not null,
  status text not null,
  description text not null
) ${end};

create index lead_turns_lead on lead_turns (lead_id${thenId});

-- By what rules every lead was scored when the version that is done was; null when that is not known.
alter table rescore_state add column done_rules text;
`;
}

/** When rules gave a lead another status, and why, for the lead's own timeline. */
export const leadTurns: Migration = { name: "lead-turns", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
