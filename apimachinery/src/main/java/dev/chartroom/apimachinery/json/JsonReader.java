package dev.chartroom.apimachinery.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one JSON text. Single-use. */
final class JsonReader {
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*+)(\\.[0-9]++)?+([eE][+-]?[0-9]++)?+");

    /** The limit in characters, as in the JsonCodec. Parsing takes time quadratic in the number of digits. */
    private static final int LONGEST_NUMBER = 1000;

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    JsonValue document() {
        JsonValue value = value(0);
        if (skipSpace() < text.length()) {
            throw bad("more than one value");
        }
        return value;
    }

    private JsonValue value(int depth) {
        if (depth > JsonText.DEPTH) {
            throw bad("nested too deep");
        }
        return switch (skipSpace() < text.length() ? text.charAt(at) : ' ') {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> new JsonString(string());
            case 't' -> word("true", JsonBoolean.TRUE);
            case 'f' -> word("false", JsonBoolean.FALSE);
            case 'n' -> word("null", JsonNull.NULL);
            default -> number();
        };
    }

    private JsonObject object(int depth) {
        JsonObject.Builder object = JsonObject.builder();
        at++;
        if (takes('}')) {
            return JsonObject.EMPTY;
        }
        do {
            skipSpace();
            String name = string();
            expect(':');
            object.put(name, value(depth + 1));
        } while (takes(','));
        expect('}');
        return object.build();
    }

    private JsonArray array(int depth) {
        List<JsonValue> values = new ArrayList<>();
        at++;
        if (takes(']')) {
            return JsonArray.EMPTY;
        }
        do {
            values.add(value(depth + 1));
        } while (takes(','));
        expect(']');
        return new JsonArray(values);
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return string.toString();
            }
            if (c < 0x20) {
                throw bad("control character in a string");
            }
            string.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> codeUnit();
            default -> throw bad("unknown escape");
        };
    }

    private char codeUnit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            char c = next();
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw bad("bad \\u escape");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private JsonNumber number() {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw bad("no value");
        }
        at = number.end();
        if (number.end() - number.start() > LONGEST_NUMBER) {
            throw bad("number has more than " + LONGEST_NUMBER + " characters");
        }
        try {
            if (number.group(1) == null && number.group(2) == null) {
                return JsonNumber.of(Long.parseLong(number.group()));
            }
        } catch (NumberFormatException _) {
            // out of the range of a long
        }
        try {
            return JsonNumber.of(new BigDecimal(number.group()));
        } catch (NumberFormatException _) {
            throw bad("number out of range");
        }
    }

    private JsonValue word(String word, JsonValue value) {
        if (!text.startsWith(word, at)) {
            throw bad("no value");
        }
        at += word.length();
        return value;
    }

    private int skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private boolean takes(char c) {
        boolean there = skipSpace() < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!takes(c)) {
            throw bad("expected '" + c + "'");
        }
    }

    private char next() {
        if (at >= text.length()) {
            throw bad("unexpected end");
        }
        return text.charAt(at++);
    }

    private IllegalArgumentException bad(String what) {
        return new IllegalArgumentException("invalid JSON at character " + at + ": " + what);
    }
}
