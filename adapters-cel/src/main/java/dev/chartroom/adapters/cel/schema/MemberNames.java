package dev.chartroom.adapters.cel.schema;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of members in expressions: CEL's reserved words are escaped, and so are characters that an identifier
 * cannot contain.
 */
final class MemberNames {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");
    private static final Pattern ESCAPABLE = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9]*(_[a-zA-Z0-9]+)*_?");
    private static final Pattern SPECIAL = Pattern.compile("__|[-./]");
    private static final Pattern ESCAPED = Pattern.compile("__[^_]+__");

    private MemberNames() {}

    /** Returns the escaped name; empty if the name cannot be escaped. Expressions cannot see such a member. */
    static Optional<String> escape(String name) {
        if (RESERVED.contains(name)) {
            return Optional.of("__" + name + "__");
        }
        if (!ESCAPABLE.matcher(name).matches()) {
            return Optional.empty();
        }
        return Optional.of(SPECIAL.matcher(name).replaceAll(special -> switch (special.group()) {
            case "." -> "__dot__";
            case "-" -> "__dash__";
            case "/" -> "__slash__";
            default -> "__underscores__";
        }));
    }

    /** Returns the original name; empty if the text is not an escaped name. */
    static Optional<String> unescape(String name) {
        if (PLAIN.matcher(name).matches()) {
            return Optional.of(name);
        }
        StringBuilder plain = new StringBuilder();
        Matcher escaped = ESCAPED.matcher(name);
        while (escaped.find()) {
            String word = escaped.group().substring(2, escaped.group().length() - 2);
            String meant = switch (word) {
                case "dot" -> ".";
                case "dash" -> "-";
                case "slash" -> "/";
                case "underscores" -> "__";
                default -> RESERVED.contains(word) && escaped.group().length() == name.length() ? word : "";
            };
            if (meant.isEmpty()) {
                return Optional.empty();
            }
            escaped.appendReplacement(plain, Matcher.quoteReplacement(meant));
        }
        return Optional.of(escaped.appendTail(plain).toString());
    }
}
