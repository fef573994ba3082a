package dev.chartroom.apimachinery.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a label selector into tokens, as apimachinery does. */
final class LabelSelectorLexer {
    private static final String SYMBOLS = "=!(),><";
    private static final Set<String> SYMBOL_TOKENS = Set.of("=", "==", "!=", "!", "(", ")", ",", ">", "<");
    private static final Set<String> WORDS = Set.of("in", "notin");

    private final String text;
    private int position;

    private LabelSelectorLexer(String text) {
        // A NUL ends the text, as in Go's lexer.
        int end = text.indexOf('\0');
        this.text = end < 0 ? text : text.substring(0, end);
    }

    /** @param text the text of the token; empty for the end */
    record Token(TokenKind kind, String text) {
        boolean is(String symbol) {
            return kind == TokenKind.SYMBOL && text.equals(symbol);
        }
    }

    enum TokenKind {
        IDENTIFIER,
        /** {@code in} and {@code notin}, which are identifiers unless an operator is expected. */
        WORD,
        SYMBOL,
        END
    }

    /** Returns the tokens; the last token is the end. */
    static List<Token> tokens(String text) {
        LabelSelectorLexer lexer = new LabelSelectorLexer(text);
        List<Token> tokens = new ArrayList<>();
        do {
            tokens.add(lexer.next());
        } while (tokens.getLast().kind() != TokenKind.END);
        return tokens;
    }

    private Token next() {
        while (position < text.length() && isSpace(text.charAt(position))) {
            position++;
        }
        if (position == text.length()) {
            return new Token(TokenKind.END, "");
        }
        return SYMBOLS.indexOf(text.charAt(position)) >= 0 ? symbol() : word();
    }

    private Token symbol() {
        int start = position++;
        if (position < text.length() && SYMBOL_TOKENS.contains(text.substring(start, position + 1))) {
            position++;
        }
        return new Token(TokenKind.SYMBOL, text.substring(start, position));
    }

    private Token word() {
        int start = position;
        while (position < text.length()
                && !isSpace(text.charAt(position))
                && SYMBOLS.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        String word = text.substring(start, position);
        return new Token(WORDS.contains(word) ? TokenKind.WORD : TokenKind.IDENTIFIER, word);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
