import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text; `what` names it, as in "address". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error(`The ${what} could not be copied`, "Select the text and copy it by hand.");
    }
  };
  return (
    <>
      <IconButton
        label={`Copy ${what}`}
        icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      />
      <output className="sr-only">{copied ? "Copied" : ""}</output>
    </>
  );
}
