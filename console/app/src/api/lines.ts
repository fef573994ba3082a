/** Splits a streamed body into lines. */
import { UnreachableError } from "./status";

export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // A long line arrives in many chunks, which are joined once.
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await receive(reader);
      const chunk = done ? decoder.decode() : decoder.decode(value, { stream: true });
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        parts.push(chunk.slice(start, end));
        start = end + 1;
        const line = parts.join("");
        parts = [];
        yield line;
      }
      parts.push(chunk.slice(start));
      if (done) {
        const rest = parts.join("");
        if (rest !== "") {
          yield rest;
        }
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function receive(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new UnreachableError("The connection was cut.", { cause });
  }
}
