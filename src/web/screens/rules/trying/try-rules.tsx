import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Rule, RuleListUpdate } from "#shared/contract/rule.ts";
import { WhatIf } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { useWhatIf } from "#web/acts/what-if/use-what-if.ts";
import { WhatIfPanel } from "#web/acts/what-if/what-if-panel.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { replaceRules } from "#web/api/rules.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { paths } from "#web/paths.ts";
import { DraftTable } from "#web/screens/rules/trying/draft-table.tsx";
import { broughtDrafts, forgetChanges, keepChanges, readChanges } from "#web/screens/rules/trying/kept-changes.ts";
import {
  addedRule,
  changesTo,
  draftRows,
  draftsOf,
  NO_CHANGES,
  type RuleChanges,
  withEdit,
} from "#web/screens/rules/trying/rule-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

const { min, max } = LIMITS.qualificationThreshold;

interface TryRulesProps {
  rules: readonly Rule[];
  /** The threshold in force. */
  threshold: number;
}

/** Several changes at once, tried before all or none of them are saved. A visit of its own has changes of its own. */
export function TryRules(props: TryRulesProps) {
  const { key } = useLocation();
  return <Draft key={key} visit={key} {...props} />;
}

function Draft({ visit, rules, threshold }: TryRulesProps & { visit: string }) {
  const { changes, setChanges } = useChanges(visit, rules);
  const navigate = useNavigate();
  const rows = draftRows(rules, changes);
  const drafts = draftsOf(rows);
  const typedThreshold = changes.threshold ?? String(threshold);
  const parsed =
    typedThreshold.trim() === "" ? undefined : WhatIf.shape.threshold.safeParse(Number(typedThreshold)).data;
  const isChanged = rows.some((row) => row.isChanged) || parsed !== threshold;
  const list = drafts === null || parsed === undefined ? null : { rules: drafts, threshold: parsed };
  const whatIf = useWhatIf(isChanged ? list : null);
  const { release, question } = useUnsavedChanges(isChanged);
  const leave = (): void => void navigate(paths.rules(), { replace: true });
  const { saveAll, isSaving } = useSaveAll(() => {
    release();
    leave();
  });

  return (
    <>
      <HeaderActions>
        <Button onClick={leave}>{isChanged ? "Discard" : "Close"}</Button>
        <Button
          variant="primary"
          busy={isSaving}
          busyLabel="Saving..."
          disabled={!isChanged || list === null}
          onClick={() =>
            list !== null && void saveAll({ rules: list.rules, ...(parsed !== threshold && { threshold: parsed }) })
          }
        >
          Save all
        </Button>
      </HeaderActions>
      <div className="grid gap-6 max-md:gap-4 min-[84rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <Card
          flush
          title="Try changes"
          description="Nothing is saved before you save all of it. Points below 0 are taken off."
        >
          <div className="px-5 pb-4 max-md:px-4">
            <Field
              label="Qualification threshold"
              required
              error={parsed === undefined ? `A whole number from ${min} to ${max}` : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  inputMode="numeric"
                  min={min}
                  max={max}
                  value={typedThreshold}
                  onChange={({ target }) => setChanges({ ...changes, threshold: target.value })}
                  className="max-w-28"
                />
              )}
            </Field>
          </div>
          <DraftTable
            rows={rows}
            onEdit={(row, edit) => setChanges(withEdit(changes, row, edit))}
            onAdd={() => setChanges({ ...changes, added: [...changes.added, addedRule()] })}
          />
        </Card>
        <Card className="self-start min-[84rem]:sticky min-[84rem]:top-6">
          <WhatIfPanel
            whatIf={whatIf}
            idle={
              isChanged
                ? "It shows here once nothing is marked as wrong."
                : "Change weights, switches or the threshold: which leads change, and which cross the threshold, shows here."
            }
          />
        </Card>
      </div>
      {question}
    </>
  );
}

/** The changes of a visit, which a reload keeps and leaving forgets. */
function useChanges(visit: string, rules: readonly Rule[]) {
  const location = useLocation();
  const [changes, setChanges] = useState((): RuleChanges => {
    const kept = readChanges(visit);
    if (kept !== null) return kept;
    const drafts = broughtDrafts(location.state);
    return drafts === null ? NO_CHANGES : changesTo(rules, drafts);
  });
  useEffect(() => keepChanges({ visit, changes }), [visit, changes]);
  useEffect(() => forgetChanges, []);
  return { changes, setChanges };
}

function useSaveAll(onSaved: () => void) {
  const { mutateAsync, isPending } = useMutation(replaceRules);
  const undoAction = useUndo();
  return {
    isSaving: isPending,
    saveAll: async (list: RuleListUpdate): Promise<void> => {
      try {
        const { actId } = await mutateAsync(list);
        toast.success("Rules saved successfully", undoAction(actId));
        onSaved();
      } catch (error) {
        toast.error("Failed to save the rules", detailOf(error));
      }
    },
  };
}
