/** Says what can be written at the cursor in a YAML text. */
import type { Path } from "@chartroom/form";
import { aroundKey, dashOf, type Frame, keyOf, Outline, pathOf, withItem } from "./outline";

export interface Context {
  /** A name of a member, or the value of a member. A name can also begin an item. */
  readonly wants: "name" | "value";
  /** The path of the map that the name is for, or of the value. */
  readonly path: Path;
  /** The text between `from` and the cursor. */
  readonly typed: string;
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  /** The column in which the name begins. */
  readonly column: number;
  /** True if a colon follows the name already. */
  readonly isRenamed: boolean;
  /** What must come before a suggestion, such as the space after a colon. */
  readonly lead: string;
  /** The names that the map has already. */
  readonly names: ReadonlySet<string>;
}

/** The indentation of what suggestions add. */
export const INDENT = 2;

/** The context within the line of the cursor, with positions in the line. */
type LineContext = Omit<Context, "names" | "path"> & { readonly frames: readonly Frame[] };

/** Returns undefined where suggestions would be wrong: in texts, comments and values in brackets. */
export function contextAt(text: string, cursor: number): Context | undefined {
  const start = text.slice(0, cursor).lastIndexOf("\n") + 1;
  const outline = new Outline();
  const above = text.slice(0, start).split("\n").slice(0, -1);
  for (const line of above) {
    outline.read(line, false);
  }
  const [line = "", ...below] = text.slice(start).split("\n");
  const found = lineContext(outline, line, cursor - start);
  if (!found || splitsList(outline, found, below)) {
    return undefined;
  }
  // Deeper lines below belong to the name, even if its colon is not there yet.
  outline.read(found.wants === "name" ? `${line.slice(0, found.from)}x:` : line, true);
  for (const each of below) {
    outline.read(each, false);
  }
  const { frames, ...rest } = found;
  const path = pathOf(frames);
  const { names, columns } = outline.membersOf(path);
  // A name in another column than its siblings would break the map.
  const isAligned = found.wants === "value" || columns.size === 0 || columns.has(found.column);
  return isAligned ? { ...rest, path, names, from: start + found.from, to: start + found.to } : undefined;
}

/** True if a new name would take the items below it from the list above it, which is in the same column. */
function splitsList(outline: Outline, found: LineContext, below: readonly string[]): boolean {
  const { wants, column, typed, isRenamed } = found;
  const next = below.find((line) => /^\s*[^\s#]/.test(line)) ?? "";
  const content = next.trimStart();
  if (wants === "value" || isRenamed || dashOf(content) === 0 || next.length - content.length !== column) {
    return false;
  }
  // Without an item above, a typed name can be that of the list.
  return (outline.framesAt(column) ?? []).some(
    (frame) => frame.column === column && (typed === "" || typeof frame.segment === "number"),
  );
}

function lineContext(outline: Outline, line: string, cursor: number): LineContext | undefined {
  const head = line.slice(0, cursor);
  let rest = head.trimStart();
  let column = head.length - rest.length;
  let frames = outline.framesAt(column);
  if (!frames || head.slice(0, column).includes("\t") || (rest === "" && line.slice(cursor).trim() !== "")) {
    return undefined;
  }
  for (let width = dashOf(rest); width > 1; width = dashOf(rest)) {
    frames = withItem(frames, column);
    column += width;
    rest = rest.slice(width);
  }
  const key = keyOf(rest);
  if (!key) {
    return nameContext(aroundKey(frames, column), line, column, cursor);
  }
  const inner = [...aroundKey(frames, column), { column, segment: key.name }];
  const colon = column + key.end;
  return emptyContext(inner, line, column, colon) ?? valueContext(inner, line, colon, cursor);
}

function nameContext(
  frames: readonly Frame[],
  line: string,
  from: number,
  cursor: number,
): LineContext | undefined {
  const typed = line.slice(from, cursor);
  const tail = /^[^\s:#]*/.exec(line.slice(cursor))?.[0] ?? "";
  const to = cursor + tail.length;
  const isRenamed = /^\s*:(?:\s|$)/.test(line.slice(to));
  const isRest = !isRenamed && /^\s*[^\s#]/.test(line.slice(to));
  return /^-|[\s#"'[\]{}&*!|>]/.test(typed) || isRest
    ? undefined
    : { wants: "name", frames, typed, from, to, column: from, isRenamed, lead: "" };
}

/** The first member of an empty object or list takes the place of its brackets. */
function emptyContext(
  frames: readonly Frame[],
  line: string,
  outer: number,
  from: number,
): LineContext | undefined {
  const [brackets] = /^\s*(?:\{\s*\}|\[\s*\])(?=\s*$|\s+#)/.exec(line.slice(from)) ?? [];
  const column = outer + INDENT;
  return brackets === undefined
    ? undefined
    : {
        wants: "name",
        frames,
        typed: "",
        from,
        to: from + brackets.length,
        column,
        isRenamed: false,
        lead: `\n${" ".repeat(column)}`,
      };
}

function valueContext(
  frames: readonly Frame[],
  line: string,
  colon: number,
  cursor: number,
): LineContext | undefined {
  const head = line.slice(colon, cursor);
  const typed = head.trimStart();
  if (/^[[{|>&*!#]/.test(typed) || typed.includes(" #")) {
    return undefined;
  }
  const from = cursor - typed.length;
  const tail = line.slice(cursor).split(" #")[0]?.trimEnd() ?? "";
  // Brackets and the like after the cursor are another value than a suggestion can replace.
  return /^\s*[[{|>&*!#]/.test(tail) || (typed === "" && /^\s+[^\s#]/.test(line.slice(cursor)))
    ? undefined
    : {
        wants: "value",
        frames,
        typed: typed.replace(/^["']/, ""),
        from,
        to: cursor + tail.length,
        column: colon,
        isRenamed: false,
        lead: head === "" ? " " : "",
      };
}
