import { useMatches } from "react-router";

/** A route's metadata for the header and the window title. */
export interface ScreenHandle {
  title: string;
  description?: string;
}

const NAMELESS: ScreenHandle = { title: "Winnow" };

export function useScreenHandle(): ScreenHandle {
  const handles = useMatches().map(({ handle }) => handle);
  return handles.findLast(isScreenHandle) ?? NAMELESS;
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === "object" && handle !== null && "title" in handle && typeof handle.title === "string";
}
