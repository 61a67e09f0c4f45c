import { Columns3 } from "lucide-react";
import type { ColumnsProps } from "#web/screens/leads/columns/columns-overlay.tsx";
import { useHasLeadPanel } from "#web/screens/leads/lead-panel.ts";
import { Button } from "#web/ui/button.tsx";
import { useLazyOverlay } from "#web/ui/overlays/lazy-overlay.ts";

const loadColumns = () => import("#web/screens/leads/columns/columns-overlay.tsx");

/** The choice of columns, loaded on demand. */
export function ColumnsButton(props: ColumnsProps) {
  const { code, button, overlay } = useLazyOverlay("The columns", loadColumns);
  const hasPanel = useHasLeadPanel();
  return (
    <>
      <Button {...button} icon={<Columns3 aria-hidden />}>
        <span className={hasPanel ? "sr-only" : "max-lg:sr-only"}>Columns</span>
      </Button>
      {code !== null && <code.ColumnsOverlay {...props} {...overlay} />}
    </>
  );
}
