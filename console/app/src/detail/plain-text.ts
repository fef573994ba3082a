/** Reads the text of a chart: what a page can show of it, and which parts are links. */
export interface TextPart {
  readonly text: string;
  /** Empty if the part is no link. */
  readonly href: string;
}

/** More links than this are no notes, and each is an element. */
const MAX_LINKS = 500;
// Controls of the direction of text could make a link look like another one, so a link ends before them.
const LINK = /https?:\/\/[^\s<>"'`\\\p{Cc}\p{Cf}]+/giu;
const TRAILING = /[.,;:!?)\]}*_]+$/;

/** Splits a text into plain parts and links. Only addresses of http and https are links. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let links = 0;
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TRAILING, "");
    if (links >= MAX_LINKS || !isWebAddress(address)) {
      continue;
    }
    links++;
    parts.push({ text: text.slice(end, match.index), href: "" }, { text: address, href: address });
    end = match.index + address.length;
  }
  parts.push({ text: text.slice(end), href: "" });
  return parts.filter((part) => part.text !== "");
}

/** An address with a user, such as `https://bank.example@evil.example`, hides where it leads. */
function isWebAddress(address: string): boolean {
  try {
    const { protocol, username, password, hostname } = new URL(address);
    const isWeb = protocol === "https:" || protocol === "http:";
    return isWeb && username === "" && password === "" && hostname !== "";
  } catch {
    return false;
  }
}

/** Removes escape sequences of terminals, and replaces other control characters by a visible one. */
export function printable(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
      .replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "\ufffd")
  );
}
