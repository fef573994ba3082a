/** The description of a field. A long one is cut until the user asks for the rest. */
import { useState } from "react";
import { useForm } from "./context";

const LONGEST = 220;

export function Help({ id, text }: { readonly id: string; readonly text: string }) {
  const { texts } = useForm();
  const [isFull, setFull] = useState(false);
  if (text === "") {
    return null;
  }
  const isLong = text.length > LONGEST;
  const end = text.lastIndexOf(" ", LONGEST);
  const cut = text.slice(0, end > 0 ? end : LONGEST);
  return (
    <p className="cf-help">
      <span id={id}>{isFull || !isLong ? text : `${cut} …`}</span>
      {isLong && (
        <button type="button" className="cf-link" aria-expanded={isFull} onClick={() => setFull(!isFull)}>
          {isFull ? texts.showLess : texts.showMore}
          <span className="cf-hidden"> {cut.slice(0, 40)}</span>
        </button>
      )}
    </p>
  );
}
