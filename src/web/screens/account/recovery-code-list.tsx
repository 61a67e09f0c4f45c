import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { saveAs } from "#web/actions/save-as.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface RecoveryCodeListProps {
  username: string;
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes once, with ways to store them. */
export function RecoveryCodeList({ username, codes, onDone }: RecoveryCodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = codes.join("\n");
  const download = (): void => {
    const content = `Winnow recovery codes for ${username} at ${location.origin}\nEach code works once.\n\n${text}\n`;
    saveAs(new Blob([content], { type: "text/plain" }), "winnow-recovery-codes.txt");
  };
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success" title="Two-factor authentication is on">
        <p>
          Save these recovery codes somewhere safe. Each signs you in once without your phone. They won't be shown
          again.
        </p>
      </Notice>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-canvas p-4 font-mono text-sm tabular-nums max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} what="recovery codes" worded />
        <Button icon={<Download aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  );
}
