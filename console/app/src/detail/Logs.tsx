import { useEffect, useMemo, useRef, useState } from "react";
import { objectPath } from "../api/kinds";
import { linesOf } from "../api/lines";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { download } from "../ui/download";
import { Icon } from "../ui/Icon";
import { Problem } from "../ui/Problem";
import { append, type LogState, NO_LINES, plainLine } from "./log-lines";
import type { Target } from "./view";

const TAILS = ["100", "1000", "5000"];
const PUBLISH_MS = 200;

export function Logs({ kind, namespace, name }: Target) {
  const { http } = useServices();
  const [isFollowing, setFollowing] = useState(true);
  const [tail, setTail] = useState("100");
  const [isWrapped, setWrapped] = useState(true);
  const [isPrevious, setPrevious] = useState(false);
  const [search, setSearch] = useState("");
  const [log, setLog] = useState<LogState>(NO_LINES);
  const [error, setError] = useState<unknown>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    setLog(NO_LINES);
    setError(undefined);
    setOver(false);
    let waiting: string[] = [];
    const publish = () => {
      const more = waiting;
      waiting = [];
      if (more.length > 0 && !stop.signal.aborted) {
        setLog((old) => append(old, more));
      }
    };
    const timer = setInterval(publish, PUBLISH_MS);
    const read = async () => {
      const response = await http.response(objectPath(kind, namespace, name, "log"), {
        accept: "text/plain, */*",
        query: {
          tailLines: tail,
          follow: isFollowing && !isPrevious ? "true" : undefined,
          previous: isPrevious ? "true" : undefined,
        },
        signal: stop.signal,
      });
      if (response.body) {
        for await (const line of linesOf(response.body)) {
          waiting.push(plainLine(line));
        }
      }
    };
    read()
      .catch((failure: unknown) => stop.signal.aborted || setError(failure))
      .finally(() => {
        publish();
        if (!stop.signal.aborted) {
          setOver(true);
        }
      });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [http, kind, namespace, name, tail, isFollowing, isPrevious]);
  const shown = useMemo(
    () =>
      search === ""
        ? log.lines
        : log.lines.filter((line) => line.toLowerCase().includes(search.toLowerCase())),
    [log, search],
  );
  return (
    <div className="stack">
      <div className="toolbar">
        <label className="search">
          <Icon name="search" />
          <span className="hidden">{TEXTS.logs.filter}</span>
          <input
            type="search"
            placeholder={TEXTS.logs.filter}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <label className="check">
          {TEXTS.logs.lines}
          <select className="select" value={tail} onChange={(event) => setTail(event.target.value)}>
            {TAILS.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <Check label={TEXTS.logs.follow} isOn={isFollowing} onChange={setFollowing} />
        <Check label={TEXTS.logs.previous} isOn={isPrevious} onChange={setPrevious} />
        <Check label={TEXTS.logs.wrap} isOn={isWrapped} onChange={setWrapped} />
        <button
          type="button"
          className="button button-small"
          onClick={() => download(`${name}.log`, log.lines.join("\n"))}
        >
          {TEXTS.logs.download}
        </button>
      </div>
      {error !== undefined ? (
        <Problem error={error} />
      ) : (
        <Lines lines={shown} dropped={log.dropped} isFollowing={isFollowing} isWrapped={isWrapped} />
      )}
      <p className="muted" role="status">
        {isOver && error === undefined ? (log.lines.length === 0 ? TEXTS.logs.none : TEXTS.logs.ended) : ""}
      </p>
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly dropped: number;
  readonly isFollowing: boolean;
  readonly isWrapped: boolean;
}

/** Stays at the end, unless the user has scrolled up to read. */
function Lines({ lines, dropped, isFollowing, isWrapped }: LinesProps) {
  const element = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines scroll
  useEffect(() => {
    if (element.current && isFollowing && isAtEnd.current) {
      element.current.scrollTop = element.current.scrollHeight;
    }
  }, [lines, isFollowing]);
  return (
    <section
      ref={element}
      className={isWrapped ? "log log-wrap" : "log"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={TEXTS.logs.region}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 40;
      }}
    >
      <pre>
        {dropped > 0 && <span className="muted">{`${TEXTS.logs.dropped(dropped)}\n`}</span>}
        {lines.join("\n")}
      </pre>
    </section>
  );
}
