/** Reads and prints quantities of Kubernetes, such as `250m` and `1.5Gi`. */
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([KMGTPE]i)|([numkMGTPE])|([eE][+-]?\d{1,3}))?$/;
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
};

/** Returns the number, as exactly as a double can be; undefined if the text is no quantity. */
export function parseQuantity(text: string): number | undefined {
  const [, digits, binary, decimal, exponent] = QUANTITY.exec(text) ?? [];
  if (digits === undefined) {
    return undefined;
  }
  const factor = binary === undefined ? DECIMAL[decimal ?? ""] : 1024 ** BINARY.indexOf(binary);
  const value = Number(digits + (exponent ?? "")) * (factor ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

/** Prints processors, such as `250m` or `1.5`. */
export function printCpu(cores: number): string {
  return cores < 1 ? (cores === 0 ? "0" : `${short(cores * 1000)}m`) : short(cores);
}

/** Prints bytes with the largest unit that fits, such as `128Mi`. */
export function printBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(BINARY.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${short(bytes / 1024 ** power)}${BINARY[power] ?? ""}`;
}

/** Three significant digits are more than a plot can show, and whole numbers keep all of theirs. */
function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
