/** Reads the details of the server's health checks, which are lines of text (Catalogues and AppliedPlacements in Java). */

export interface Refusal {
  /** A file, a key of a ConfigMap, or the kind and name of a custom resource. */
  readonly source: string;
  readonly message: string;
}

export interface Rollout {
  readonly releases: number;
  readonly outdated: number;
  readonly unready: number;
  readonly refused: number;
}

export interface Placement {
  readonly store: string;
  readonly phase: string;
}

export interface Report {
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
  /** By the resource and group, such as `redises.apps.example.com`. */
  readonly rollouts: ReadonlyMap<string, Rollout>;
}

export const NO_REPORT: Report = { refusals: [], warnings: [], rollouts: new Map() };

const ROLLOUT = /^(\S+): (\d+) releases, (\d+) to be updated, (\d+) updated but not Ready, (\d+) refused$/;

/** Reads `/readyz/kind-definitions`. A line without a known beginning belongs to the one before. */
export function reportOf(details: string): Report {
  const entries: { name: string; content: string }[] = [];
  for (const line of details.split("\n")) {
    const [, name, content] = /^(refused|warning|rollout): (.*)$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (name !== undefined && content !== undefined) {
      entries.push({ name, content });
    } else if (last && line !== "") {
      last.content += `\n${line}`;
    }
  }
  const contents = (wanted: string) =>
    entries.filter(({ name }) => name === wanted).map(({ content }) => content);
  return {
    refusals: contents("refused").map(refusalOf),
    warnings: contents("warning"),
    rollouts: new Map(contents("rollout").flatMap(rolloutOf)),
  };
}

function refusalOf(content: string): Refusal {
  const colon = content.indexOf(": ");
  return colon < 0
    ? { source: "", message: content }
    : { source: content.slice(0, colon), message: content.slice(colon + 2) };
}

function rolloutOf(content: string): readonly [string, Rollout][] {
  const [, resource, ...numbers] = ROLLOUT.exec(content) ?? [];
  const [releases = 0, outdated = 0, unready = 0, refused = 0] = numbers.map(Number);
  return resource === undefined ? [] : [[resource, { releases, outdated, unready, refused }]];
}

/** Reads `/readyz/definition-advice`, which has a line for each suggestion. */
export function adviceOf(details: string): ReadonlyMap<string, readonly string[]> {
  const byKind = new Map<string, string[]>();
  for (const line of details.split("\n")) {
    const [, resource, sentence] = /^([^\s:]+\.[^\s:]+): (.+)$/.exec(line) ?? [];
    if (resource && sentence) {
      byKind.set(resource, [...(byKind.get(resource) ?? []), sentence]);
    }
  }
  return byKind;
}

/** Reads `/readyz/store-placements`, which has a line for each kind that can move. */
export function placementsOf(details: string): ReadonlyMap<string, Placement> {
  return new Map(
    details.split("\n").flatMap((line): readonly [string, Placement][] => {
      const [, resource, phase, store] = /^(\S+): (Settled|Paused|Moved) in (\S+)$/.exec(line) ?? [];
      return resource && phase && store ? [[resource, { phase, store }]] : [];
    }),
  );
}

export interface Cause {
  /** The path of a field; empty if the cause names none. */
  readonly path: string;
  readonly message: string;
}

const PRUNED = "the kind is served without parts of its schema: ";
const PATH = /^([A-Za-z][\w.[\]*/"$-]*): (.*)$/s;

/**
 * Splits the message of a refusal, which joins its problems with a semicolon. A problem can have one itself, so a part
 * that begins with no path belongs to the one before.
 */
export function causesOf(message: string): readonly Cause[] {
  const content = message.startsWith(PRUNED) ? message.slice(PRUNED.length) : message;
  const causes: { path: string; message: string }[] = [];
  for (const part of content.split("; ")) {
    const [, path, problem] = PATH.exec(part) ?? [];
    const last = causes.at(-1);
    if (path !== undefined && problem !== undefined) {
      causes.push({ path, message: problem });
    } else if (last) {
      last.message += `; ${part}`;
    } else {
      causes.push({ path: "", message: part });
    }
  }
  return causes;
}
