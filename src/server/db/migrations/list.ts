import { emailVerdicts } from "#server/db/migrations/steps/033-email-verdicts.ts";
import { modelReadings } from "#server/db/migrations/steps/034-model-readings.ts";
import { lostRuns } from "#server/db/migrations/steps/035-lost-runs.ts";
import { unscoredLeads } from "#server/db/migrations/steps/036-unscored-leads.ts";
import { jobsInOneTable } from "#server/db/migrations/steps/037-jobs-in-one-table.ts";
import { searchWords } from "#server/db/migrations/steps/038-search-words.ts";
import { personalViews } from "#server/db/migrations/steps/039-personal-views.ts";
import { tokenTools } from "#server/db/migrations/steps/040-token-tools.ts";
import { nextSteps } from "#server/db/migrations/steps/041-next-steps.ts";
import { leadOwners } from "#server/db/migrations/steps/042-lead-owners.ts";
import { tags } from "#server/db/migrations/steps/043-tags.ts";
import { leadOrigins } from "#server/db/migrations/steps/044-lead-origins.ts";
import { outbox } from "#server/db/migrations/steps/045-outbox.ts";
import { mailSignIn } from "#server/db/migrations/steps/046-mail-sign-in.ts";
import { assignment } from "#server/db/migrations/steps/047-assignment.ts";
import { storedAnswers } from "#server/db/migrations/steps/048-stored-answers.ts";
import { crm } from "#server/db/migrations/steps/049-crm.ts";
import { hostedForms } from "#server/db/migrations/steps/050-hosted-forms.ts";
import { comments } from "#server/db/migrations/steps/051-comments.ts";
import { keywordRows } from "#server/db/migrations/steps/052-keyword-rows.ts";
import { firstOwnerLink } from "#server/db/migrations/steps/053-first-owner-link.ts";
import { jsonApi } from "#server/db/migrations/steps/054-json-api.ts";
import { addressQuality } from "#server/db/migrations/steps/055-address-quality.ts";
import { digests } from "#server/db/migrations/steps/056-digests.ts";
import { mentionMails } from "#server/db/migrations/steps/057-mention-mails.ts";
import { sheetWriteBack } from "#server/db/migrations/steps/058-sheet-write-back.ts";
import { leadFields } from "#server/db/migrations/steps/059-lead-fields.ts";
import { leadFieldValues } from "#server/db/migrations/steps/060-lead-field-values.ts";
import { importUploader } from "#server/db/migrations/steps/061-import-uploader.ts";
import { companySites } from "#server/db/migrations/steps/062-company-sites.ts";
import { scoredFields } from "#server/db/migrations/steps/063-scored-fields.ts";
import { changedLeads } from "#server/db/migrations/steps/064-changed-leads.ts";
import { fieldTexts } from "#server/db/migrations/steps/065-field-texts.ts";
import { searchedIndustry } from "#server/db/migrations/steps/066-searched-industry.ts";
import { POSTGRES_BASELINE } from "#server/db/migrations/baseline/postgres.ts";
import { SQLITE_BASELINE } from "#server/db/migrations/baseline/sqlite.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { BASELINE_VERSION } from "#server/db/migrations/pending-migrations.ts";

/** The database of version 0.1. It is named after that version's last step, because backups refer to the last step. */
const baseline: Migration = { name: "people", sqlite: SQLITE_BASELINE, postgres: POSTGRES_BASELINE };

/** The baseline, then every later step in order. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  emailVerdicts,
  modelReadings,
  lostRuns,
  unscoredLeads,
  jobsInOneTable,
  searchWords,
  personalViews,
  tokenTools,
  nextSteps,
  leadOwners,
  tags,
  leadOrigins,
  outbox,
  mailSignIn,
  assignment,
  storedAnswers,
  crm,
  hostedForms,
  comments,
  keywordRows,
  firstOwnerLink,
  jsonApi,
  addressQuality,
  digests,
  mentionMails,
  sheetWriteBack,
  leadFields,
  leadFieldValues,
  importUploader,
  companySites,
  scoredFields,
  changedLeads,
  fieldTexts,
  searchedIndustry,
];

/** The version of a database that has run every step. */
export const SCHEMA_VERSION: number = BASELINE_VERSION + MIGRATIONS.length - 1;

/** The steps up to a version; none for one before the baseline. */
export function migrationsUpTo(version: number): readonly Migration[] {
  return MIGRATIONS.slice(0, Math.max(0, version - BASELINE_VERSION + 1));
}

/** The step that led to a version. */
export function migrationTo(version: number): Migration | undefined {
  return MIGRATIONS[version - BASELINE_VERSION];
}
