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

/** A change of one keyword writes one row of them, and not all that the lead has. */
const sqliteKeywords = `
drop trigger leads_keywords_changed;
create trigger leads_keywords_changed after update of keywords on leads when old.keywords <> new.keywords
begin
  delete from lead_keywords where lead_id = old.id and keyword in (
    select value from json_each(old.keywords) except select value from json_each(new.keywords));
  insert into lead_keywords
    select value, new.id from (select value from json_each(new.keywords) except select value from json_each(old.keywords));
end;
`;

const postgresKeywords = `
-- Half a surrogate pair, which no text can hold, becomes a line break, as for the keywords of new leads.
create function keywords_in(keywords text) returns text[] language sql immutable parallel safe return array(
  select json_array_elements_text(case when strpos(keywords, '\\u') = 0 then keywords
    else regexp_replace(keywords, '\\\\u(0000|[dD][89a-fA-F]..)', '\\n', 'g') end::json));

create or replace function leads_keywords_changed() returns trigger language plpgsql as $$
declare
  was text[] := keywords_in(old.keywords);
  now text[] := keywords_in(new.keywords);
begin
  if not was <@ now then
    delete from lead_keywords where lead_id = old.id and keyword = any(was) and keyword <> all(now);
  end if;
  if not now <@ was then
    insert into lead_keywords select distinct k, new.id from unnest(now) k where k <> all(was);
  end if;
  return null;
end $$;
`;

/** When rules gave a lead another status, and why, for the lead's own timeline; and keywords written one by one. */
export const leadTurns: Migration = {
  name: "lead-turns",
  sqlite: tables(SQLITE) + sqliteKeywords,
  postgres: tables(POSTGRES) + postgresKeywords,
};
