import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";

/** The warnings of the server about a write; nothing if there are none. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.length === 0 ? null : (
    <Notice tone="warning" title={TEXTS.edit.warnings}>
      <ul className="bullets">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}
