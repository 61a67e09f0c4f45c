import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { provenanceQuery } from "#web/api/leads/lead-provenance.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { messageOf } from "#web/screens/leads/sheet/message-of.ts";
import { originWords } from "#web/screens/leads/sheet/origin-words.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** Longer texts are collapsed. */
const SHORT_LENGTH = 600;
const SHORT_LINES = 8;

/** The message or note that made this a lead; nothing if there is none. */
export function LeadMessage({ lead }: { lead: LeadDetail }) {
  const { data } = useQuery(provenanceQuery(lead.id));
  const message = messageOf(lead, data?.notes);
  const [isOpen, setIsOpen] = useState(false);
  if (message === null) return null;
  const { title, subject, text, origin } = message;
  const words = origin === null ? sourceName(lead.source) : originWords(origin);
  const isLong = text.length > SHORT_LENGTH || text.split("\n").length > SHORT_LINES;
  return (
    <LeadSection title={title}>
      <blockquote className="border-l-2 border-line pl-4">
        {subject !== "" && (
          <p dir="auto" className="mb-1 text-left font-semibold wrap-anywhere">
            {subject}
          </p>
        )}
        <p
          dir="auto"
          className={classNames("text-left whitespace-pre-wrap wrap-anywhere", isLong && !isOpen && "line-clamp-8")}
        >
          {text}
        </p>
      </blockquote>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {/* On one line, as the words get longer when the origin is known. */}
        <p className="flex max-w-full">
          <span className="truncate" title={words}>
            {words}
          </span>
          <span className="whitespace-pre">
            {" · "}
            <RelativeTime time={origin?.at ?? lead.createdAt} style="activity" />
          </span>
        </p>
        {isLong && (
          <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Show less" : "Show all"}
          </Button>
        )}
      </div>
    </LeadSection>
  );
}
