import { useState } from "react";

/** In memory only: it survives tab and screen changes, but other people's mail is never stored by the browser. */
let stored = "";

/** Like useState. */
export function usePastedEmail(): [string, (content: string) => void] {
  const [content, setContent] = useState(stored);
  return [
    content,
    (next) => {
      stored = next;
      setContent(next);
    },
  ];
}
