import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { OidcClient } from "../api/login";
import { hostOf } from "../oidc/issuer";
import { TEXTS } from "../texts";
import { useModal } from "../ui/modal";
import { Notice } from "../ui/Notice";
import { BrandLogo } from "./BrandLogo";
import { useBrand } from "./brand";
import { useLoad } from "./load";
import { useServices } from "./services";
import { useTitle } from "./title";

/** The sign-in. It covers a page with unsaved edits, and takes the place of any other page. */
export function SignIn() {
  const { session } = useServices();
  const { phase, keepsPage } = useSyncExternalStore(session.subscribe, session.current);
  useTitle(TEXTS.session.signIn);
  const content = phase === "signingIn" ? <p role="status">{TEXTS.session.signingIn}</p> : <SignInForm />;
  return keepsPage ? <Cover>{content}</Cover> : <main className="sign-in">{content}</main>;
}

/** A modal dialog that the user cannot close. The page behind it is inert and not visible. */
function Cover({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);
  useModal(element);
  return (
    <dialog
      ref={element}
      className="sign-in sign-in-cover"
      aria-label={TEXTS.session.signIn}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Escape in any case.
      onClose={() => element.current?.showModal?.()}
    >
      {children}
    </dialog>
  );
}

function SignInForm() {
  const { session, signIn } = useServices();
  const { problem, keepsPage } = useSyncExternalStore(session.subscribe, session.current);
  const { data: options } = useLoad(useCallback((signal: AbortSignal) => signIn.options(signal), [signIn]));
  const client = options?.oidc;
  const [token, setToken] = useState("");
  const [isShown, setShown] = useState(false);
  const { name } = useBrand();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== "") {
      signIn.withToken(token);
    }
  };
  return (
    <form onSubmit={submit}>
      <BrandLogo size={40} />
      <h1>{TEXTS.session.title(name)}</h1>
      {keepsPage && <Notice tone="info" title={TEXTS.session.ended} isLive />}
      {problem && (
        <Notice tone="danger" title={problem.title} isLive>
          {problem.detail && <p>{problem.detail}</p>}
        </Notice>
      )}
      {client && (
        <>
          <IssuerButton client={client} />
          <p className="sign-in-or muted">{TEXTS.oidc.or}</p>
        </>
      )}
      {options?.code && <p className="muted">{TEXTS.session.codeHelp}</p>}
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
      <button type="submit" className={client ? "button" : "button button-primary"}>
        {TEXTS.session.signIn}
      </button>
      {keepsPage && (
        <button type="button" className="button" onClick={() => session.signOut()}>
          {TEXTS.session.discard}
        </button>
      )}
    </form>
  );
}

/** Over a page with edits, the button stays: the user can choose to stay when the browser asks. */
function IssuerButton({ client }: { readonly client: OidcClient }) {
  const { signIn } = useServices();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signIn.withIssuer(client);
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void leave()}
      >
        {TEXTS.oidc.signIn(hostOf(client.issuer))}
      </button>
      <p role="status" className={isBusy ? undefined : "hidden"}>
        {isBusy && TEXTS.session.signingIn}
      </p>
    </>
  );
}
