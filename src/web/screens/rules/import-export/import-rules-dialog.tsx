import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Rule, RuleFile } from "#shared/contract/rule.ts";
import { ReviewRuleFile } from "#web/screens/rules/import-export/review-rule-file.tsx";
import { readRuleFile } from "#web/screens/rules/import-export/read-rule-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface ImportRulesDialogProps {
  open: boolean;
  rules: readonly Rule[];
  onClose: () => void;
}

/** Imports rules from a file after a preview. */
export function ImportRulesDialog({ open, rules, onClose }: ImportRulesDialogProps) {
  return (
    <Dialog wide open={open} onOpenChange={onClose} title="Import rules" description="From a file exported by Winnow.">
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
          {chosen === null ? "Choose file" : "Choose another file"}
        </Button>
        <p className="min-w-0 text-muted wrap-anywhere">
          {chosen === null ? "JSON, up to 1 MB. You can review the rules before importing." : chosen.name}
        </p>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="Rules file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [picked] = target.files ?? [];
            // Allows choosing the same file again after fixing it.
            target.value = "";
            if (picked !== undefined) void take(picked);
          }}
        />
      </div>
      {refused.length > 0 && (
        <Notice tone="danger" live title="This file can't be imported">
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
