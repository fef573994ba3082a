import { Icon } from "./Icon";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (search: string) => void;
}

/** A field for a text to search for. Its label is what the empty field shows. */
export function SearchField({ label, value, isDisabled = false, onChange }: SearchFieldProps) {
  return (
    <label className="search">
      <Icon name="search" />
      <span className="hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
