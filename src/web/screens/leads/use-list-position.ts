import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { type ListPosition, readPosition, storePosition } from "#web/screens/leads/list-positions.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

/** The position to return to: set after Back, Forward or a reload, until the view changes. */
export function useFormerPosition(view: LeadListView): ListPosition | null {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const read = (): ListPosition | null => {
    const position = isBack ? readPosition(key) : null;
    return position?.view === JSON.stringify(view) ? position : null;
  };
  const [former, setFormer] = useState(() => ({ view, position: read() }));
  if (former.view === view) return former.position;
  const next = { view, position: read() };
  setFormer(next);
  return next.position;
}

/** Scrolls to the former position, or when the view changes to the top; and stores the position when leaving. */
export function useListPosition(view: LeadListView, leads: LeadWindow, former: ListPosition | null): void {
  const { key } = useLocation();
  const top = useRef(former?.top ?? 0);
  const firstRow = useRef(former?.start.index ?? 0);
  const latest = useRef(leads);
  const { hasMore } = leads;
  const loaded = leads.isOld ? 0 : leads.rows.length;

  const shownView = useRef<LeadListView>(undefined);
  useEffect(() => {
    if (shownView.current === view) return undefined;
    if (former === null) {
      if (shownView.current !== undefined) document.getElementById("main")?.scrollTo(0, 0);
      shownView.current = view;
      return undefined;
    }
    if (loaded === 0) return undefined;
    // The layout scrolls a new screen to its top, after this effect.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById("main");
      main?.scrollTo(0, former.top);
      // The end of the list may still be loading.
      if (!hasMore || Math.abs((main?.scrollTop ?? 0) - former.top) < 2) shownView.current = view;
    });
    return () => cancelAnimationFrame(frame);
  }, [view, former, loaded, hasMore]);

  useLayoutEffect(() => {
    const main = document.getElementById("main");
    const note = (): void => {
      // Until then, the position is the former one.
      if (main === null || shownView.current !== view) return;
      top.current = main.scrollTop;
      firstRow.current = Number(main.querySelector<HTMLElement>("tr[data-index]")?.dataset["index"] ?? 0);
    };
    const store = (): void => {
      storePosition(key, {
        view: JSON.stringify(view),
        top: top.current,
        start: latest.current.pageOf(firstRow.current),
        jump: latest.current.jump,
      });
    };
    main?.addEventListener("scroll", note, { passive: true });
    addEventListener("pagehide", store);
    return () => {
      main?.removeEventListener("scroll", note);
      removeEventListener("pagehide", store);
      store();
    };
  }, [key, view]);
  useLayoutEffect(() => {
    latest.current = leads;
  });
}
