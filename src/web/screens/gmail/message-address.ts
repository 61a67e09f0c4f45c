import { useSearchParams } from "react-router";

/** Query parameter with the id of the open message. */
export const MESSAGE_PARAMETER = "message";

/** Returns URLs that open a message in the list with its current filter. */
export function useMessageAddress(): (id: string) => string {
  const [query] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(query);
    next.set(MESSAGE_PARAMETER, id);
    return `?${next.toString()}`;
  };
}
