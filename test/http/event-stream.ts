import { ChangedEvent, ProgressEvent } from "#shared/contract/event.ts";

export type StreamedEvent = { event: "changed"; data: ChangedEvent } | { event: "progress"; data: ProgressEvent };

/** A reader of `GET /api/events`. */
export interface EventStream {
  /** Everything received so far, without comments. */
  readonly heard: StreamedEvent[];
  /** Resolves with the first matching event, past or future. */
  until(passes: (event: StreamedEvent) => boolean): Promise<StreamedEvent>;
  /** All that was sent, as text; settles when the server ends the stream. */
  readonly ended: Promise<string>;
  close(): void;
}

/** Opens the stream and resolves once the server has begun to answer: later changes are received. */
export async function listenTo(url: string, query = "", headers: Record<string, string> = {}): Promise<EventStream> {
  const leave = new AbortController();
  const { body } = await fetch(`${url}/api/events${query}`, { signal: leave.signal, headers });
  if (body === null) throw new Error("The event stream has no body.");
  const heard: StreamedEvent[] = [];
  const waiting = new Set<() => void>();
  let text = "";

  const read = async (): Promise<string> => {
    let rest = "";
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      heard.push(...blocks.flatMap(eventOf));
      for (const look of waiting) look();
    }
    return text;
  };
  const ended = read();
  // Leaving ends it with an error that nobody needs.
  ended.catch(() => {});

  return {
    heard,
    ended,
    until: (passes) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = heard.find(passes);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => leave.abort(),
  };
}

function eventOf(block: string): StreamedEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/su.exec(block) ?? [];
  if (data === undefined) return [];
  if (event === "changed") return [{ event, data: ChangedEvent.parse(JSON.parse(data)) }];
  return [{ event: "progress", data: ProgressEvent.parse(JSON.parse(data)) }];
}
