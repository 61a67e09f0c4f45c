export interface StreamEvent {
  type: string;
  data: string;
}

/**
 * Reads server-sent events from a response, since EventSource only supports GET (HTML, 9.2.6 "Interpreting an event
 * stream"; ids and retry times are ignored). An incomplete final event is dropped.
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
    // Also when the consumer stops early: nobody reads the rest.
    await reader.cancel().catch(() => undefined);
  }
}

function fieldValue(line: string): string {
  return line.slice(line.indexOf(":") + 1).replace(/^ /u, "");
}
