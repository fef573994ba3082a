/** Reads lines of a log with times, and drops those that an earlier stream has sent already. */
import { plainLine } from "./log-lines";

/** The pod and the container, the time, the text. */
const LINE = /^(\[[^\]]*\] )?(?:(\d{4}-\d\d-\d\dT[\d:]+)(?:\.(\d+))?(Z|[+-]\d\d:\d\d) ?)?(.*)$/s;
const MESSAGE = "chartroom: ";

interface Container {
  /** The time of the last line, and the number of lines with it in a row. */
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

  /** `onTime` receives the time of each line that has one, in milliseconds. */
  constructor(private readonly onTime: (time: number) => void = () => undefined) {}

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
    if (seconds === undefined) {
      return isOther(container, text) ? plainLine(source + text) : undefined;
    }
    const time = Date.parse(seconds + zone);
    this.onTime(time);
    return isLater(container, `${time}.${fraction.padEnd(9, "0")}`) ? plainLine(source + text) : undefined;
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
  // The last time counts, not the greatest one: repeated lines are better than lost ones.
  if (time !== container.time) {
    container.time = time;
    container.count = 0;
  }
  container.count++;
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
