import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, ref, flag, key, fraction, end, endKeyed, thenId }: Dialect): string {
  return `
create table assignment_rules (
  id ${id},
  name text not null,
  is_active ${flag} not null,
  position integer not null,
  conditions text not null,
  strategy text not null,
  people text not null,
  created_at text not null
) ${end};

create table availability (
  id ${id},
  account_id ${ref} not null unique,
  per_day integer,
  away_from text,
  away_to text
) ${end};

-- How far each person is ahead of or behind their share of a rule's leads.
create table assignment_credits (
  rule_id ${ref} not null,
  account_id ${ref} not null,
  credit ${fraction} not null,
  primary key (rule_id, account_id)
) ${endKeyed};

create table lead_assignments (
  id ${id},
  lead_id ${ref} not null,
  account_id ${ref} not null,
  at ${key} not null,
  owner text not null,
  rule_name text not null,
  reason text not null
) ${end};
create index lead_assignments_lead on lead_assignments (lead_id${thenId});
create index lead_assignments_day on lead_assignments (account_id, at);
create index leads_open on leads (owner_key) where status in ('pending', 'qualified') and owner_key <> '';
`;
}

/** Rules that assign new leads, who is available, and what was assigned why. */
export const assignment: Migration = { name: "assignment", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
