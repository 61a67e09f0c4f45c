import { X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MenuContainer } from "#web/ui/overlays/menu-container.ts";
import { PanelPlace } from "#web/ui/overlays/panel-place.tsx";
import { DESCRIPTION_CLASS, SheetFrame, type SheetParts, TITLE_CLASS } from "#web/ui/overlays/sheet-frame.tsx";

interface PanelProps extends SheetParts {
  /** Name of the landmark, the same for every item. */
  landmark: string;
  onClose: () => void;
  /** Where focus goes on close; the main area if null. */
  returnFocusTo: () => HTMLElement | null;
}

/**
 * A sheet's content next to the main area, which stays usable. Open while mounted; takes the focus when it opens.
 *
 * It is a dialog without `aria-modal`: screen readers announce its name on focus but can still leave it, and the
 * landmark around it leads back.
 */
export function Panel({ landmark, onClose, returnFocusTo, title, description, children, ...parts }: PanelProps) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const descriptionId = useId();
  const keepsFocus = usePanelFocus(panel, returnFocusTo);
  return (
    <PanelPlace landmark={landmark}>
      <div
        {...keepsFocus}
        ref={setPanel}
        role="dialog"
        data-panel
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={description === undefined ? undefined : descriptionId}
        className="flex h-full animate-fade-in flex-col outline-hidden"
      >
        <MenuContainer value={panel}>
          <SheetFrame
            {...parts}
            heading={
              <>
                <h2 id={titleId} dir="auto" className={TITLE_CLASS} title={title}>
                  {title}
                </h2>
                {description !== undefined && (
                  <p id={descriptionId} dir="auto" className={DESCRIPTION_CLASS}>
                    {description}
                  </p>
                )}
              </>
            }
            closeButton={<IconButton label="Close" shortcut="Escape" icon={<X aria-hidden />} onClick={onClose} />}
          >
            {children}
          </SheetFrame>
        </MenuContainer>
      </div>
    </PanelPlace>
  );
}

/** Takes the focus on opening, keeps it when the focused element goes, and returns it on closing. */
function usePanelFocus(panel: HTMLElement | null, returnFocusTo: PanelProps["returnFocusTo"]) {
  const isFocused = useRef(false);
  const returnTo = useRef(returnFocusTo);
  useLayoutEffect(() => {
    returnTo.current = returnFocusTo;
    // Another item replaces the content, and with it what was focused.
    if (isFocused.current && document.activeElement === document.body) panel?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (panel === null) return undefined;
    panel.focus({ preventScroll: true });
    return () => {
      const active = document.activeElement;
      const main = document.querySelector("main");
      if (active === document.body || active === main) (returnTo.current() ?? main)?.focus({ preventScroll: true });
    };
  }, [panel]);
  return {
    onFocus: () => {
      isFocused.current = true;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      // Without a next element, the focused one may be gone, or the window in the background.
      if (relatedTarget instanceof Node && panel?.contains(relatedTarget) === false) isFocused.current = false;
    },
  };
}
