package dev.chartroom.adapters.http.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** JSON for people: a line for each member and element, two spaces deeper each level, as Go indents it. */
public final class IndentedJson {
    private static final byte[] INDENT = "  ".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream out;
    private int depth;
    private boolean inString;
    private boolean escaped;
    /** A bracket was opened, and nothing has followed yet: what is empty stays on one line. */
    private boolean opened;

    private IndentedJson(int size) {
        out = new ByteArrayOutputStream(size);
    }

    /**
     * Indents one JSON value.
     *
     * @param json well-formed, in UTF-8; white space between tokens is dropped
     * @return without a newline at the end
     */
    public static byte[] indent(byte[] json) {
        IndentedJson indented = new IndentedJson(json.length * 2);
        for (byte b : json) {
            indented.add(b);
        }
        return indented.out.toByteArray();
    }

    private void add(byte b) {
        if (inString) {
            out.write(b);
            inString = escaped || b != '"';
            escaped = !escaped && b == '\\';
            return;
        }
        switch (b) {
            case ' ', '\n', '\r', '\t' -> {}
            case '{', '[' -> {
                startLine(opened);
                out.write(b);
                depth++;
                opened = true;
            }
            case '}', ']' -> {
                depth--;
                startLine(!opened);
                opened = false;
                out.write(b);
            }
            case ',' -> {
                out.write(b);
                startLine(true);
            }
            case ':' -> {
                out.write(b);
                out.write(' ');
            }
            default -> {
                startLine(opened);
                opened = false;
                out.write(b);
                inString = b == '"';
            }
        }
    }

    private void startLine(boolean wanted) {
        if (wanted) {
            out.write('\n');
            for (int i = 0; i < depth; i++) {
                out.writeBytes(INDENT);
            }
        }
    }
}
