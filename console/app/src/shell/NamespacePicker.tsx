import { useMemo } from "react";
import { ALL } from "../router/routes";
import { TEXTS } from "../texts";
import { type Choice, Picker } from "../ui/Picker";
import { useNamespaces } from "./namespaces";

interface NamespacePickerProps {
  readonly onChoose: (namespace: string) => void;
  readonly onClose: () => void;
}

const NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

export function NamespacePicker({ onChoose, onClose }: NamespacePickerProps) {
  const { names, isComplete } = useNamespaces();
  const choices = useMemo(
    () => [
      ...names.map((name): Choice => ({ id: `n ${name}`, label: name, run: () => onChoose(name) })),
      { id: ALL, label: TEXTS.namespace.all, run: () => onChoose(ALL) },
    ],
    [names, onChoose],
  );
  const custom = useMemo(
    () => (typed: string) =>
      NAME.test(typed) && !names.includes(typed)
        ? { id: "typed", label: TEXTS.namespace.open(typed), run: () => onChoose(typed) }
        : undefined,
    [names, onChoose],
  );
  return (
    <Picker
      label={TEXTS.namespace.switch}
      placeholder={TEXTS.namespace.search}
      hint={isComplete ? TEXTS.palette.hint : TEXTS.namespace.incomplete}
      choices={choices}
      custom={custom}
      onClose={onClose}
    />
  );
}
