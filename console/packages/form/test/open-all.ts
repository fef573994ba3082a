/** Opens every part of a form. */
import { fireEvent } from "@testing-library/react";

/** Opening a part can show closed ones, so it goes on until nothing is closed, for a bounded number of rounds. */
export function openAll(container: HTMLElement, rounds = 5): void {
  for (let round = 0; round < rounds; round++) {
    const closed = container.querySelectorAll<HTMLElement>('button[aria-expanded="false"]');
    if (closed.length === 0) {
      return;
    }
    for (const button of closed) {
      fireEvent.click(button);
    }
  }
}
