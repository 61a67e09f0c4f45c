import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { formatCounted } from "#web/format/number.ts";
import { cardNamed } from "#web/layout/card-address.ts";
import { isInLabels, matchingEntries, type PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { PaletteItem, PaletteSection } from "#web/layout/palette/palette-item.tsx";
import { setPaletteOpen } from "#web/layout/palette/palette-panel.ts";
import { useOpenSubject } from "#web/layout/palette/subject-actions.ts";
import { useFoundLeads } from "#web/layout/palette/use-found-leads.ts";
import { usePaletteActions } from "#web/layout/palette/use-palette-actions.ts";
import { useHelpEntries, useListEntries, useSettingEntries } from "#web/layout/palette/use-palette-places.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { paths } from "#web/paths.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Score } from "#web/ui/leads/score.tsx";

const HELP = "Help";

/** At most this many of a group with many texts. */
const SHOWN: Readonly<Record<string, number>> = { [HELP]: 5, Lists: 8 };

interface PaletteDialogProps {
  open: boolean;
  navigation: readonly NavigationGroup[];
  onShowKeys: () => void;
}

/** Search for actions, screens, lists, settings, help and leads. */
export function PaletteDialog({ open, navigation, onShowKeys }: PaletteDialogProps) {
  const hasChosen = useRef(false);
  const whenClosed = useRef<() => void>(undefined);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(() =>
    hasChosen.current ? cardNamed(globalThis.location.hash) : null,
  );
  useEffect(() => {
    if (!open) return;
    hasChosen.current = false;
    whenClosed.current = undefined;
  }, [open]);
  return (
    <Dialog.Root open={open} onOpenChange={setPaletteOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <Dialog.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus(event);
            whenClosed.current?.();
          }}
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(38rem,calc(100vw-1.5rem))] -translate-x-1/2 animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float data-[state=closed]:animate-sink max-md:top-3 max-md:max-h-[calc(100dvh-1.5rem)]"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <PaletteContent
            navigation={navigation}
            onShowKeys={onShowKeys}
            onChoose={(runWhenClosed) => {
              hasChosen.current = true;
              whenClosed.current = runWhenClosed;
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteContentProps extends Omit<PaletteDialogProps, "open"> {
  onChoose: (runWhenClosed?: () => void) => void;
}

function PaletteContent({ navigation, onShowKeys, onChoose }: PaletteContentProps) {
  const [query, setQuery] = useState("");
  const isNamed = ({ title, entries }: { title: string; entries: readonly PaletteEntry[] }): boolean =>
    title !== HELP && isInLabels(entries, query);
  const navigate = useNavigate();
  const leads = useFoundLeads(query);
  const subject = useOpenSubject();
  const actions = usePaletteActions(onShowKeys);
  const settings = useSettingEntries();
  const lists = useListEntries();
  const help = useHelpEntries();
  const screens = screensOf(navigation, (path) => void navigate(path));
  const isAsked = query.trim() !== "";
  // What one does and opens most comes first; the rest is only searched.
  const groups = [
    { title: subject?.title ?? "", entries: (subject?.entries ?? []).filter((one) => isAsked || !one.isSearched) },
    { title: "Actions", entries: actions },
    { title: "Screens", entries: screens },
    { title: "Lists", entries: isAsked ? lists : [] },
    { title: "Settings", entries: isAsked ? settings : [] },
    { title: HELP, entries: isAsked ? help : [] },
  ]
    .map(({ title, entries }) => ({ title, entries: matchingEntries(entries, query).slice(0, SHOWN[title]) }))
    // A name beats the synonyms of another group, but help comes last.
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  const values = [
    ...groups.flatMap(({ title, entries }) => entries.map((entry) => entryValue(title, entry))),
    ...leads.rows.map(leadValue),
  ];
  const [chosen, setChosen] = useState("");
  const choose = ({ run, movesFocus }: Pick<PaletteEntry, "run" | "movesFocus">): void => {
    onChoose(movesFocus && run);
    setPaletteOpen(false);
    if (!movesFocus) run();
  };
  return (
    <Command
      label="Command palette"
      shouldFilter={false}
      // Otherwise Ctrl+K, which closes the palette, would move the selection.
      vimBindings={false}
      loop
      // Falls back to the first item when the selection is no longer found, since server results arrive later.
      value={values.includes(chosen) ? chosen : (values[0] ?? "")}
      onValueChange={setChosen}
      className="flex min-h-0 flex-col"
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          maxLength={LIMITS.list.searchLength}
          placeholder="Search leads, screens, settings and help..."
          className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-hidden"
        />
      </div>
      <Command.List label="Results" className="min-h-0 scroll-py-2 overflow-y-auto p-2">
        {groups.map(({ title, entries }) => (
          <Entries key={title} title={title} entries={entries} choose={choose} />
        ))}
        {/* Last, because results arrive late and must not shift the selection. */}
        {leads.rows.length > 0 && (
          <PaletteSection title={query === "" ? "Newest leads" : "Leads"}>
            {leads.rows.map((lead) => (
              <LeadItem
                key={lead.id}
                lead={lead}
                onSelect={() => choose({ run: () => void navigate(paths.lead(lead.id)) })}
              />
            ))}
          </PaletteSection>
        )}
      </Command.List>
      {values.length === 0 && (
        <p className="px-4 py-8 text-center text-muted wrap-anywhere">
          {leads.isSearching ? "Searching leads..." : leads.failure || `No results for “${query.trim()}”`}
        </p>
      )}
      {values.length > 0 && leads.failure !== "" && (
        <p className="border-t border-line px-4 py-2.5 text-sm">{leads.failure}</p>
      )}
      <output className="sr-only">{leads.isSearching ? "" : formatCounted(values.length, "result")}</output>
    </Command>
  );
}

interface EntriesProps {
  title: string;
  entries: readonly PaletteEntry[];
  choose: (entry: PaletteEntry) => void;
}

function Entries({ title, entries, choose }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <PaletteSection title={title}>
      {entries.map((entry) => (
        <PaletteItem key={entryValue(title, entry)} value={entryValue(title, entry)} onSelect={() => choose(entry)}>
          <entry.Icon aria-hidden />
          <span className="min-w-0 truncate">{entry.label}</span>
          {entry.place !== undefined && (
            <span className="ml-auto max-w-1/2 shrink-0 truncate text-sm text-muted">{entry.place}</span>
          )}
        </PaletteItem>
      ))}
    </PaletteSection>
  );
}

function entryValue(title: string, { label, place = "" }: PaletteEntry): string {
  return `${title}: ${label} ${place}`.trim();
}

function screensOf(navigation: readonly NavigationGroup[], go: (path: string) => void): PaletteEntry[] {
  return navigation.flatMap(({ items }) =>
    items.map(({ label, path, Icon }) => ({ label, Icon, run: () => go(path) })),
  );
}

/** A unique palette value for a lead. */
function leadValue({ id }: LeadRow): string {
  return `lead ${id}`;
}

function LeadItem({ lead, onSelect }: { lead: LeadRow; onSelect: () => void }) {
  const name = lead.name || lead.email || "N/A";
  return (
    <PaletteItem value={leadValue(lead)} onSelect={onSelect}>
      <Avatar name={name} />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span dir="auto" className="max-w-3/4 shrink-0 truncate">
          {name}
        </span>
        <span dir="auto" className="min-w-0 truncate text-sm text-muted">
          {lead.company || lead.email}
        </span>
      </span>
      <Score score={lead.score} className="shrink-0 text-sm" />
    </PaletteItem>
  );
}
