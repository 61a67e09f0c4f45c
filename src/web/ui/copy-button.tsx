import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const SHOWN_MILLISECONDS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, as in "address". */
  what: string;
  /** Shows a label, where copying is the main action. */
  worded?: boolean;
}

/** Copies a text; false, with a notice, where there is no clipboard, as without a secure context. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.error(`Failed to copy the ${what}`, "Select the text and copy it manually.");
    return false;
  }
}

/** Copies a text and briefly confirms it. */
export function CopyButton({ text, what, worded = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text, what)) setCopied(true);
  };
  const label = `Copy ${what}`;
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />;
  return (
    <>
      {worded ? (
        <Button aria-label={label} icon={icon} onClick={() => void copy()}>
          Copy
        </Button>
      ) : (
        <IconButton label={label} icon={icon} onClick={() => void copy()} />
      )}
      <output className="sr-only">{copied ? "Copied" : ""}</output>
    </>
  );
}
