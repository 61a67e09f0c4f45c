import { useLayoutEffect, useRef, useState } from "react";

/** The same callbacks at every render, so that unchanged rows don't rerender; they call the latest ones. */
export function useLasting<Actions extends { [Name in keyof Actions]: (...args: never[]) => unknown }>(
  actions: Actions,
): Actions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [lasting] = useState(() => {
    const names = Object.keys(actions) as (keyof Actions)[];
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latest.current[name](...args)]),
    ) as unknown as Actions;
  });
  return lasting;
}
