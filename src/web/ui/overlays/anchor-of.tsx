import { type Ref, type RefObject, useLayoutEffect } from "react";

interface AnchorOfProps {
  element: RefObject<HTMLElement | null>;
  /** Given by the trigger around it. */
  ref?: Ref<HTMLElement>;
}

/** Makes an element rendered elsewhere the trigger of a Radix overlay whose code is loaded after it. */
export function AnchorOf({ element, ref }: AnchorOfProps) {
  useLayoutEffect(() => {
    if (typeof ref !== "function") return undefined;
    const cleanUp = ref(element.current);
    return typeof cleanUp === "function" ? cleanUp : () => void ref(null);
  }, [element, ref]);
  return null;
}
