import { useState } from "react";
import { DEFAULT_LOGO, useBrand } from "./brand";

/** The logo, or that of the console if its file cannot be shown. */
export function BrandLogo({ size }: { readonly size: number }) {
  const { logo } = useBrand();
  const [broken, setBroken] = useState("");
  const shown = broken === logo ? DEFAULT_LOGO : logo;
  // biome-ignore lint/a11y/noNoninteractiveElementInteractions: an error is not an interaction
  return <img className="brand-logo" src={shown} alt="" height={size} onError={() => setBroken(logo)} />;
}
