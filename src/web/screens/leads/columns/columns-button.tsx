import { Columns3 } from "lucide-react";
import { useRef, useState } from "react";
import type { ColumnsProps } from "#web/screens/leads/columns/columns-overlay.tsx";
import { Button } from "#web/ui/button.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadColumns = () => import("#web/screens/leads/columns/columns-overlay.tsx");
const prefetch = (): void => void loadColumns().catch(() => undefined);

/** The choice of columns, loaded on demand. */
export function ColumnsButton(props: ColumnsProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const code = useLoaded({ name: "The columns", load: loadColumns, isWanted: open, giveUp: () => setOpen(false) });
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Columns3 aria-hidden />}
        // A failure is shown on press.
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
      >
        <span className="max-md:sr-only">Columns</span>
      </Button>
      {code !== null && <code.ColumnsOverlay {...props} open={open} setOpen={setOpen} anchor={button} />}
    </>
  );
}
