import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookOpen, Settings2, UserRound, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { type HelpAnswer, openAnswer } from "#web/actions/help-panel.ts";
import { leadViewsQuery } from "#web/api/leads/lead-views.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useMay } from "#web/api/use-may.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { placeOf, SETTINGS } from "#web/layout/palette/settings.ts";
import { paths } from "#web/paths.ts";

/** Settings by name, for the current user. */
export function useSettingEntries(): PaletteEntry[] {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const mayManage = useMay("manage");
  return SETTINGS.filter(
    ({ permission, needsAccount }) =>
      (permission === undefined || mayManage) && (needsAccount === undefined || session?.user != null),
  ).map((setting) => ({
    label: setting.label,
    place: placeOf(setting),
    words: `settings ${setting.words ?? ""}`,
    Icon: Settings2,
    run: () => void navigate(setting.path),
  }));
}

/** Leads of each status, and the saved views. */
export function useListEntries(): PaletteEntry[] {
  const navigate = useNavigate();
  const { data: views = [] } = useQuery(leadViewsQuery);
  const { data: session } = useQuery(sessionQuery);
  return [
    ...LEAD_STATUSES.map((status) => ({
      label: `${status.slice(0, 1).toUpperCase()}${status.slice(1)} leads`,
      words: "status list",
      Icon: Users,
      run: () => void navigate(paths.leads({ status })),
    })),
    ...(session?.user == null
      ? []
      : [
          {
            label: "My leads",
            words: "owner assigned list",
            Icon: UserRound,
            run: () => void navigate(paths.savedView({ id: "mine", query: "owner=me" })),
          },
        ]),
    ...views.map((view) => ({
      label: view.name,
      place: "Saved view",
      words: "list filter",
      Icon: Bookmark,
      run: () => void navigate(paths.savedView(view)),
    })),
  ];
}

/** Help articles and common questions, loaded when the palette opens; none while they load or if they can't. */
export function useHelpEntries(): PaletteEntry[] {
  const [texts, setTexts] = useState<readonly HelpTextEntry[]>([]);
  useEffect(() => {
    let isCurrent = true;
    loadHelpTexts().then(
      (loaded) => isCurrent && setTexts(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return texts.map(({ question, answer, links, words }) => ({
    label: question,
    place: "Help",
    words,
    Icon: BookOpen,
    run: () => openAnswer({ question, answer, links }),
  }));
}

interface HelpTextEntry extends HelpAnswer {
  words: string;
}

async function loadHelpTexts(): Promise<HelpTextEntry[]> {
  const [{ HELP_CHAPTERS }, { FAQ }] = await Promise.all([
    import("#shared/help/articles.ts"),
    import("#shared/help/faq.ts"),
  ]);
  return [
    ...HELP_CHAPTERS.flatMap(({ articles }) => articles).map(({ title, text, links, alsoKnownAs = "" }) => ({
      question: title,
      answer: text.join("\n\n"),
      links,
      words: alsoKnownAs,
    })),
    ...FAQ.map(({ question, answer, links, category }) => ({ question, answer, links, words: `faq ${category}` })),
  ];
}
