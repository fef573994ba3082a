/** The frame around all pages. */
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { hasUnsavedEdits } from "../router/guards";
import { navigate, useRoute } from "../router/navigation";
import { ALL, type Route } from "../router/routes";
import { TEXTS } from "../texts";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import type { Choice } from "../ui/Picker";
import { Toasts } from "../ui/toast";
import { CommandsProvider } from "./commands";
import { NamespacePicker } from "./NamespacePicker";
import { firstNamespace, rememberNamespace } from "./namespaces";
import { Page } from "./Page";
import { Palette } from "./Palette";
import { PlatformProvider } from "./platform";
import { SideNav } from "./SideNav";
import { SignIn } from "./SignIn";
import { useServices } from "./services";
import { TopBar } from "./TopBar";
import { useTheme } from "./theme";

export function App() {
  const { session } = useServices();
  const { phase, keepsPage } = useSyncExternalStore(session.subscribe, session.current);
  const theme = useTheme();
  const route = useRoute();
  const namespace = "namespace" in route ? route.namespace : firstNamespace();
  useEffect(() => {
    // Back can leave the page behind the sign-in, and then its edits do not wait any more.
    if (!hasUnsavedEdits()) {
      session.leavePage();
    }
  });
  return (
    <>
      {(phase === "open" || keepsPage) && (
        <PlatformProvider namespace={namespace === ALL ? undefined : namespace}>
          <CommandsProvider>
            <Frame route={route} namespace={namespace} theme={theme}>
              <Page route={route} />
            </Frame>
          </CommandsProvider>
        </PlatformProvider>
      )}
      {phase !== "open" && <SignIn />}
    </>
  );
}

interface FrameProps {
  readonly route: Route;
  readonly namespace: string;
  readonly theme: ReturnType<typeof useTheme>;
  readonly children: ReactNode;
}

type Open = "palette" | "namespace" | undefined;

function Frame({ route, namespace, theme, children }: FrameProps) {
  const [open, setOpen] = useState<Open>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const close = useCallback(() => setOpen(undefined), []);
  const main = useRef<HTMLElement>(null);
  useFirstPage(route);
  const { session } = useServices();
  useShortcut(useCallback(() => session.current().phase === "open" && setOpen("palette"), [session]));
  const pageKey = JSON.stringify(route);
  useFocusOnNewPage(pageKey, main);
  const choose = useCallback((next: string) => navigate(inNamespace(route, next)), [route]);
  const commands = useMemo(
    (): readonly Choice[] => [
      {
        id: "namespace",
        label: TEXTS.namespace.switch,
        icon: <Icon name="box" />,
        run: () => setOpen("namespace"),
      },
      { id: "theme", label: TEXTS.theme[theme.theme], icon: <Icon name="sun" />, run: theme.next },
    ],
    [theme.theme, theme.next],
  );
  return (
    <div className={isMenuOpen ? "frame frame-menu" : "frame"}>
      <a className="skip" href="#main">
        {TEXTS.skip}
      </a>
      <TopBar
        namespace={namespace}
        theme={theme.theme}
        isMenuOpen={isMenuOpen}
        onTheme={theme.next}
        onMenu={() => setMenuOpen(!isMenuOpen)}
        onNamespace={() => setOpen("namespace")}
        onPalette={() => setOpen("palette")}
      />
      <SideNav route={route} namespace={namespace} onNavigate={() => setMenuOpen(false)} />
      <main id="main" className="main" tabIndex={-1} ref={main}>
        <ErrorBoundary key={pageKey}>{children}</ErrorBoundary>
      </main>
      <Toasts />
      {open === "palette" && <Palette namespace={namespace} commands={commands} onClose={close} />}
      {open === "namespace" && <NamespacePicker onChoose={choose} onClose={close} />}
    </div>
  );
}

function useFirstPage(route: Route): void {
  useEffect(() => {
    if (route.page === "start") {
      navigate({ page: "catalogue", namespace: firstNamespace() }, { replace: true });
    } else if ("namespace" in route) {
      rememberNamespace(route.namespace);
    }
  }, [route]);
}

function useShortcut(openPalette: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [openPalette]);
}

/** Screen readers start at the top of a new page. */
function useFocusOnNewPage(pageKey: string, main: { readonly current: HTMLElement | null }): void {
  const last = useRef(pageKey);
  useEffect(() => {
    if (last.current !== pageKey) {
      last.current = pageKey;
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [pageKey, main]);
}

function inNamespace(route: Route, namespace: string): Route {
  switch (route.page) {
    case "table":
    case "create":
      return { ...route, namespace };
    case "detail":
    case "edit":
      return { page: "table", namespace, group: route.group, resource: route.resource };
    default:
      return { page: "catalogue", namespace };
  }
}
