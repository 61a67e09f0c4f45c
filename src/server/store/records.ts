import { dataSourceRecords } from "#server/store/data-sources.ts";
import { emailSettingsWrites, type EmailSettingsWrites } from "#server/store/email-settings.ts";
import type { Engine } from "#server/store/engine.ts";
import { formHookWrites, type FormHookWrites } from "#server/store/forms.ts";
import { dismissedSuggestions, type DismissedSuggestion } from "#server/store/learning.ts";
import { mailboxWrites, type MailboxWrites } from "#server/store/mailbox.ts";
import type { RecordTable, Watch } from "#server/store/record-table.ts";
import { ruleWrites, type RuleWrites } from "#server/store/rules.ts";
import { sampleRuleWrites, type SampleRuleWrites } from "#server/store/sample-rules.ts";
import { savedViewWrites, type SavedViewWrites } from "#server/store/saved-views.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { scrapeTargetRecords } from "#server/store/scrapes.ts";
import { settingsWrites, type SettingsWrites } from "#server/store/settings.ts";
import type { DataSourceRecord } from "#server/store/types.ts";

type Writes<R extends { id: string }> = Pick<RecordTable<R>, "list" | "get" | "create" | "update" | "remove">;

/** What a person changes beside leads, for several changes in one transaction. */
export interface Records {
  rules: RuleWrites;
  sampleRules: SampleRuleWrites;
  settings: SettingsWrites;
  dataSources: Writes<DataSourceRecord>;
  scrapeTargets: Writes<ScrapeTargetRecord>;
  emailSettings: EmailSettingsWrites;
  mailbox: MailboxWrites;
  formHook: FormHookWrites;
  savedViews: SavedViewWrites;
  dismissedSuggestions: Writes<DismissedSuggestion>;
}

export function recordWrites(engine: Engine, watch: Watch): Records {
  return {
    rules: ruleWrites(watch),
    sampleRules: sampleRuleWrites(engine, watch),
    settings: settingsWrites(engine, watch),
    dataSources: dataSourceRecords(watch),
    scrapeTargets: scrapeTargetRecords(watch),
    emailSettings: emailSettingsWrites(engine, watch),
    mailbox: mailboxWrites(engine, watch),
    formHook: formHookWrites(engine, watch),
    savedViews: savedViewWrites(watch),
    dismissedSuggestions: dismissedSuggestions(watch),
  };
}
