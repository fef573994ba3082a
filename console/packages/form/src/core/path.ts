/** Paths in an object: segments, JSON pointers as stable keys, and the notation of Kubernetes for people. */

export type Segment = string | number;
export type Path = readonly Segment[];

/** Appends a segment to a JSON pointer. A list index has a leading `#`, which keeps it apart from a name. */
export function append(pointer: string, segment: Segment): string {
  return `${pointer}/${typeof segment === "number" ? `#${segment}` : escaped(segment)}`;
}

export function pointerOf(path: Path): string {
  return path.reduce<string>(append, "");
}

export function pathOf(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => (part.startsWith("#") ? Number(part.slice(1)) : unescaped(part)));
}

/** True if the pointer is the other one or leads to a part of it. */
export function isWithin(pointer: string, other: string): boolean {
  return pointer === other || pointer.startsWith(`${other}/`);
}

/** Returns the path as Kubernetes prints it, such as `spec.users[0].name`. */
export function fieldPath(path: Path): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === "number" || /[.[\]\s]/.test(segment) || segment === "") {
      return `${text}[${segment}]`;
    }
    return text === "" ? segment : `${text}.${segment}`;
  }, "");
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("#", "~2");
}

function unescaped(part: string): string {
  return part.replaceAll("~2", "#").replaceAll("~1", "/").replaceAll("~0", "~");
}
