/** Reads the structure of a YAML text from its indentation, line by line, so that the text need not be complete. */
import type { Path, Segment } from "@chartroom/form";

/** A name or an item that the current line is inside of. */
export interface Frame {
  readonly column: number;
  readonly segment: Segment;
}

export interface Key {
  readonly name: string;
  /** The position after the colon. */
  readonly end: number;
}

/** The members and items of one map or list. */
export interface Members {
  readonly names: Set<string>;
  readonly columns: Set<number>;
}

export function pathOf(frames: readonly Frame[]): Path {
  return frames.map(({ segment }) => segment);
}

/** Returns the frames around a name in this column. */
export function aroundKey(frames: readonly Frame[], column: number): readonly Frame[] {
  return frames.filter((frame) => frame.column < column);
}

/** Returns the frames with the item that a dash in this column begins. A list can be in the column of its name. */
export function withItem(frames: readonly Frame[], column: number): readonly Frame[] {
  const isItem = ({ segment }: Frame) => typeof segment === "number";
  const last = frames.find((frame) => frame.column === column && isItem(frame));
  const around = frames.filter(
    (frame) => frame.column < column || (frame.column === column && !isItem(frame)),
  );
  return [...around, { column, segment: last ? Number(last.segment) + 1 : 0 }];
}

/** Returns the width of the dash of an item at the beginning of a text, with the spaces after it; 0 if there is none. */
export function dashOf(text: string): number {
  return /^-(?:\s+|$)/.exec(text)?.[0].length ?? 0;
}

/** Reads `name:` at the beginning of a text. */
export function keyOf(text: string): Key | undefined {
  const [all, name] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?=\s|$)/.exec(text) ?? [];
  if (all !== undefined && name !== undefined) {
    return { name: unquoted(name), end: all.length };
  }
  const colon = /^["'[\]{},#&*!|>%@`]/.test(text) ? -1 : text.search(/:(?=\s|$)/);
  const plain = text.slice(0, Math.max(0, colon)).trimEnd();
  return plain === "" || plain.includes(" #") ? undefined : { name: plain, end: colon + 1 };
}

function unquoted(text: string): string {
  if (text.startsWith("'")) {
    return text.slice(1, -1).replaceAll("''", "'");
  }
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

/** True if lines below a value of this text can belong to a map or list in it. */
function isEmptyValue(text: string): boolean {
  return /^(?:[&!]\S*(?:\s+|$))*(?:#.*)?$/.test(text.trim());
}

/** True if a text begins with a map or list in brackets. */
function isInBrackets(text: string): boolean {
  return /^(?:[&!]\S*\s+)*[[{]/.test(text);
}

export class Outline {
  private frames: readonly Frame[] = [];
  /** Deeper lines than this column are parts of a text, or of a value in brackets. */
  private opaque = Number.POSITIVE_INFINITY;
  private readonly members = new Map<string, Members>();

  /** Returns the frames that a line in this column can be in; undefined inside of a text. */
  framesAt(column: number): readonly Frame[] | undefined {
    return column > this.opaque ? undefined : this.frames;
  }

  membersOf(path: Path): Members {
    const key = JSON.stringify(path);
    const members = this.members.get(key) ?? { names: new Set(), columns: new Set() };
    this.members.set(key, members);
    return members;
  }

  /** @param isWritten true if the user writes this line, so that it is not complete and declares nothing yet */
  read(line: string, isWritten: boolean): void {
    const content = line.trimStart();
    let column = line.length - content.length;
    if (line.startsWith("---")) {
      this.frames = [];
      this.opaque = Number.POSITIVE_INFINITY;
      return;
    }
    if (content === "" || content.startsWith("#") || column > this.opaque) {
      return;
    }
    this.opaque = Number.POSITIVE_INFINITY;
    let rest = content;
    for (let width = dashOf(rest); width > 0; width = dashOf(rest)) {
      this.frames = withItem(this.frames, column);
      this.declare(pathOf(this.frames.slice(0, -1)), column, undefined, isWritten);
      rest = rest.slice(width);
      this.close(column, rest, isWritten);
      column += width;
    }
    const key = keyOf(rest);
    if (key) {
      this.frames = aroundKey(this.frames, column);
      this.declare(pathOf(this.frames), column, key.name, isWritten);
      this.frames = [...this.frames, { column, segment: key.name }];
      this.close(column, rest.slice(key.end), isWritten);
    } else if (!isWritten && isInBrackets(rest)) {
      // The brackets can end in the column of their beginning, but not in that of the name around them.
      this.opaque = Math.max(-1, ...aroundKey(this.frames, column).map((frame) => frame.column));
    }
  }

  private declare(path: Path, column: number, name: string | undefined, isWritten: boolean): void {
    if (!isWritten) {
      const members = this.membersOf(path);
      members.columns.add(column);
      if (name !== undefined) {
        members.names.add(name);
      }
    }
  }

  private close(column: number, value: string, isWritten: boolean): void {
    this.opaque = isWritten || isEmptyValue(value) ? Number.POSITIVE_INFINITY : column;
  }
}
