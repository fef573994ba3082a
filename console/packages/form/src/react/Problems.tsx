/** The messages of the server and the advice for one field. */

export function Problems({ id, messages }: { readonly id: string; readonly messages: readonly string[] }) {
  if (messages.length === 0) {
    return null;
  }
  return (
    <ul id={id} className="cf-problems">
      {[...new Set(messages)].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
