/** Keeps the identity of what has not changed, so that a refresh renders and loads nothing again. */
export function reuse<T>(old: readonly T[], next: readonly T[]): readonly T[] {
  const known = new Map(old.map((item) => [identityOf(item), item]));
  const merged = next.map((item) => known.get(identityOf(item)) ?? item);
  return merged.length === old.length && merged.every((item, i) => item === old[i]) ? old : merged;
}

function identityOf(item: unknown): string {
  return JSON.stringify(item, (_, part) => (typeof part === "bigint" ? { integer: part.toString() } : part));
}
