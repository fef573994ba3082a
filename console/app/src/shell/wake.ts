/** Notices that a connection may be dead, such as after the machine slept. */

/** A timer that is this late means that the machine slept. */
const SLEPT_MS = 20_000;
export const CHECK_MS = 5_000;

export interface Connection {
  /** Called when the network, the page or the machine is back. */
  wake(): void;
  /** Called every few seconds. */
  check?(): void;
}

/** Returns a function that ends the observation. */
export function wakeWhenBack(connection: Connection): () => void {
  // Browsers delay the timers of hidden pages, and a hidden page can wait until it is visible.
  const wake = () => {
    if (document.visibilityState === "visible") {
      connection.wake();
    }
  };
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) {
      wake();
    }
    last = now;
    connection.check?.();
  }, CHECK_MS);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  return () => {
    clearInterval(timer);
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  };
}
