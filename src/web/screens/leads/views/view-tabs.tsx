import { ChevronDown, Lock, Plus } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { hrefOfSaved } from "#web/screens/leads/views/active-view.ts";
import { fitTabs } from "#web/screens/leads/views/fit-tabs.ts";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { ChangeViewItems } from "#web/screens/leads/views/view-items.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuChoice } from "#web/ui/overlays/menu.tsx";

/** Of the button for the tabs that don't fit, in pixels. */
const MORE_WIDTH = 96;

/** All leads and the saved views as tabs; those that don't fit are in a menu. */
export function ViewTabs({ views }: { views: Views }) {
  const { all, active } = views;
  const tabs: readonly (SavedView | null)[] = [null, ...all];
  const activeIndex = tabs.findIndex((saved) => saved?.id === active?.saved.id);
  const { list, shown } = useFittingTabs(all, activeIndex);
  const menuButton = useFocusAfterMove(all);
  const hidden = tabs.flatMap((saved, index) => (saved === null || shown.has(index) ? [] : [saved]));
  return (
    <nav aria-label="Saved views" className="flex items-end border-b border-line">
      <ul ref={list} className="relative flex min-w-0 flex-1">
        {tabs.map((saved, index) => {
          const isActive = index === activeIndex;
          return (
            <li
              key={saved?.id ?? ""}
              className={classNames("flex shrink-0 items-center", !shown.has(index) && "invisible absolute left-0")}
            >
              <Tab saved={saved} isActive={isActive} />
              {isActive && saved?.mayChange === true && (
                <IfAllowed to="work">
                  <Menu
                    align="start"
                    trigger={
                      <IconButton
                        ref={menuButton}
                        label={`Actions for ${saved.name}`}
                        icon={<ChevronDown aria-hidden />}
                        className="mr-1"
                      />
                    }
                  >
                    <ChangeViewItems views={views} saved={saved} />
                  </Menu>
                </IfAllowed>
              )}
            </li>
          );
        })}
        {hidden.length > 0 && (
          <li>
            <Menu
              trigger={
                <Button variant="ghost" className="h-10">
                  More
                  <span className="sr-only"> views</span>
                  <ChevronDown aria-hidden />
                </Button>
              }
            >
              <MenuChoice
                label="More views"
                value=""
                onChange={(id) => views.open(all.find((one) => one.id === id) ?? null)}
                options={hidden.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Menu>
          </li>
        )}
      </ul>
      {views.error !== null && (
        <span className="flex items-center gap-2 text-sm text-muted">
          Couldn't load views.
          <Button variant="ghost" size="small" onClick={views.retry}>
            Try again
          </Button>
        </span>
      )}
      <IfAllowed to="work">
        <IconButton
          label="Save as new view"
          icon={<Plus aria-hidden />}
          className="mb-1"
          onClick={() => views.setNamed("new")}
        />
      </IfAllowed>
    </nav>
  );
}

function Tab({ saved, isActive }: { saved: SavedView | null; isActive: boolean }) {
  return (
    <Link
      to={hrefOfSaved(saved)}
      aria-current={isActive ? "page" : undefined}
      title={saved?.name}
      className={classNames(
        "-mb-px flex h-10 max-w-48 items-center gap-1.5 border-b-2 px-3 transition-colors duration-120 focus-visible:-outline-offset-2 touch:h-11 touch:min-w-11",
        isActive
          ? "border-accent text-ink dark:border-link forced-colors:border-[Highlight]"
          : "border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]",
      )}
    >
      {saved?.isShared === false && <Lock aria-hidden className="size-3.5 shrink-0" />}
      <span dir="auto" className="min-w-0 truncate">
        {saved?.name ?? "All Leads"}
      </span>
      {saved?.isShared === false && <span className="sr-only">, visible only to you</span>}
    </Link>
  );
}

/** Measures the tabs, including those in the menu, and returns which fit, by index. */
function useFittingTabs(
  all: readonly SavedView[],
  active: number,
): { list: RefObject<HTMLUListElement | null>; shown: ReadonlySet<number> } {
  const list = useRef<HTMLUListElement>(null);
  const [measured, setMeasured] = useState<{ widths: number[]; room: number }>({ widths: [], room: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const items = [...element.children].slice(0, all.length + 1);
      setMeasured({
        widths: items.map((item) => Math.ceil(item.getBoundingClientRect().width)),
        room: element.clientWidth,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Fonts and permissions change the width of a tab.
    for (const item of element.children) observer.observe(item);
    return () => observer.disconnect();
  }, [all]);
  return { list, shown: fitTabs(measured.widths, measured.room, active, MORE_WIDTH) };
}

/** Keeps the focus on the active tab's menu button, which loses it when its tab moves. */
function useFocusAfterMove(all: readonly SavedView[]): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const order = all.map(({ id }) => id).join();
  const former = useRef(order);
  useLayoutEffect(() => {
    if (former.current === order) return;
    former.current = order;
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  });
  useLayoutEffect(() => {
    const note = (): void => {
      hadFocus.current = document.activeElement === button.current;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return button;
}
