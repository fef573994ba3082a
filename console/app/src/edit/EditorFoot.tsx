import { Link } from "../router/navigation";
import type { Route } from "../router/routes";
import { TEXTS } from "../texts";

interface EditorFootProps {
  readonly isBusy: boolean;
  /** The page that the user came from. */
  readonly cancel: Route;
}

/** The buttons below an editor: the server checks the draft first, and changes nothing. */
export function EditorFoot({ isBusy, cancel }: EditorFootProps) {
  return (
    <div className="edit-foot">
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {isBusy ? TEXTS.edit.reviewing : TEXTS.edit.review}
      </button>
      <Link to={cancel} className="button">
        {TEXTS.cancel}
      </Link>
    </div>
  );
}
