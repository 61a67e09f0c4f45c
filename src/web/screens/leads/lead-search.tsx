import { useEffect, useEffectEvent, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import { SearchField } from "#web/ui/search-field.tsx";

/** Long enough for the next letter of someone who types, short enough to seem at once. */
const PAUSE_MILLISECONDS = 200;

interface LeadSearchProps extends ViewInAddress {
  onSearched: () => void;
}

/** The search field; what is typed goes into the address when typing pauses. */
export function LeadSearch({ view, change, onSearched }: LeadSearchProps) {
  /** What was typed since the address last changed by itself, as when going back. */
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState(view.search);
  if (view.search !== sent) {
    setSent(view.search);
    setTyped(null);
  }
  const send = useEffectEvent((text: string): void => {
    const word = text.trim();
    // The address may have changed between the drawing and the end of the pause.
    if (text !== typed || word === sent) return;
    setSent(word);
    // The first letters are a step that Back undoes, those that follow go on with it.
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
      className="min-w-48 flex-1 max-xl:basis-full xl:max-w-96"
      placeholder="Search leads..."
      maxLength={LIMITS.list.searchLength}
      value={typed ?? view.search}
      onChange={setTyped}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (key !== "Enter" || nativeEvent.isComposing) return;
        // The list takes the focus only where nobody has it.
        currentTarget.blur();
        onSearched();
      }}
    />
  );
}
