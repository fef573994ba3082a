/** Finds the places of fields in a YAML text. The text can have errors. */
import type { Path, Segment } from "@chartroom/form";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

export interface Position {
  readonly offset: number;
  /** Begins with 1. */
  readonly line: number;
}

export interface Positions {
  /** The position of the first syntax error. */
  readonly error: Position | undefined;
  /** Returns the position of a field, or of the nearest field around it that the text has. */
  readonly of: (path: Path) => Position;
}

interface Found {
  readonly node: unknown;
  readonly start: Node | undefined;
}

export function positionsOf(text: string): Positions {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: "1.2" });
  const at = (offset: number): Position => ({ offset, line: Math.max(1, lines.linePos(offset).line) });
  const error = document.errors[0];
  return { error: error && at(error.pos[0]), of: (path) => at(offsetOf(document, path)) };
}

function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const segment of path) {
    const { node: inner, start } = partOf(node, segment);
    if (!start) {
      break;
    }
    offset = start.range?.[0] ?? offset;
    node = inner;
  }
  return offset;
}

/** Returns a part, and the node that it begins with: the name of a member, or an item itself. */
function partOf(node: unknown, segment: Segment): Found {
  if (typeof segment === "number") {
    const item = isSeq(node) ? node.items[segment] : undefined;
    return { node: item, start: isNode(item) ? item : undefined };
  }
  const pair = isMap(node) ? node.items.find(({ key }) => nameOf(key) === segment) : undefined;
  return { node: pair?.value, start: isNode(pair?.key) ? pair.key : undefined };
}

/** Names are texts, as in the parsed object: `1: a` has the name "1". */
function nameOf(key: unknown): string | undefined {
  if (!isScalar(key)) {
    return undefined;
  }
  return typeof key.value === "string" ? key.value : String(key.source ?? key.value);
}
