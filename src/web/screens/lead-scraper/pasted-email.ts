import { useState } from "react";

/** Survives the tab and the screen, and nothing else: mail of others is written to no disk of the browser. */
let kept = "";

/** The e-mail that is being pasted, and its setter, as of useState. */
export function usePastedEmail(): [string, (content: string) => void] {
  const [content, setContent] = useState(kept);
  return [
    content,
    (next) => {
      kept = next;
      setContent(next);
    },
  ];
}
