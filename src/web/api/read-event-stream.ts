/** One event of a stream, as `event:` and `data:` say it. */
export interface StreamEvent {
  type: string;
  data: string;
}

/**
 * Reads the events of an answer as they arrive, for EventSource can only GET (HTML, 9.2.6 "Interpreting an event
 * stream"; its ids and retry times mean nothing here). An event that the end of the answer cuts off is none.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let type = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/u);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "") {
          if (data.length > 0) yield { type: type || "message", data: data.join("\n") };
          type = "";
          data = [];
        } else if (line.startsWith("event:")) type = fieldValue(line);
        else if (line.startsWith("data:")) data.push(fieldValue(line));
      }
    }
  } finally {
    // Also when the reader of the events leaves early: nobody else will read the rest.
    await reader.cancel().catch(() => undefined);
  }
}

function fieldValue(line: string): string {
  return line.slice(line.indexOf(":") + 1).replace(/^ /u, "");
}
