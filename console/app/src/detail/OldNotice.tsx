import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";

/** Says that what is shown may be out of date, if the last attempt to load it failed. */
export function OldNotice({ reason }: { readonly reason: unknown }) {
  return reason === undefined ? null : (
    <Notice tone="warning" title={TEXTS.detail.old} isLive>
      <p>{messageOf(reason)}</p>
    </Notice>
  );
}
