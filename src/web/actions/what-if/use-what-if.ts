import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { whatIfQuery } from "#web/api/what-if.ts";

/** Typing debounce. */
const PAUSE_MILLISECONDS = 250;

export interface WhatIfAnswer {
  /** Null when there is nothing to ask or the input is invalid. */
  question: WhatIf | null;
  /** The last answer, kept while the next one loads. */
  result: WhatIfResult | undefined;
  isWorking: boolean;
  error: Error | null;
  retry: () => void;
}

/** Live preview of saving; a newer question cancels the previous one. */
export function useWhatIf(question: WhatIf | null): WhatIfAnswer {
  const asking = question === null ? null : JSON.stringify(question);
  const asked = useSettled(asking);
  usePrefetchedTexts(asking === null);
  const { data, isFetching, error, refetch } = useQuery({
    ...whatIfQuery(asked ?? ""),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const isWorking = asking !== null && (asking !== asked || isFetching);
  return {
    question,
    result: asking === null ? undefined : data,
    isWorking,
    error: isWorking || asking === null ? null : error,
    retry: () => void refetch(),
  };
}

/**
 * Opening an editor with nothing to ask yet queries the saved state, which warms up the server: with many leads, its
 * first answer takes seconds.
 */
function usePrefetchedTexts(hasNothingToAsk: boolean): void {
  const client = useQueryClient();
  const [isNeeded] = useState(hasNothingToAsk);
  useEffect(() => {
    if (isNeeded) void client.query(whatIfQuery("{}")).catch(() => undefined);
  }, [client, isNeeded]);
}

/** Debounces a value; the first is returned immediately. */
function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
