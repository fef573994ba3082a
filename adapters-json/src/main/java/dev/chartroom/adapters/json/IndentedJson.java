package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.deadline.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes indented JSON: one line for each member and element, two spaces per level, as Go indents it. Deeply nested
 * JSON grows a hundredfold, so the result is streamed and not kept.
 */
public final class IndentedJson extends OutputStream {
    private static final byte[] INDENT = "  ".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 8192;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    private int depth;
    private boolean inString;
    private boolean escaped;
    /** True directly after an opening bracket: an empty object or array stays on one line. */
    private boolean opened;

    /**
     * Creates a stream for one JSON value, which must be well-formed and in UTF-8. The stream drops white space between
     * tokens and writes no newline at the end. The caller must flush it.
     *
     * @param out is neither flushed nor closed
     */
    public IndentedJson(OutputStream out) {
        this.out = out;
    }

    /**
     * Indents one JSON value.
     *
     * @param json well-formed, in UTF-8; white space between tokens is dropped
     * @return without a newline at the end
     */
    public static byte[] indent(byte[] json) {
        ByteArrayOutputStream indented = new ByteArrayOutputStream(json.length * 2);
        try (IndentedJson to = new IndentedJson(indented)) {
            to.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return indented.toByteArray();
    }

    @Override
    public void write(byte[] json, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            add(json[i]);
        }
    }

    @Override
    public void write(int b) throws IOException {
        add((byte) b);
    }

    @Override
    public void flush() throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    private void add(byte b) throws IOException {
        if (inString) {
            put(b);
            inString = escaped || b != '"';
            escaped = !escaped && b == '\\';
            return;
        }
        switch (b) {
            case ' ', '\n', '\r', '\t' -> {}
            case '{', '[' -> {
                startLine(opened);
                put(b);
                depth++;
                opened = true;
            }
            case '}', ']' -> {
                depth--;
                startLine(!opened);
                opened = false;
                put(b);
            }
            case ',' -> {
                put(b);
                startLine(true);
            }
            case ':' -> {
                put(b);
                put((byte) ' ');
            }
            default -> {
                startLine(opened);
                opened = false;
                put(b);
                inString = b == '"';
            }
        }
    }

    private void startLine(boolean wanted) throws IOException {
        if (wanted) {
            Deadline.check();
            put((byte) '\n');
            for (int i = 0; i < depth; i++) {
                for (byte b : INDENT) {
                    put(b);
                }
            }
        }
    }

    private void put(byte b) throws IOException {
        if (buffered == BUFFER) {
            flush();
        }
        buffer[buffered++] = b;
    }
}
