import { CircleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import { Button } from "#web/ui/button.tsx";

/** Whether the page already says what is wrong, and loads everything again once that is over. */
export const IsExplained = createContext(false);

interface ErrorPanelProps {
  /** What failed, such as "Couldn't load leads" */
  title: string;
  /** The server's reason and advice. */
  detail?: string;
  onRetry: () => void;
  retryLabel?: string;
  busy?: boolean;
}

/** Replaces content that failed to load. */
export function ErrorPanel({ title, detail, onRetry, retryLabel = "Try again", busy = false }: ErrorPanelProps) {
  const isExplained = useContext(IsExplained);
  if (isExplained) return <p className="px-6 py-12 text-center text-muted">Not loaded yet</p>;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-6 text-danger-ink" />
      <p className="mt-3 text-lg font-semibold">{title}</p>
      {detail !== undefined && <p className="mt-1 max-w-md text-pretty text-muted">{detail}</p>}
      <Button className="mt-5" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
