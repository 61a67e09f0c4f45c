import { useState } from "react";
import type { EmailMessage } from "#shared/contract/mailbox.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { Segments } from "#web/ui/segments.tsx";

const VIEWS = [
  { value: "text", label: "Plain text" },
  { value: "html", label: "Formatted" },
] as const;

/** A message's headers, text or HTML, links and attachments. */
export function MessageContent({ message }: { message: EmailMessage }) {
  const { id, note, headers, text, hasHtml, links, attachments } = message;
  const [view, setView] = useState<"text" | "html">("text");
  return (
    <div className="flex flex-col gap-5">
      {note !== "" && <Notice>{note}</Notice>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {headers.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {hasHtml && <Segments label="View" options={VIEWS} value={view} onChange={setView} />}
      {hasHtml && view === "html" ? (
        <Formatted id={id} blockedImages={message.blockedImages} />
      ) : (
        <ScrollRegion
          label="Text of the message"
          className="max-h-[60vh] overflow-auto rounded-md border border-line bg-canvas p-3"
        >
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {text.trim() === "" ? "This message has no text." : text.trim()}
          </p>
        </ScrollRegion>
      )}
      {links.length > 0 && <Links links={links} />}
      {attachments.length > 0 && <Attachments attachments={attachments} />}
    </div>
  );
}

/** Sandboxed by its response's content security policy: it can't run scripts, load anything or navigate. */
function Formatted({ id, blockedImages }: Pick<EmailMessage, "id" | "blockedImages">) {
  return (
    <div className="flex flex-col gap-2">
      {blockedImages > 0 && (
        <p className="text-sm text-muted">
          {formatCounted(blockedImages, "remote image")} blocked. Loading images tells the sender that you read the
          message.
        </p>
      )}
      <iframe
        title="Formatted message"
        sandbox=""
        src={`/api/gmail/emails/${encodeURIComponent(id)}/message/html`}
        className="h-[60vh] w-full rounded-md border border-line bg-white"
      />
    </div>
  );
}

/** Shown as full URLs, because the sender controls the link text. */
function Links({ links }: Pick<EmailMessage, "links">) {
  return (
    <section>
      <h3 className="font-semibold">Links</h3>
      <ol className="mt-2 list-decimal pl-8">
        {links.map((link) => (
          <li key={link} className="py-0.5 touch:py-2.5">
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="wrap-anywhere text-link underline-offset-2 hover:underline"
            >
              {link}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Attachments({ attachments }: Pick<EmailMessage, "attachments">) {
  return (
    <section>
      <h3 className="font-semibold">Attachments</h3>
      <ul className="mt-2 flex flex-col gap-1">
        {attachments.map(({ name, type, bytes }, index) => (
          <li key={index} className="wrap-anywhere">
            <bdi>{name || "Untitled"}</bdi>
            <span className="text-muted">{`, ${type}, ${formatCount(Math.ceil(bytes / 1_000))} kB`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
