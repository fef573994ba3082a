import { type FormEvent, useId, useState } from "react";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { BrandLogo } from "./BrandLogo";
import { useBrand } from "./brand";
import { useServices } from "./services";
import { useTitle } from "./title";

export function SignIn() {
  const { session, access, schemas } = useServices();
  const [token, setToken] = useState("");
  const [isShown, setShown] = useState(false);
  const [wasRejected] = useState(session.wasRejected);
  const { name } = useBrand();
  const id = useId();
  useTitle(TEXTS.session.signIn);
  const signIn = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== "") {
      access.clear();
      schemas.clear();
      session.signIn(token);
    }
  };
  return (
    <main className="sign-in">
      <form onSubmit={signIn}>
        <BrandLogo size={40} />
        <h1>{TEXTS.session.title(name)}</h1>
        {wasRejected && <Notice tone="danger" title={TEXTS.session.rejected} isLive />}
        <label htmlFor={id} className="label">
          {TEXTS.session.token}
        </label>
        <input
          id={id}
          className="input"
          type={isShown ? "text" : "password"}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}help`}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          {TEXTS.session.show}
        </label>
        <p id={`${id}help`} className="muted">
          {TEXTS.session.help}
        </p>
        <button type="submit" className="button button-primary">
          {TEXTS.session.signIn}
        </button>
      </form>
    </main>
  );
}
