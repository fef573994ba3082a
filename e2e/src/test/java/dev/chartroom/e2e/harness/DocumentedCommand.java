package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in a {@code console} block of a document.
 *
 * @param text the command, which can have several lines
 * @param output the output on the page, from both streams
 */
public record DocumentedCommand(String text, String output) {
    private static final Path DOCS = DevServer.ROOT.resolve("docs");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```$");
    private static final Pattern HEREDOC = Pattern.compile("<<(\\w+)$");
    private static final String PROMPT = "$ ";

    /** Returns the commands of a page after a heading, in their order. */
    public static List<DocumentedCommand> of(String page, String heading) throws IOException {
        String document = Files.readString(DOCS.resolve(page));
        List<DocumentedCommand> commands = new ArrayList<>();
        BLOCK.matcher(document.substring(document.indexOf(heading)))
                .results()
                .map(MatchResult::group)
                .forEach(block -> read(block.lines().skip(1).toList(), commands));
        return commands;
    }

    private static void read(List<String> lines, List<DocumentedCommand> commands) {
        int next = 0;
        while (next < lines.size() - 1) {
            int end = end(lines, next);
            int after = end;
            while (after < lines.size() - 1 && !lines.get(after).startsWith(PROMPT)) {
                after++;
            }
            commands.add(new DocumentedCommand(
                    String.join("\n", lines.subList(next, end)).substring(PROMPT.length()),
                    String.join("\n", lines.subList(end, after))));
            next = after;
        }
    }

    /** Returns the index of the line after the command that begins at a line. */
    private static int end(List<String> lines, int begin) {
        int last = begin;
        while (lines.get(last).endsWith("\\")) {
            last++;
        }
        Matcher heredoc = HEREDOC.matcher(lines.get(last));
        if (heredoc.find()) {
            do {
                last++;
            } while (!lines.get(last).equals(heredoc.group(1)));
        }
        return last + 1;
    }

    /** Returns an output without what differs between two runs: times, names of Events, ports, folders and widths. */
    public static String normalised(String output) {
        return output.replaceAll("\\b(\\d+m)?\\d+s\\b", "2s")
                .replaceAll("\\.[0-9a-f]{12,16}\\b", ".0")
                .replaceAll("127[.]0[.]0[.]1:\\d+", "127.0.0.1:8443")
                .replaceAll("#code=\\S+", "#code=")
                .replaceAll("export KUBECONFIG=/\\S+", "export KUBECONFIG=/")
                .replaceAll(" from \\S+ namespace$", "")
                .replaceAll("(?<=\\S)([ \t]{2,}|\t)", "  ")
                .replaceAll("(?m)[ \t]+$", "")
                .replaceAll("\n{2,}", "\n\n")
                .strip();
    }
}
