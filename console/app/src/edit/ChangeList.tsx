/** What a write changes, field by field. */
import { fieldPath, printJson } from "@chartroom/form";
import type { Change } from "../api/changes";
import type { Json } from "../api/json";
import { TEXTS } from "../texts";
import { Scroll } from "../ui/Scroll";

export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p className="muted">{TEXTS.edit.nothing}</p>;
  }
  return (
    <Scroll className="table-wrap" label={TEXTS.history.changed}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{TEXTS.edit.path}</th>
            <th scope="col">{TEXTS.edit.before}</th>
            <th scope="col">{TEXTS.edit.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, before, after }) => (
            <tr key={JSON.stringify(path)}>
              <th scope="row" className="code">
                {fieldPath(path)}
              </th>
              <td>
                <Value value={before} className="removed" />
              </td>
              <td>
                <Value value={after} className="added" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface ValueProps {
  readonly value: Json | undefined;
  readonly className?: string;
}

export function Value({ value, className = "" }: ValueProps) {
  if (value === undefined) {
    return <span className="muted">{TEXTS.edit.unset}</span>;
  }
  return (
    <code className={`value ${className}`}>
      {typeof value === "string" ? value || '""' : printJson(value)}
    </code>
  );
}
