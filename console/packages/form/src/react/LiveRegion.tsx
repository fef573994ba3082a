/** Announces changes that a user of a screen reader does not see, such as a removed item. */
import { useSyncExternalStore } from "react";
import { useForm } from "./context";

export function LiveRegion() {
  const { store } = useForm();
  const { text, count } = useSyncExternalStore(store.subscribe, store.message, store.message);
  return (
    <div role="status" aria-live="polite" className="cf-hidden">
      <span key={count}>{text}</span>
    </div>
  );
}
