import type { Undone } from "#shared/contract/journal.ts";
import { judgeRestored } from "#server/intake/judge-restored.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import { runBulk } from "#server/workflows/leads/bulk-run.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CHUNK = 200;

/**
 * Takes an act on many leads back, chunk by chunk. Leads that something newer changed stay, and are counted. Goes on
 * where it was when it is asked for again after a stop. Throws conflict when it could be done for none.
 */
export async function undoBulkAct(workspace: Workspace, actId: string, title: string): Promise<Undone> {
  const { store, clock } = workspace;
  let lastId: string | null = null;
  let done = 0;
  const isOver = await runBulk(workspace, {
    label: `Taking back: ${title}`,
    total: await store.bulkActs.countOpen(actId),
    async step() {
      const at = clock().toISOString();
      const taken = await withJudgement(workspace, (judgement) =>
        store.bulkActs.undoStep(actId, lastId, CHUNK, {
          by: acting().by,
          at,
          judge: (lead) => judgeRestored(lead, { ...judgement, now: at }),
          rulesVersion: judgement.version,
        }),
      );
      lastId = taken.lastId;
      done += taken.restored + taken.kept;
      return lastId === null ? null : done;
    },
  });
  if (!isOver) {
    throw conflict("undo_ended_early", `This was ended after ${done} leads. Undo it again and it goes on from there.`);
  }
  const end = await store.bulkActs.endUndo(actId, { by: acting().by, at: clock().toISOString() });
  workspace.feed.changed(["leads", "activity"]);
  switch (end.kind) {
    case "already_undone":
      throw conflict("already_undone", "This was already taken back.");
    case "nothing_restored":
      throw conflict(
        "undo_conflict",
        "Each of these leads was changed or deleted since, or its e-mail address is another lead's by now.",
      );
    case "undone":
      return { restored: end.title, leadId: null, kept: end.kept, goesOn: false };
  }
}
