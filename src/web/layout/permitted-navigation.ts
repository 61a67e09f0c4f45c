import { useMay } from "#web/api/use-may.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";

/** The screens useful to the current user. */
export function usePermittedNavigation(navigation: readonly NavigationGroup[]): readonly NavigationGroup[] {
  const mayManage = useMay("manage");
  if (mayManage) return navigation;
  return navigation.map(({ group, items }) => ({ group, items: items.filter((item) => !item.ownersOnly) }));
}
