package dev.chartroom.domain.definition;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Reads the icon of a kind, a {@code data:} URL of an image (RFC 2397). Other URLs are not accepted, because a request for
 * such an image would reveal the user to another server.
 */
final class IconReader {
    /** The most characters of an icon. An answer with the icons of many kinds must stay small. */
    static final int MAX_LENGTH = 64 * 1024;

    private static final Pattern IMAGE =
            Pattern.compile("data:image/(?:svg\\+xml|png|webp|jpeg)(?:;[ -+\\--~]++)?,[ -~]++");

    private static final String SVG = "data:image/svg+xml;base64,";

    private IconReader() {}

    /** Returns the icon of a KindDefinition; empty if it has none. */
    static String read(DefinitionFields spec) {
        String icon = spec.textOr("icon", "");
        if (!icon.isEmpty() && !isImage(icon)) {
            spec.problem(
                    "icon",
                    "must be a data: URL of an SVG, PNG, WebP or JPEG image, with at most " + MAX_LENGTH
                            + " printable ASCII characters, such as " + SVG + "PHN2Zz4=");
        }
        return icon;
    }

    /**
     * Returns the icon of Cozystack's dashboard, which is an SVG image, an image in base64, or a {@code data:} URL. Returns
     * the empty string if it is anything else.
     */
    static String ofCozystack(String icon) {
        String url = icon.startsWith("data:") ? icon : inBase64(icon);
        return isImage(url) ? url : "";
    }

    private static String inBase64(String icon) {
        if (icon.startsWith("<")) {
            return SVG + Base64.getEncoder().encodeToString(icon.getBytes(StandardCharsets.UTF_8));
        }
        String base64 = icon.replaceAll("\\s+", "");
        String type = type(base64);
        return type.isEmpty() ? "" : type + base64;
    }

    /** Returns the beginning of the URL of an image in base64, which the first bytes tell; empty for other content. */
    private static String type(String base64) {
        if (base64.startsWith("PHN2Z")
                || base64.startsWith("PD94b")
                || base64.startsWith("PCEtL")) { // <svg, <?xm, <!--
            return SVG;
        }
        if (base64.startsWith("iVBORw0KGgo")) {
            return "data:image/png;base64,";
        }
        if (base64.startsWith("/9j/")) {
            return "data:image/jpeg;base64,";
        }
        return base64.startsWith("UklGR") ? "data:image/webp;base64," : "";
    }

    private static boolean isImage(String url) {
        return url.length() <= MAX_LENGTH && IMAGE.matcher(url).matches();
    }
}
