import { TEXTS } from "../texts";

interface RevealCheckboxProps {
  readonly isRevealed: boolean;
  readonly onChange: (isRevealed: boolean) => void;
}

/** Shows sensitive values in plain text. */
export function RevealCheckbox({ isRevealed, onChange }: RevealCheckboxProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isRevealed} onChange={(event) => onChange(event.target.checked)} />
      {TEXTS.detail.reveal}
    </label>
  );
}
