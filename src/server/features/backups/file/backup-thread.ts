import { answerAsked } from "#server/platform/thread.ts";
import { loadSqlite } from "#server/db/sqlite/load-sqlite.ts";
import { makeBackup, type BackupPlan } from "#server/features/backups/file/make-backup.ts";

loadSqlite();
// The caller stops a backup by ending the thread.
answerAsked((plan: BackupPlan) => makeBackup(plan, { signal: new AbortController().signal, progress: () => {} }));
