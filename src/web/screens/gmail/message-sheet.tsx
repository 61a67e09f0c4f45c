import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { emailMessageQuery } from "#web/api/mailbox.ts";
import { withParameters } from "#web/paths.ts";
import { MESSAGE_PARAMETER } from "#web/screens/gmail/message-address.ts";
import { MessageContent } from "#web/screens/gmail/message-content.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

/** The message named in the URL. */
export function MessageSheet() {
  const [query, setQuery] = useSearchParams();
  const id = query.get(MESSAGE_PARAMETER);
  const shown = useLastShown(id);
  const close = (): void => setQuery(withParameters({ [MESSAGE_PARAMETER]: null }));
  return (
    <Sheet
      open={id !== null}
      onOpenChange={close}
      title="Message"
      description="Opening it here doesn't mark it as read. Remote content is blocked."
      wide
    >
      {shown !== null && <Message key={shown} id={shown} />}
    </Sheet>
  );
}

function Message({ id }: { id: string }) {
  const query = useQuery(emailMessageQuery(id));
  const { data: message, error } = query;
  if (message !== undefined) return <MessageContent message={message} />;
  if (error === null) return <MessageSkeleton />;
  return <QueryFailed what="the message" query={query} />;
}

function MessageSkeleton() {
  return (
    <LoadingBars
      what="the message"
      className="flex flex-col gap-3"
      bars={["h-5 w-2/3", "h-5 w-1/2", "h-5 w-1/2", "h-64 w-full"]}
    />
  );
}
