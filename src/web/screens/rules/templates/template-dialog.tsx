import { useId, useState } from "react";
import { compareRules } from "#shared/compare-rules.ts";
import type { Rule } from "#shared/contract/rule.ts";
import { RULE_TEMPLATES } from "#shared/rule-templates.ts";
import { useAction } from "#web/actions/use-action.ts";
import { useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { WhatIfPanel } from "#web/actions/what-if/what-if-panel.tsx";
import { reachingWords } from "#web/actions/what-if/what-if-words.ts";
import { importRules } from "#web/api/rules.ts";
import { formatCounted } from "#web/format/number.ts";
import { draftsWith } from "#web/screens/rules/drafts-with.ts";
import { RuleNames } from "#web/screens/rules/rule-names.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";

interface TemplateDialogProps {
  open: boolean;
  rules: readonly Rule[];
  onClose: () => void;
}

/** Adds a template's rules, after a preview of what they do to the leads. */
export function TemplateDialog({ open, rules, onClose }: TemplateDialogProps) {
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onClose}
      title="Start from a template"
      description="Adds rules for your type of business. You can edit them later."
    >
      <TemplateForm rules={rules} onClose={onClose} />
    </Dialog>
  );
}

function TemplateForm({ rules, onClose }: Omit<TemplateDialogProps, "open">) {
  const [chosen, setChosen] = useState(RULE_TEMPLATES[0]);
  const { news, unchanged } = compareRules(chosen?.rules ?? [], rules);
  const isNothing = news.length === 0;
  const whatIf = useWhatIf(isNothing ? null : { rules: draftsWith(rules, news) });
  const { run, isPending } = useAction(importRules);
  const name = useId();
  const add = (): Promise<boolean> =>
    run(
      { body: { file: { winnowRules: 1, rules: news }, replace: false } },
      {
        done: ({ data }) => `${formatCounted(data.added, "rule")} added`,
        failed: "Failed to add the rules",
        onDone: onClose,
      },
    );
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">Type of business</legend>
            {RULE_TEMPLATES.map((template) => (
              <label
                key={template.id}
                className="flex min-h-11 items-center gap-3 rounded-md border border-field/55 px-3 py-2 has-checked:border-link has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name={name}
                  checked={template === chosen}
                  onChange={() => setChosen(template)}
                  className="size-4 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0 font-semibold">
                  {template.name}
                  <span className="block text-sm font-normal text-muted">{template.text}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {whatIf.result !== undefined && (
            <p className="font-semibold">{whatIf.isWorking ? "Calculating…" : reachingWords(whatIf.result)}</p>
          )}
          <RuleNames key={chosen?.id} what="new" rules={news} />
          <RuleNames what="unchanged" rules={unchanged} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 max-md:border-t max-md:border-line max-md:pt-5">
          {whatIf.result?.total !== 0 && (
            <WhatIfPanel whatIf={whatIf} idle="No changes. You already have all rules in this template." />
          )}
        </div>
      </div>
      <SubmitActions
        label={isNothing ? "Add rules" : `Add ${formatCounted(news.length, "rule")}`}
        disabled={isNothing}
        busy={isPending}
        busyLabel="Adding..."
        onSubmit={() => void add()}
        onCancel={onClose}
      />
    </>
  );
}
