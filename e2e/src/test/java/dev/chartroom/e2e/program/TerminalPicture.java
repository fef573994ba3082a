package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A picture of a terminal, as SVG. The lines appear one after the other, unless the reader has asked for less motion.
 *
 * @param title what a reader who does not see the picture is told
 * @param lines the lines; those that begin with {@code $} are commands
 */
record TerminalPicture(String title, List<String> lines) {
    private static final double CHARACTER = 8.43;
    private static final int LINE = 21;
    private static final int MARGIN = 18;
    /** Seconds. */
    private static final double PAUSE = 0.5;

    /** Compares the picture with a file. {@code ./dev update goldens} writes the file. */
    void assertIs(Path file) throws IOException {
        if (Boolean.getBoolean("pictures.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, svg());
        }
        assertThat(svg()).isEqualTo(Files.readString(file));
    }

    private String svg() {
        int columns = lines.stream().mapToInt(String::length).max().orElse(0);
        long width = Math.round(columns * CHARACTER) + 2 * MARGIN;
        int height = lines.size() * LINE + 2 * MARGIN;
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
                <title>%3$s</title>
                <style>
                text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d6deeb; white-space: pre;
                  animation: shown 0.1s forwards; opacity: 0; }
                .command { fill: #addb67; }
                @keyframes shown { to { opacity: 1; } }
                @media (prefers-reduced-motion: reduce) { text { animation: none; opacity: 1; } }
                </style>
                <rect width="100%%" height="100%%" rx="8" fill="#11182b"/>
                """.formatted(width, height, escaped(title)));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\"%s style=\"animation-delay:%.1fs\">%s</text>%n",
                    MARGIN,
                    MARGIN + 15 + i * LINE,
                    line.startsWith("$") ? " class=\"command\"" : "",
                    i * PAUSE,
                    escaped(line)));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
