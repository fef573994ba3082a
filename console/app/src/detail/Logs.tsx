import { useEffect, useMemo, useRef, useState } from "react";
import { TEXTS } from "../texts";
import { download } from "../ui/download";
import { SearchField } from "../ui/SearchField";
import { LogState } from "./LogState";
import { useLog } from "./use-log";
import type { Target } from "./view";

const TAILS = ["100", "1000", "5000"];

export function Logs(target: Target) {
  const [isFollowing, setFollowing] = useState(true);
  const [tail, setTail] = useState("100");
  const [isWrapped, setWrapped] = useState(true);
  const [isPrevious, setPrevious] = useState(false);
  const [search, setSearch] = useState("");
  const { log, phase, error, retry } = useLog(target, { tail, isFollowing, isPrevious });
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
        <SearchField label={TEXTS.logs.filter} value={search} onChange={setSearch} />
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
          onClick={() => download(`${target.name}.log`, log.lines.join("\n"))}
        >
          {TEXTS.logs.download}
        </button>
      </div>
      <LogState
        phase={phase}
        error={error}
        hasLines={log.lines.length > 0}
        isFollowing={isFollowing && !isPrevious}
        onRetry={retry}
      />
      <Lines lines={shown} dropped={log.dropped} isFollowing={isFollowing} isWrapped={isWrapped} />
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
