/** Definitions of any source that the server refuses, and its warnings. Custom resources say it in their conditions. */
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { CauseList } from "./Causes";
import type { Report } from "./reports";

const CUSTOM_RESOURCE = "KindDefinition ";

export function RefusedFiles({ report: { refusals, warnings } }: { readonly report: Report }) {
  return (
    <>
      {refusals
        .filter(({ source }) => !source.startsWith(CUSTOM_RESOURCE))
        .map(({ source, message }) => (
          <Notice key={`${source} ${message}`} tone="danger" title={TEXTS.platform.refused(source)}>
            <CauseList message={message} />
          </Notice>
        ))}
      {warnings.length > 0 && (
        <Notice tone="warning" title={TEXTS.platform.warnings(warnings.length)}>
          <ul className="bullets">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
