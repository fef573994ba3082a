/** Compares two texts line by line (Myers). */

export interface DiffLine {
  readonly type: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond this number of differences, the rest is shown as replaced. */
const MAX_EDITS = 2_000;

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    start++;
  }
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end++;
  }
  const same = (text: string): DiffLine => ({ type: "same", text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const trace = search(a, b);
  if (!trace) {
    return [
      ...a.map((text): DiffLine => ({ type: "removed", text })),
      ...b.map((text): DiffLine => ({ type: "added", text })),
    ];
  }
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = edits === 0 ? 0 : at(reached, previousK);
    const previousY = edits === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY && x > 0 && y > 0) {
      lines.push({ type: "same", text: a[--x] ?? "" });
      y--;
    }
    if (edits > 0) {
      lines.push(down ? { type: "added", text: b[--y] ?? "" } : { type: "removed", text: a[--x] ?? "" });
    }
  }
  return lines.reverse();
}

/** Returns, for each number of edits, how far each diagonal was reached before it. */
function search(a: readonly string[], b: readonly string[]): readonly Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  const reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_EDITS); edits++) {
    trace.push(new Map(reached));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
      let x = down ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) {
        x++;
      }
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) {
        return trace;
      }
    }
  }
  return undefined;
}

function at(reached: Map<number, number>, k: number): number {
  return reached.get(k) ?? 0;
}
