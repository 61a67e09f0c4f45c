import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "#web/ui/toast-store.ts";

interface Part {
  /** How the part is called when its code cannot be loaded: "The rule's form". */
  name: string;
  load: () => Promise<unknown>;
  isWanted: boolean;
  /** Closes what cannot be shown. */
  giveUp: () => void;
}

/**
 * Whether the code of a part is there, which is loaded when it is first wanted. Ask before the part is rendered: a lazy
 * component that cannot be loaded takes the page beside it down. The next wish tries again.
 */
export function useLoaded({ name, load, isWanted, giveUp }: Part): boolean {
  const [isLoaded, setLoaded] = useState(false);
  // Giving up may take a moment to show, in which it must not be done twice.
  const fail = useEffectEvent(() => {
    giveUp();
    toast.error(`${name} could not be loaded`, "Check that the server is running and try again.");
  });
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let isCurrent = true;
    load().then(
      () => setLoaded(true),
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted, isLoaded]);
  return isLoaded;
}
