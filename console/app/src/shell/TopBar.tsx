import { staysOnPage } from "../router/guards";
import { Link } from "../router/navigation";
import { ALL } from "../router/routes";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import { BrandLogo } from "./BrandLogo";
import { useBrand } from "./brand";
import { useServices } from "./services";
import type { Theme } from "./theme";

const THEME_ICONS = { system: "system", light: "sun", dark: "moon" } as const;

interface TopBarProps {
  readonly namespace: string;
  readonly theme: Theme;
  readonly isMenuOpen: boolean;
  readonly onTheme: () => void;
  readonly onMenu: () => void;
  readonly onNamespace: () => void;
  readonly onPalette: () => void;
}

export function TopBar(props: TopBarProps) {
  const { session } = useServices();
  const brand = useBrand();
  const { namespace, theme } = props;
  const shown = namespace === ALL ? TEXTS.namespace.all : namespace;
  return (
    <header className="top">
      <button
        type="button"
        className="button-icon top-menu"
        aria-label={TEXTS.menu}
        aria-expanded={props.isMenuOpen}
        onClick={props.onMenu}
      >
        <Icon name={props.isMenuOpen ? "close" : "menu"} />
      </button>
      <Link to={{ page: "catalogue", namespace }} className="brand" aria-label={brand.name}>
        <BrandLogo size={22} />
        <span className="brand-name">{brand.name}</span>
      </Link>
      <button
        type="button"
        className="top-namespace"
        onClick={props.onNamespace}
        aria-label={`${TEXTS.namespace.label}: ${shown}`}
      >
        <span className="ellipsis">{shown}</span>
        <Icon name="down" />
      </button>
      <button type="button" className="top-search" onClick={props.onPalette}>
        <Icon name="search" />
        <span className="top-search-text">{TEXTS.palette.open}</span>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: kbd cannot have the focus */}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <button type="button" className="button-icon" aria-label={TEXTS.theme[theme]} onClick={props.onTheme}>
        <Icon name={THEME_ICONS[theme]} />
      </button>
      {session.hasToken && (
        <button
          type="button"
          className="button-icon"
          aria-label={TEXTS.session.signOut}
          onClick={() => !staysOnPage() && session.signOut()}
        >
          <Icon name="out" />
        </button>
      )}
    </header>
  );
}
