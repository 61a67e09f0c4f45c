import { useEffect, useEffectEvent, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import { classNames } from "#web/ui/class-names.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";

/** Long enough to wait for the next keystroke, short enough to feel immediate. */
const PAUSE_MILLISECONDS = 200;

interface LeadSearchProps extends ViewInAddress {
  onSearched: () => void;
}

/** Search field; writes to the URL when typing pauses. */
export function LeadSearch({ view, change, onSearched }: LeadSearchProps) {
  const isWide = useIsListWide();
  const hasPanel = useHasLeadPanel();
  /** Input since the URL last changed from elsewhere, such as by Back. */
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState(view.search);
  if (view.search !== sent) {
    setSent(view.search);
    setTyped(null);
  }
  const send = useEffectEvent((text: string): void => {
    const word = text.trim();
    // The URL may have changed between rendering and the end of the pause.
    if (text !== typed || word === sent) return;
    setSent(word);
    // The first letters add a history entry; later ones replace it.
    change({ search: word }, { replace: sent !== "" && word !== "" });
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => send(typed), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      label="Search leads"
      className={classNames("min-w-0 flex-1 md:min-w-48", isWide ? "max-w-96" : !hasPanel && "md:basis-full")}
      placeholder="Search leads..."
      maxLength={LIMITS.list.searchLength}
      value={typed ?? view.search}
      onChange={setTyped}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (key !== "Enter" || nativeEvent.isComposing) return;
        // Give up the focus, as the list only takes it when free.
        currentTarget.blur();
        onSearched();
      }}
    />
  );
}
