import { CircleQuestionMark, X } from "lucide-react";
import { closeHelp, openHelp, useHelpPanel } from "#web/actions/help-panel.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const KEY = "h";
const loadDialog = () => import("#web/assistant/assistant-dialog.tsx");

/** The floating help button; the assistant's code is loaded on demand. */
export function HelpAssistant() {
  const { isOpen } = useHelpPanel();
  const code = useLoaded({ name: "The help assistant", load: loadDialog, isWanted: isOpen, giveUp: closeHelp });
  useShortcut(KEY, "Ask for help", () => openHelp(), { reach: "dialogs" });
  const label = isOpen ? "Close help" : "Help";
  return (
    <>
      <aside
        aria-label="Help"
        data-floating
        className="pointer-events-auto fixed right-4 bottom-4 z-20 lg:[body:has([data-sheet=narrow])_&]:right-[37rem] lg:[body:has([data-sheet=narrow])_&]:z-35 [body:has([data-panel-place])_&]:right-[calc(var(--panel-width)+1rem)]"
      >
        <Tooltip text={label} shortcut={KEY}>
          <button
            type="button"
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => (isOpen ? closeHelp() : openHelp())}
            // A failure is shown on press.
            onPointerEnter={() => void loadDialog().catch(() => undefined)}
            onFocus={() => void loadDialog().catch(() => undefined)}
            className="inline-flex size-12 items-center justify-center rounded-full border border-transparent bg-accent text-on-accent shadow-float transition-colors duration-120 hover:bg-accent-hover"
          >
            {isOpen ? <X aria-hidden className="size-5" /> : <CircleQuestionMark aria-hidden className="size-6" />}
          </button>
        </Tooltip>
      </aside>
      {isOpen && code !== null && <code.AssistantDialog />}
    </>
  );
}
