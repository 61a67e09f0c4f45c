import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { NewRule, type Rule, type RuleDraft, type RuleListUpdate } from "#shared/contract/rule.ts";
import { WhatIf } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { WhatIfPanel } from "#web/actions/what-if/what-if-panel.tsx";
import { replaceRules } from "#web/api/rules.ts";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { ChangeNotice } from "#web/forms/record-form.tsx";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { paths } from "#web/paths.ts";
import { DraftTable } from "#web/screens/rules/trying/draft-table.tsx";
import {
  addedRule,
  changesTo,
  draftRows,
  draftsOf,
  NO_CHANGES,
  type RuleChanges,
  seenVersion,
  settled,
  withEdit,
} from "#web/screens/rules/trying/rule-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField } from "#web/ui/fields/fields.tsx";

const text = z.string();
const TypedFields = z.object({ name: text, weight: text, isActive: z.boolean(), keywordsText: text });
/** A new rule has no name or keywords at first. */
const Base = z.object({ ...NewRule.shape, name: text, keywords: z.array(text) });

const StoredChanges = z.object({
  edited: z.record(
    text,
    z.object({
      version: text.exactOptional(),
      base: Base.exactOptional(),
      typed: TypedFields.partial().exactOptional(),
      isDeleted: z.boolean().exactOptional(),
    }),
  ),
  added: z.array(z.object({ key: text, base: Base, typed: TypedFields })),
  threshold: text.nullable(),
  thresholdSeen: z.number().exactOptional(),
});

const { min, max } = LIMITS.qualificationThreshold;

interface TryRulesProps {
  rules: readonly Rule[];
  /** The current threshold. */
  threshold: number;
}

/** Tries several changes before saving all or none. */
export function TryRules(props: TryRulesProps) {
  // Another suggestion opened from here starts with its own changes.
  const { key } = useLocation();
  return <Draft key={key} {...props} />;
}

function Draft({ rules, threshold }: TryRulesProps) {
  const { changes, setChanges, forget } = useChanges(rules);
  const navigate = useNavigate();
  const rows = draftRows(rules, changes);
  const drafts = draftsOf(rows);
  const typedThreshold = changes.threshold ?? String(threshold);
  const parsed =
    typedThreshold.trim() === "" ? undefined : WhatIf.shape.threshold.safeParse(Number(typedThreshold)).data;
  const isChanged = rows.some((row) => row.isChanged) || parsed !== threshold;
  const list = drafts === null || parsed === undefined ? null : { rules: drafts, threshold: parsed };
  const whatIf = useWhatIf(isChanged ? list : null);
  const contested = rows.filter(({ changedElsewhere }) => changedElsewhere.length > 0);
  const thresholdSeen = (changes.threshold === null ? null : changes.thresholdSeen) ?? threshold;
  const leave = (): void => {
    forget();
    void navigate(paths.rules(), { replace: true });
  };
  const { run, isPending: isSaving } = useAction(replaceRules);
  const saveAll = (body: RuleListUpdate): Promise<boolean> =>
    run({ body }, { done: "Rules saved successfully", failed: "Failed to save rules", onDone: leave });

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
            list !== null &&
            void saveAll({
              rules: list.rules,
              ...(parsed !== threshold && { threshold: parsed }),
              version: seenVersion(rules, changes),
            })
          }
        >
          Save all
        </Button>
      </HeaderActions>
      {(contested.length > 0 || thresholdSeen !== threshold) && !isSaving && (
        <ChangeNotice
          title="Someone else changed the rules while you were editing."
          changes={[
            ...contested.map(({ rule, changedElsewhere }) => `${rule?.name}: ${changedElsewhere.join(", ")}`),
            ...(thresholdSeen === threshold ? [] : [`Qualification threshold: ${threshold}`]),
          ]}
          onKeepMine={() => setChanges({ ...settled(changes, rows, true), thresholdSeen: threshold })}
          onUseTheirs={() =>
            setChanges({
              ...settled(changes, rows, false),
              ...(thresholdSeen !== threshold && { threshold: null }),
              thresholdSeen: threshold,
            })
          }
        />
      )}
      <div className="grid gap-6 max-md:gap-4 min-[84rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <Card flush title="Try changes" description="Nothing changes until you save. Negative weights subtract points.">
          <div className="px-5 pb-4 max-md:px-4">
            <NumberField
              label="Qualification threshold"
              required
              error={parsed === undefined ? `Enter a whole number from ${min} to ${max}` : undefined}
              bounds={{ min, max }}
              value={typedThreshold}
              onChange={({ target }) => setChanges({ ...changes, threshold: target.value, thresholdSeen })}
              className="max-w-28"
            />
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
              isChanged ? "Fix the errors to see a preview." : "Edit rules or the threshold to see which leads change."
            }
          />
        </Card>
      </div>
    </>
  );
}

/** The changes, which survive leaving and a reload. Passed drafts replace them, except after a reload. */
function useChanges(rules: readonly Rule[]) {
  const location = useLocation();
  const visit = location.key;
  const key = useDraftKey("rule-changes");
  const [changes, setChanges] = useState((): RuleChanges => {
    const stored = readDraft(key, isStored);
    const drafts = stored?.visit === visit ? null : passedDrafts(location.state);
    return drafts === null ? (stored?.changes ?? NO_CHANGES) : changesTo(rules, drafts);
  });
  const isOver = useRef(false);
  useEffect(() => {
    if (!isOver.current) storeDraft(key, changes === NO_CHANGES ? null : { visit, changes });
  }, [key, visit, changes]);
  const forget = (): void => {
    isOver.current = true;
    storeDraft(key, null);
  };
  return { changes, setChanges, forget };
}

function isStored(stored: unknown): stored is { visit: string; changes: RuleChanges } {
  return typeof stored === "object" && stored !== null && "changes" in stored && isRuleChanges(stored.changes);
}

function isRuleChanges(stored: unknown): stored is RuleChanges {
  return StoredChanges.safeParse(stored).success;
}

/** Drafts passed in the router's state. */
function passedDrafts(state: unknown): readonly RuleDraft[] | null {
  if (typeof state !== "object" || state === null || !("drafts" in state)) return null;
  return Array.isArray(state.drafts) ? (state.drafts as RuleDraft[]) : null;
}
