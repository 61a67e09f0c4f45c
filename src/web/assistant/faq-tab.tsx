import { ChevronRight } from "lucide-react";
import { FAQ } from "#shared/help/faq.ts";
import { FAQ_CATEGORIES } from "#shared/help/help-text.ts";
import { openHelp } from "#web/actions/help-panel.ts";
import { conversation } from "#web/assistant/conversation.ts";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

/** Common questions; answers appear in the chat. */
export function FaqTab() {
  return (
    <ScrollRegion label="FAQ" className="h-full overflow-y-auto p-4 focus-visible:-outline-offset-2">
      <div className="flex flex-col gap-5">
        {FAQ_CATEGORIES.map((category) => (
          <section key={category} aria-label={category}>
            <h3 className="mb-1 text-sm font-semibold text-muted">{category}</h3>
            <ul className="-mx-2 flex flex-col">
              {FAQ.filter((entry) => entry.category === category).map(({ id, question, answer, links }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => {
                      conversation.add(question, answer, links);
                      openHelp("chat");
                    }}
                    className="flex min-h-9 w-full items-center justify-between gap-2 rounded-md px-2 py-1.5 text-left transition-colors duration-120 hover:bg-hover touch:min-h-11"
                  >
                    {question}
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </ScrollRegion>
  );
}
