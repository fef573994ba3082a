/** The icon of a kind: the image of its definition, or the first letters of its name. */
const COLOURS = 8;

interface KindIconProps {
  readonly name: string;
  readonly icon: string;
}

export function KindIcon({ name, icon }: KindIconProps) {
  if (icon !== "") {
    return <img className="kind-icon" src={icon} alt="" />;
  }
  const capitals = name.replaceAll(/[^A-Z]/g, "");
  const letters = (capitals.length > 1 ? capitals : name).slice(0, 2);
  return (
    <span className={`kind-icon kind-letters hue-${hash(name) % COLOURS}`} aria-hidden="true">
      {letters}
    </span>
  );
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) {
    value = (value * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  }
  return value;
}
