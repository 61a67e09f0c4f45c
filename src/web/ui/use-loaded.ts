import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "#web/ui/toast-store.ts";

interface Part<Code> {
  /** How the part is called when its code cannot be loaded: "The rule's form". */
  name: string;
  load: () => Promise<Code>;
  isWanted: boolean;
  /** Closes what cannot be shown. */
  giveUp: () => void;
}

/**
 * The code of a part, which is loaded when it is first wanted; null until it is there. When it cannot be loaded the
 * page says so, and the next wish tries again. A lazy component would take the page beside it down then, and React
 * holds back what suspended for 300 ms, also code that is there already.
 */
export function useLoaded<Code>({ name, load, isWanted, giveUp }: Part<Code>): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const isLoaded = code !== null;
  // Giving up may take a moment to show, in which it must not be done twice.
  const fail = useEffectEvent(() => {
    giveUp();
    toast.error(`${name} could not be loaded`, "Check that the server is running and try again.");
  });
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let isCurrent = true;
    load().then(
      (loaded) => setCode(() => loaded),
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted, isLoaded]);
  return code;
}
