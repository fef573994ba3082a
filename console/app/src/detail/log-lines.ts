/** Keeps the newest lines of a log. */
export const MAX_LINES = 5_000;

export interface LogLines {
  readonly lines: readonly string[];
  readonly dropped: number;
}

export const NO_LINES: LogLines = { lines: [], dropped: 0 };

export function append(state: LogLines, more: readonly string[]): LogLines {
  const all = [...state.lines, ...more];
  const excess = Math.max(0, all.length - MAX_LINES);
  return { lines: excess > 0 ? all.slice(excess) : all, dropped: state.dropped + excess };
}

/** Removes escape sequences of terminals, which a page cannot show. */
export function plainLine(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
  return line.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll(/\r/g, "");
}
