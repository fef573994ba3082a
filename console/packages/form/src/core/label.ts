/** Makes a label from the name of a field. */

/** An acronym, which may end with `s` or `v` and digits as in `IPs` and `IPv4`; a word; digits. */
const WORD = /[A-Z]{2,}[sv]?(?![a-z])\d*|[A-Z]?[a-z]+|[A-Z]|\d+/g;
const ACRONYM = /^[A-Z]{2}/;
const KNOWN = new Set([
  "cpu",
  "gpu",
  "id",
  "ip",
  "url",
  "uri",
  "tls",
  "dns",
  "http",
  "https",
  "tcp",
  "udp",
  "cidr",
]);

/** `storageClass` becomes "Storage class" and `externalIPs` becomes "External IPs". */
export function labelOf(name: string): string {
  // A key such as app.example.com/name is not CamelCase, so it stays as it is.
  if (!/^[A-Za-z][A-Za-z\d]*$/.test(name)) {
    return name;
  }
  const words = name.match(WORD) ?? [];
  const sentence = words.map(spelled).join(" ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function spelled(word: string): string {
  const lower = word.toLowerCase();
  return KNOWN.has(lower) ? word.toUpperCase() : ACRONYM.test(word) ? word : lower;
}
