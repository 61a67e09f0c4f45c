import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Rule, RuleFile } from "#shared/contract/rule.ts";
import { ReviewRuleFile } from "#web/screens/rules/carrying/review-rule-file.tsx";
import { readRuleFile } from "#web/screens/rules/carrying/read-rule-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface ImportRulesDialogProps {
  open: boolean;
  rules: readonly Rule[];
  onClose: () => void;
}

/** Takes rules in from a file, after showing what that would change. */
export function ImportRulesDialog({ open, rules, onClose }: ImportRulesDialogProps) {
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onClose}
      title="Import Rules"
      description="Rules that another Winnow, or this one, exported."
    >
      <ImportRules rules={rules} onClose={onClose} />
    </Dialog>
  );
}

function ImportRules({ rules, onClose }: Omit<ImportRulesDialogProps, "open">) {
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; file: RuleFile } | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const take = async (picked: File): Promise<void> => {
    const read = await readRuleFile(picked);
    setChosen("file" in read ? { name: picked.name, file: read.file } : null);
    setRefused("file" in read ? [] : read.refused);
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={chosen === null ? "primary" : "secondary"}
          icon={<FileUp aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {chosen === null ? "Choose File" : "Choose Another File"}
        </Button>
        <p className="min-w-0 text-muted wrap-anywhere">
          {chosen === null ? "A JSON file of up to 1 MB. Nothing is imported before you have seen it." : chosen.name}
        </p>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="File of rules"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [picked] = target.files ?? [];
            // The same file can be chosen again after it was mended.
            target.value = "";
            if (picked !== undefined) void take(picked);
          }}
        />
      </div>
      {refused.length > 0 && (
        <Notice tone="danger" live title="This file cannot be imported">
          <ul>
            {refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      {chosen !== null && <ReviewRuleFile file={chosen.file} rules={rules} onClose={onClose} />}
    </div>
  );
}
