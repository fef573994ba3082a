/** Reads and prints time spans as kubectl does, such as `5m30s` and `3d4h`. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** Returns the milliseconds of a printed time span; undefined if the text is none. */
export function parseSpan(span: string): number | undefined {
  if (!/^(?:\d+[smhdy])+$/.test(span)) {
    return undefined;
  }
  let seconds = 0;
  for (const [, count, unit] of span.matchAll(/(\d+)([smhdy])/g)) {
    seconds += Number(count) * (SECONDS[unit ?? ""] ?? 0);
  }
  return seconds * 1000;
}

export function printSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (seconds < 120) {
    return `${seconds}s`;
  }
  if (minutes < 10) {
    return joined(minutes, "m", seconds % 60, "s");
  }
  if (hours < 3) {
    return `${minutes}m`;
  }
  if (hours < 8) {
    return joined(hours, "h", minutes % 60, "m");
  }
  if (days < 2) {
    return `${hours}h`;
  }
  if (days < 8) {
    return joined(days, "d", hours % 24, "h");
  }
  return days < 730 ? `${days}d` : joined(Math.floor(days / 365), "y", days % 365, "d");
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
