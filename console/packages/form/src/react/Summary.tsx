/** The list of everything that is wrong, with links to the fields. It takes the focus after a submit. */
import { type RefObject, useId } from "react";
import { idOf, useForm } from "./context";
import type { Entry } from "./summary-entries";

const MOST = 50;

interface Props {
  readonly entries: readonly Entry[];
  readonly element: RefObject<HTMLElement | null>;
  readonly headingLevel: 2 | 3 | 4;
}

export function Summary({ entries, element, headingLevel }: Props) {
  const { idPrefix, store, texts } = useForm();
  const title = useId();
  const Heading = `h${headingLevel}` as const;
  if (entries.length === 0) {
    return null;
  }
  return (
    <section ref={element} className="cf-summary" tabIndex={-1} aria-labelledby={title}>
      <Heading id={title} className="cf-summary-title">
        {texts.summaryTitle(entries.length)}
      </Heading>
      <ul>
        {entries.slice(0, MOST).map(({ field, message, pointer }) => (
          <li key={`${field} ${message}`}>
            {pointer === undefined ? (
              <span>
                {field !== "" && <code>{field}</code>} {message}
              </span>
            ) : (
              <a
                href={`#${encodeURIComponent(idOf(idPrefix, pointer))}`}
                onClick={(event) => {
                  event.preventDefault();
                  store.reveal(pointer);
                }}
              >
                <code>{field}</code> {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
