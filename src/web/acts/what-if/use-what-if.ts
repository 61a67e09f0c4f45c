import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { whatIfQuery } from "#web/api/what-if.ts";

/** So long nothing is typed before the server is asked. */
const PAUSE_MILLISECONDS = 250;

export interface WhatIfAnswer {
  /** What is asked; null while there is nothing to ask, or what is typed makes no sense yet. */
  question: WhatIf | null;
  /** The last answer, also while the next is worked out. */
  result: WhatIfResult | undefined;
  isWorking: boolean;
  error: Error | null;
  retry: () => void;
}

/** What saving would do, live while somebody types: a newer question withdraws the one before. */
export function useWhatIf(question: WhatIf | null): WhatIfAnswer {
  const asking = question === null ? null : JSON.stringify(question);
  const asked = useSettled(asking);
  useReadingAhead(asking === null);
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
 * Where an editor opens with nothing to ask yet, asks for what is saved: that answer comes at once, and makes the server
 * ready for the first question, which it would wait seconds for with very many leads.
 */
function useReadingAhead(hasNothingToAsk: boolean): void {
  const client = useQueryClient();
  const [isNeeded] = useState(hasNothingToAsk);
  useEffect(() => {
    if (isNeeded) void client.query(whatIfQuery("{}")).catch(() => undefined);
  }, [client, isNeeded]);
}

/** The value once it has stayed the same for a while; the first at once. */
function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
