package dev.chartroom.apimachinery.meta;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.LabelSelector.Operator;
import dev.chartroom.apimachinery.meta.LabelSelector.Requirement;
import dev.chartroom.apimachinery.meta.LabelSelectorLexer.Token;
import dev.chartroom.apimachinery.meta.LabelSelectorLexer.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Parses a label selector. Its error messages are apimachinery's (wire contract D37). */
final class LabelSelectorParser {
    private final List<Token> tokens;
    private int position;

    LabelSelectorParser(String text) {
        tokens = LabelSelectorLexer.tokens(text);
    }

    /** @throws IllegalArgumentException if the text is not a selector */
    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        if (peek().kind() == TokenKind.END) {
            return requirements;
        }
        if (!startsRequirement(peek())) {
            throw unexpected(peek(), "expected: !, identifier, or 'end of string'");
        }
        while (true) {
            try {
                requirements.add(requirement());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("unable to parse requirement: " + e.getMessage(), e);
            }
            Token end = next();
            if (end.kind() == TokenKind.END) {
                return requirements;
            }
            if (!end.is(",")) {
                throw unexpected(end, "expected: ',' or 'end of string'");
            }
            if (!startsRequirement(peek())) {
                throw unexpected(peek(), "expected: identifier after ','");
            }
        }
    }

    private Requirement requirement() {
        Token first = next();
        boolean negated = first.is("!");
        Token key = negated ? next() : first;
        if (!isIdentifier(key)) {
            throw unexpected(key, "expected: identifier");
        }
        check("<nil>", key.text(), NameFormats.key(key.text()));
        if (negated) {
            return new Requirement(key.text(), Operator.DOES_NOT_EXIST, List.of());
        }
        if (peek().kind() == TokenKind.END || peek().is(",")) {
            return new Requirement(key.text(), Operator.EXISTS, List.of());
        }
        return compared(key.text(), next());
    }

    private Requirement compared(String key, Token operator) {
        return switch (operator.text()) {
            case "in" -> checked(new Requirement(key, Operator.IN, set()));
            case "notin" -> checked(new Requirement(key, Operator.NOT_IN, set()));
            case "=", "==" -> checked(new Requirement(key, Operator.IN, value()));
            case "!=" -> checked(new Requirement(key, Operator.NOT_IN, value()));
            case ">" -> checked(new Requirement(key, Operator.GREATER_THAN, value()));
            case "<" -> checked(new Requirement(key, Operator.LESS_THAN, value()));
            default -> throw unexpected(operator, "expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private List<String> value() {
        if (peek().kind() == TokenKind.END || peek().is(",")) {
            return List.of("");
        }
        Token value = next();
        if (!isIdentifier(value)) {
            throw unexpected(value, "expected: identifier");
        }
        return List.of(value.text());
    }

    private List<String> set() {
        Token open = next();
        if (!open.is("(")) {
            throw new IllegalArgumentException("found '" + open.text() + "' expected: '('");
        }
        if (peek().is(")")) {
            next();
            return List.of("");
        }
        if (!isIdentifier(peek()) && !peek().is(",")) {
            throw unexpected(peek(), "expected: ',', ')' or identifier");
        }
        return identifiers();
    }

    /**
     * Parses the values of a set. An empty value is allowed between two commas, and between a comma and a parenthesis.
     */
    private List<String> identifiers() {
        TreeSet<String> values = new TreeSet<>();
        while (true) {
            Token token = next();
            if (isIdentifier(token)) {
                values.add(token.text());
                if (!peek().is(",") && !peek().is(")")) {
                    throw unexpected(peek(), "expected: ',' or ')'");
                }
            } else if (token.is(",")) {
                if (values.isEmpty() || peek().is(",") || peek().is(")")) {
                    values.add("");
                }
            } else {
                throw unexpected(token, "expected: ',', or identifier");
            }
            if (peek().is(")")) {
                next();
                return List.copyOf(values);
            }
        }
    }

    private static Requirement checked(Requirement requirement) {
        List<String> problems = new ArrayList<>();
        List<String> values = requirement.values();
        boolean numeric =
                requirement.operator() == Operator.GREATER_THAN || requirement.operator() == Operator.LESS_THAN;
        if (numeric && !LabelSelector.isInteger(values.getFirst())) {
            problems.add(
                    invalid("values[0]", values.getFirst(), "for 'Gt', 'Lt' operators, the value must be an integer"));
        }
        for (int i = 0; i < values.size(); i++) {
            List<String> valueProblems = NameFormats.labelValue(values.get(i));
            if (!valueProblems.isEmpty()) {
                problems.add(invalid(
                        "values[" + i + "][" + requirement.key() + "]",
                        values.get(i),
                        String.join("; ", valueProblems)));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]");
        }
        return requirement;
    }

    private static void check(String path, String text, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(invalid(path, text, String.join("; ", problems)));
        }
    }

    private static String invalid(String path, String text, String problem) {
        return path + ": Invalid value: " + new JsonString(text) + ": " + problem;
    }

    private static IllegalArgumentException unexpected(Token found, String expected) {
        return new IllegalArgumentException("found '" + found.text() + "', " + expected);
    }

    private static boolean startsRequirement(Token token) {
        return isIdentifier(token) || token.is("!");
    }

    private static boolean isIdentifier(Token token) {
        return token.kind() == TokenKind.IDENTIFIER || token.kind() == TokenKind.WORD;
    }

    private Token peek() {
        return tokens.get(position);
    }

    private Token next() {
        return tokens.get(position++);
    }
}
