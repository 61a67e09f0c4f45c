import { answerAsked } from "#server/platform/thread.ts";
import { makeBackup, type BackupPlan } from "#server/features/backups/file/make-backup.ts";

// The caller stops a backup by ending the thread.
answerAsked((plan: BackupPlan) => makeBackup(plan, { signal: new AbortController().signal, progress: () => {} }));
