import type { Step } from "#server/db/migrations/dialect.ts";

/** Versions 50 and later of the schema. */
export const STEPS_FROM_50: readonly Step[] = [
  // 50. Forms that Winnow serves.
  {
    name: "hosted-forms",
    sql: ({ id, flag, key, end }) => `
create table hosted_forms (
  id ${id},
  public_key ${key} not null unique,
  name text not null,
  fields text not null,
  button_label text not null,
  thanks text not null,
  consent text not null,
  confirms_email ${flag} not null,
  is_active ${flag} not null,
  created_at text not null
) ${end};
`,
  },
  // 51. Comments on leads.
  {
    name: "comments",
    sql: ({ id, ref, key, end, thenId }) => `
create table lead_comments (
  id ${id},
  lead_id ${ref} not null,
  account_id ${ref},
  author text not null,
  text text not null,
  mentions text not null,
  created_at ${key} not null,
  edited_at ${key}
) ${end};
create index lead_comments_lead on lead_comments (lead_id${thenId});
create index lead_comments_mentioning on lead_comments (coalesce(edited_at, created_at)) where mentions <> '[]';
`,
  },
  // 52. On SQLite, sorting out a new lead's repeated keywords took a fifth of the instructions of storing the lead; the
  // primary key does it for less.
  {
    name: "keyword-rows",
    sqlite: `
drop trigger leads_keywords_added;
create trigger leads_keywords_added after insert on leads when new.keywords <> '[]' begin
  insert or ignore into lead_keywords select value, new.id from json_each(new.keywords);
end;
`,
  },
  // 53. The hash of the link that creates the first account of a server others can reach.
  { name: "first owner link", sql: () => "alter table account_changes add column first_owner_hash text;" },
  // 54. The header values of a JSON API, encrypted.
  { name: "json-api", sql: () => "alter table data_sources add column sealed_headers text;\n" },
  // 55. The quality of each lead's email address, when it is checked next, and a cache of DNS answers. Existing leads and
  // those of processes of the previous version get the defaults, which request a check.
  {
    name: "address-quality",
    sql: ({ key, thenId, endKeyed }) => `
alter table leads add column address_quality text default 'unknown';
alter table leads add column address_reason text not null default '';
alter table leads add column address_check_due ${key} default '';
create index leads_address_quality on leads (address_quality${thenId});
create index leads_address_check on leads (address_check_due) where address_check_due is not null;
create table mail_domains (
  domain ${key} primary key,
  result text not null,
  reason text not null,
  valid_until ${key} not null
) ${endKeyed};
`,
    sqlite: `
drop index leads_facets;
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key, owner_key,
  address_quality
);
`,
  },
  // 56. When each person gets a digest, and the digests that were sent.
  // A digest is a report for one person. The team's reports are few, so they get the index that skips digests.
  {
    name: "digests",
    sql: ({ id, ref, flag, end }) => `
create table digest_settings (
  id ${id},
  account_id ${ref} not null unique,
  is_on ${flag} not null,
  hour integer not null,
  time_zone text not null,
  since text not null
) ${end};
alter table reports add column account_id ${ref};
create index reports_team on reports (id) where account_id is null;
create index reports_digests on reports (started_at) where account_id is not null;
create index reports_sending on reports (id) where state = 'sending';
`,
  },
  // 57. Whether a person gets an email when a comment mentions them.
  {
    name: "mention-mails",
    sql: ({ flag }) => `
alter table digest_settings add column mentions ${flag} not null default true;
`,
  },
  // 58. Google Sheets as destinations of the outbox: the source that is written to, and which columns.
  {
    name: "sheet-write-back",
    sql: ({ ref, key }) => `
alter table webhook_endpoints add column source_id ${ref};
alter table webhook_endpoints add column columns text;
alter table webhook_endpoints add column tab ${key};
alter table webhook_endpoints add column place ${key};
alter table webhook_endpoints add column filled_at text;
`,
  },
  // 59. Custom fields, and their values on leads.
  {
    name: "lead-fields",
    sql: ({ id, key, end }) => `
create table lead_fields (
  id ${id},
  key ${key} not null,
  name ${key} not null,
  kind text not null,
  options text not null,
  created_at text not null
) ${end};

-- Null for leads without any, so that lists read nothing more of them.
alter table leads add column custom_fields text;
`,
  },
  // 60. An index of the values of custom fields.
  {
    name: "lead-field-values",
    sql: ({ ref, key, endKeyed }) => `
-- Values of custom fields, in the order that lists sort by. Part 0 is the whole value, part 1 an option of several.
create table lead_field_values (
  field_id ${ref} not null,
  part integer not null,
  sort_key ${key} not null,
  lead_id ${ref} not null,
  primary key (field_id, part, sort_key, lead_id)
) ${endKeyed};
create index lead_field_values_lead on lead_field_values (lead_id, field_id, part, sort_key);

-- fillSearchTexts writes the values of earlier leads with their search texts.
update lead_search set words = null where id in (select id from leads where custom_fields is not null);
`,
  },
  // 61. Who uploaded each file.
  {
    name: "import-uploader",
    sql: ({ key }) => `
-- The username; empty for earlier imports, which only owners then see while members see only some leads.
alter table imports add column uploaded_by ${key} not null default '';
`,
  },
  // 62. What is read from the websites of leads' companies, and the newest lead whose company was looked up.
  {
    name: "company-sites",
    sql: ({ ref, key, end }) => `
create table company_sites (
  domain ${key} primary key,
  state text not null,
  due ${key},
  tries integer not null default 0,
  asked_at ${key},
  read_at text,
  failure text not null default '',
  facts text not null default '[]',
  fill_from ${ref}
) ${end};
create index company_sites_due on company_sites (due) where due is not null;
create index company_sites_asked on company_sites (asked_at) where asked_at is not null;
create index company_sites_fill on company_sites (domain) where fill_from is not null;
create table company_site_walk (
  id integer primary key,
  last_lead_id ${ref} not null
) ${end};
`,
  },
  // 63. Rules that search everywhere now search custom fields, too, so that all leads are scored again.
  {
    name: "scored-fields",
    sql: () => `
update rescore_state set wanted = wanted + 1, done_rules = null where exists (select 1 from lead_fields);
`,
  },
  // 64. Finds leads by when they changed, for the filter of the daily digest's link.
  {
    name: "changed-leads",
    sql: ({ thenId }) => `create index leads_changed on leads (updated_at${thenId});\n`,
  },
  // 65. The texts in custom fields by their parts. Numbers, dates, yes and no have only these characters.
  {
    name: "field-texts",
    postgres: `
create index lead_field_values_text on lead_field_values using gin (sort_key gin_trgm_ops)
  where part = 0 and sort_key ~ '[^0-9a-f-]';
`,
  },
  // 66. Industries are searched too: `fillSearchTexts` writes the texts of earlier leads again.
  {
    name: "searched-industry",
    sql: () => "update lead_search set words = null where id in (select id from leads where industry <> '');",
  },
  // 67. Keywords match other forms of digits and Arabic letters: leads from Arabic to Myanmar script are scored again.
  {
    name: "scored-letters",
    sqlite: scoredAgainWhere("text || words glob '*[\u0600-\u109f]*'"),
    postgres: scoredAgainWhere(String.raw`text || words ~ '[\u0600-\u109f]'`),
  },
  // 68. Letters, digits and quotes are searched as typed on any keyboard: texts with others than ASCII are written again.
  {
    name: "searched-letters",
    sqlite: "update lead_search set words = null where length(cast(text || words as blob)) > length(text || words);",
    postgres: "update lead_search set words = null where octet_length(text || words) > length(text || words);",
  },
];

function scoredAgainWhere(texts: string): string {
  return `update rescore_state set wanted = wanted + 1, done_rules = null
    where exists (select 1 from lead_search where ${texts});\n`;
}
