/** Reads lines of a log with times, and drops those that an earlier stream has sent already. */
import { plainLine } from "./log-lines";

/** The pod and the container, the time, the text. */
const LINE = /^(\[[^\]]*\] )?(?:(\d{4}-\d\d-\d\dT[\d:]+)(?:\.(\d+))?(Z|[+-]\d\d:\d\d) ?)?(.*)$/s;
const MESSAGE = "chartroom: ";

interface Container {
  /** The greatest time so far, and the number of lines with it. */
  time: string;
  count: number;
  /** Lines before this time are known, and so many with it. Empty after the first line that is not known. */
  knownTime: string;
  knownCount: number;
  isDropping: boolean;
  message: string;
}

export class KnownLines {
  private readonly containers = new Map<string, Container>();

  /** To be called before another stream of the same log, which can repeat lines. */
  resume(): void {
    for (const container of this.containers.values()) {
      container.knownTime = container.time;
      container.knownCount = container.count;
      container.isDropping = false;
    }
  }

  /** Returns the line without its time; undefined if it is known. */
  take(line: string): string | undefined {
    const [, source = "", seconds, fraction = "", zone = "", text = ""] = LINE.exec(line) ?? [];
    const container = this.containerOf(source);
    const isNew =
      seconds !== undefined
        ? isLater(container, `${Date.parse(seconds + zone)}.${fraction.padEnd(9, "0")}`)
        : isOther(container, text);
    return isNew ? plainLine(source + text) : undefined;
  }

  private containerOf(source: string): Container {
    const known = this.containers.get(source);
    if (known) {
      return known;
    }
    const none = { time: "", count: 0, knownTime: "", knownCount: 0, isDropping: false, message: "" };
    this.containers.set(source, none);
    return none;
  }
}

function isLater(container: Container, time: string): boolean {
  const isSame = time === container.knownTime && container.knownCount > 0;
  container.isDropping = isSame || time < container.knownTime;
  if (container.isDropping) {
    container.knownCount -= isSame ? 1 : 0;
    return false;
  }
  // From here on the stream is new, even if the clock of the container went back.
  container.knownTime = "";
  if (time > container.time) {
    container.time = time;
    container.count = 0;
  }
  container.count += time === container.time ? 1 : 0;
  container.message = "";
  return true;
}

/** A line without a time is a message of the server, or goes on with the long line before it. */
function isOther(container: Container, text: string): boolean {
  if (!text.startsWith(MESSAGE)) {
    return !container.isDropping;
  }
  const isRepeated = text === container.message;
  container.message = text;
  return !isRepeated;
}
