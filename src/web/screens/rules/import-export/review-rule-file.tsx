import { useState } from "react";
import { compareRules } from "#shared/compare-rules.ts";
import type { Rule, RuleFile } from "#shared/contract/rule.ts";
import { useAction } from "#web/actions/use-action.ts";
import { useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { WhatIfPanel } from "#web/actions/what-if/what-if-panel.tsx";
import { ApiError, detailOf, isStale } from "#web/api/connection/api-error.ts";
import { importRules } from "#web/api/rules.ts";
import { ruleWords } from "#web/screens/rules/import-export/read-rule-file.ts";
import { draftsWith } from "#web/screens/rules/drafts-with.ts";
import { RuleNames } from "#web/screens/rules/rule-names.tsx";
import { NO_CHANGES, seenVersion } from "#web/screens/rules/trying/rule-changes.ts";
import { SwitchField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface ReviewRuleFileProps {
  file: RuleFile;
  rules: readonly Rule[];
  onClose: () => void;
}

/** Previews the effect on rules and leads, with the import button. */
export function ReviewRuleFile({ file, rules, onClose }: ReviewRuleFileProps) {
  const [isReplacing, setReplacing] = useState(false);
  const [refused, setRefused] = useState<{ title: string; error: unknown } | null>(null);
  const { news, unchanged, others } = compareRules(file.rules, rules);
  const removed = isReplacing ? others : [];
  const isNothing = news.length + removed.length === 0;
  const gone = new Set<Rule>(removed);
  const kept = rules.filter((rule) => !gone.has(rule));
  const whatIf = useWhatIf(isNothing ? null : { rules: draftsWith(kept, news) });
  const importing = useAction(importRules);
  const run = async (): Promise<void> => {
    setRefused(null);
    await importing.run(
      { body: { file, replace: isReplacing, version: seenVersion(rules, NO_CHANGES) } },
      {
        done: "Rules imported successfully",
        failed: "Failed to import rules",
        onDone: onClose,
        onFailed: (error) => {
          // The preview follows what others save; only the user can tell whether it's still right.
          setRefused({ title: isStale(error) ? "The rules changed" : "This file can't be imported", error });
        },
      },
    );
  };
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SwitchField
            label="Replace all"
            hint="Deletes rules that aren't in the file."
            checked={isReplacing}
            onChange={({ target }) => setReplacing(target.checked)}
          />
          <RuleNames what="added" rules={news} />
          <RuleNames what="deleted" rules={removed} />
          <RuleNames what="unchanged" rules={unchanged} />
          {refused !== null && (
            <Notice tone="danger" live title={refused.title}>
              <p>{reasonOf(refused.error, file)}</p>
            </Notice>
          )}
        </div>
        <div className="min-w-0 max-md:border-t max-md:border-line max-md:pt-5">
          <WhatIfPanel whatIf={whatIf} idle="No changes. You already have all rules in this file." />
        </div>
      </div>
      <SubmitActions
        label="Import rules"
        disabled={isNothing}
        busy={importing.isPending}
        busyLabel="Importing..."
        onSubmit={() => void run()}
        onCancel={onClose}
      />
    </>
  );
}

/** The server's error, with the rule it refers to by index. */
function reasonOf(error: unknown, file: RuleFile): string {
  const [first] = error instanceof ApiError ? error.fields : [];
  const place = /^file\.rules\.(\d+)\./u.exec(first?.field ?? "")?.[1];
  if (first === undefined || place === undefined) return detailOf(error);
  return `${ruleWords(file, Number(place))}: ${first.message}`;
}
