import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { saveAs } from "#web/acts/save-as.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface RecoveryCodeListProps {
  username: string;
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, this once, to be kept somewhere. */
export function RecoveryCodeList({ username, codes, onDone }: RecoveryCodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = codes.join("\n");
  const download = (): void => {
    const content = `Recovery codes of ${username} for Winnow at ${location.origin}\nEach works once.\n\n${text}\n`;
    saveAs(new Blob([content], { type: "text/plain" }), "winnow-recovery-codes.txt");
  };
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success" title="The second factor is on">
        <p>
          Keep these recovery codes where you find them without your phone. Each signs you in once in place of a code,
          and they are shown only now.
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
          I have kept them
        </Button>
      </div>
    </div>
  );
}
