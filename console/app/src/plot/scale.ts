/** Computes the ticks and lines of a plot. */
export interface Point {
  readonly time: number;
  readonly value: number;
}

const MAX_STEPS = 4;

/** Returns ticks from zero to at least the value, in steps of 1, 2 or 5 times a power of ten. */
export function decimalTicks(highest: number): readonly number[] {
  const rough = Math.max(highest, 1e-9) / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  // The digits of a power below one are not exact, so a step may be a bit smaller than it should be.
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999999);
  return ticks(highest, step ?? 10 * power);
}

/** Returns ticks from zero to at least the value, in steps of a power of two, as sizes of memory are. */
export function binaryTicks(highest: number): readonly number[] {
  return ticks(highest, 2 ** Math.ceil(Math.log2(Math.max(highest, 4) / MAX_STEPS)));
}

function ticks(highest: number, step: number): readonly number[] {
  const count = Math.max(1, Math.ceil((highest / step) * 0.999999));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

/** Splits the points where no value is known for longer than a gap, so that no line claims one. */
export function runsOf(points: readonly Point[], gap: number): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && point.time - last.time <= gap) {
      run.push(point);
    } else {
      runs.push([point]);
    }
  }
  return runs;
}

/** Returns a time of the day, with the date if it is not today. */
export function printTime(time: number, now: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleString(undefined, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}
