import { answerAsked } from "#server/platform/thread.ts";
import { makeBackup, type BackupPlan } from "#server/backup/make-backup.ts";

// Whoever asked ends the thread to end the backup.
answerAsked((plan: BackupPlan) => makeBackup(plan, { signal: new AbortController().signal, progress: () => {} }));
