import { useMatches } from "react-router";

/** What a route says of its screen, for the header and the window's title. */
export interface ScreenHandle {
  title: string;
  description?: string;
}

const NAMELESS: ScreenHandle = { title: "Winnow" };

/** The handle of the screen that is shown. */
export function useScreenHandle(): ScreenHandle {
  const handles = useMatches().map(({ handle }) => handle);
  return handles.findLast(isScreenHandle) ?? NAMELESS;
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === "object" && handle !== null && "title" in handle && typeof handle.title === "string";
}
