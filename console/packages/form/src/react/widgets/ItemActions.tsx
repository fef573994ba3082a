/** The buttons that move and remove an item of a list. */
import { idOf, useForm } from "../context";

interface Props {
  readonly pointer: string;
  /** Names the item, because each item has the same buttons. */
  readonly label: string;
  /** Whether the item can move up; undefined if the list has no order. */
  readonly up: boolean | undefined;
  readonly down: boolean | undefined;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function ItemActions({ pointer, label, up, down, onMove, onRemove }: Props) {
  const { idPrefix, texts } = useForm();
  const button = (control: string, symbol: string, text: string, isOn: boolean, act: () => void) => (
    <button
      id={idOf(idPrefix, pointer, control)}
      type="button"
      className="cf-icon"
      disabled={!isOn}
      onClick={act}
    >
      <span aria-hidden="true">{symbol}</span>
      <span className="cf-hidden">
        {text}: {label}
      </span>
    </button>
  );
  return (
    <span className="cf-item-actions">
      {up !== undefined && button("up", "↑", texts.moveUp, up, () => onMove(-1))}
      {down !== undefined && button("down", "↓", texts.moveDown, down, () => onMove(1))}
      {button("remove", "✕", texts.remove, true, onRemove)}
    </span>
  );
}
