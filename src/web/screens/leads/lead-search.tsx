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
  const [text, setText] = useState(view.search);
  const [sent, setSent] = useState(view.search);
  // The address changed by itself, as when going back.
  if (view.search !== sent) {
    setSent(view.search);
    setText(view.search);
  }
  const send = useEffectEvent((search: string): void => {
    if (search === sent) return;
    setSent(search);
    // The first letters are a step that Back undoes, those that follow go on with it.
    change({ search }, { replace: sent !== "" && search !== "" });
  });
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label="Search leads"
      className="min-w-48 flex-1 max-xl:basis-full xl:max-w-96"
      placeholder="Search leads..."
      maxLength={LIMITS.list.searchLength}
      value={text}
      onChange={setText}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Enter" && !nativeEvent.isComposing) onSearched();
      }}
    />
  );
}
