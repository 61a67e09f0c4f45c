import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { compareRules } from "#shared/compare-rules.ts";
import type { NewRule, Rule, RuleDraft, RuleFile } from "#shared/contract/rule.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { useWhatIf } from "#web/acts/what-if/use-what-if.ts";
import { WhatIfPanel } from "#web/acts/what-if/what-if-panel.tsx";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { importRules } from "#web/api/rules.ts";
import { formatPoints } from "#web/format/number.ts";
import { ruleWords } from "#web/screens/rules/carrying/read-rule-file.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { ToggleField } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface ReviewRuleFileProps {
  file: RuleFile;
  rules: readonly Rule[];
  onClose: () => void;
}

/** What importing the file would do to the rules and to the leads, and the button that does it. */
export function ReviewRuleFile({ file, rules, onClose }: ReviewRuleFileProps) {
  const [isReplacing, setReplacing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { news, unchanged, others } = compareRules(file.rules, rules);
  const removed = isReplacing ? others : [];
  const isNothing = news.length + removed.length === 0;
  const gone = new Set<Rule>(removed);
  const kept = rules.filter((rule) => !gone.has(rule)).map(({ createdAt: _createdAt, ...rule }): RuleDraft => rule);
  const whatIf = useWhatIf(isNothing ? null : { rules: [...kept, ...news] });
  const { mutateAsync, isPending } = useMutation(importRules);
  const undoAction = useUndo();
  const run = async (): Promise<void> => {
    setRefused(null);
    try {
      const { data } = await mutateAsync({ file, replace: isReplacing });
      toast.success("Rules imported successfully", undoAction(data.actId));
      onClose();
    } catch (error) {
      setRefused(reasonOf(error, file));
      toast.error("Failed to import rules", detailOf(error));
    }
  };
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <ToggleField label="Replace all" hint="Rules that are not in the file are deleted.">
            {(control) => (
              <Switch {...control} checked={isReplacing} onChange={({ target }) => setReplacing(target.checked)} />
            )}
          </ToggleField>
          <RuleNames what="added" rules={news} />
          <RuleNames what="deleted" rules={removed} />
          <RuleNames what="unchanged" rules={unchanged} />
          {refused !== null && (
            <Notice tone="danger" live title="This file cannot be imported">
              <p>{refused}</p>
            </Notice>
          )}
        </div>
        <div className="min-w-0 max-md:border-t max-md:border-line max-md:pt-5">
          <WhatIfPanel whatIf={whatIf} idle="Nothing would change: all rules of the file are there already." />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={isPending}
          busyLabel="Importing..."
          disabled={isNothing}
          onClick={() => void run()}
        >
          Import Rules
        </Button>
      </DialogActions>
    </>
  );
}

function RuleNames({ what, rules }: { what: string; rules: readonly NewRule[] }) {
  if (rules.length === 0) return null;
  return (
    <Disclosure title={`${rules.length} ${what}`} open={what !== "unchanged"}>
      <ul className="mt-1 max-h-56 overflow-y-auto">
        {rules.map(({ name, scoreWeight, keywords }, index) => (
          // A file may hold the same rule twice.
          <li key={`${name} ${index}`} className="flex gap-3 border-t border-line py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            <span className="shrink-0 text-muted tabular-nums">
              {formatPoints(scoreWeight)} · {keywords.length === 1 ? "1 keyword" : `${keywords.length} keywords`}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** What the server found wrong, with the rule that it names by its place in the file. */
function reasonOf(error: unknown, file: RuleFile): string {
  const [first] = error instanceof ApiError ? error.fields : [];
  const place = /^file\.rules\.(\d+)\./u.exec(first?.field ?? "")?.[1];
  if (first === undefined || place === undefined) return detailOf(error);
  return `${ruleWords(file, Number(place))}: ${first.message}`;
}
