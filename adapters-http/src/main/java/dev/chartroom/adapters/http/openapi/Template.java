package dev.chartroom.adapters.http.openapi;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoded JSON with gaps. The text between the gaps is in memory only once, however often the template is filled in. A
 * gap is a character that occurs nowhere else.
 */
final class Template {
    /** The first of Unicode's private characters. */
    private static final char FIRST = '\uE000';

    private static final char LAST = '\uE0FF';

    /** The texts around the gaps, one more than there are gaps. */
    private final List<byte[]> texts = new ArrayList<>();
    /** The number of each gap. */
    private final List<Integer> gaps = new ArrayList<>();

    private final byte[] digest;

    /** @param json with {@link #gap gaps} in its strings */
    Template(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= FIRST && c <= LAST) {
                texts.add(text.substring(from, i).getBytes(StandardCharsets.UTF_8));
                gaps.add(c - FIRST);
                from = i + 1;
            }
        }
        texts.add(text.substring(from).getBytes(StandardCharsets.UTF_8));
        digest = Fragment.sha256().digest(json);
    }

    /** Returns the gap for the text with this number, counted from 0. */
    static String gap(int number) {
        return String.valueOf((char) (FIRST + number));
    }

    /** @param filling the texts, in the order of their numbers; no text may need escaping in JSON */
    Fragment filled(List<String> filling) {
        List<byte[]> encoded = filling.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        int length = texts.stream().mapToInt(text -> text.length).sum()
                + gaps.stream().mapToInt(gap -> encoded.get(gap).length).sum();
        return new Filled(this, encoded, length);
    }

    private record Filled(Template template, List<byte[]> filling, int length) implements Fragment {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            for (int i = 0; i < template.gaps.size(); i++) {
                out.write(template.texts.get(i));
                out.write(filling.get(template.gaps.get(i)));
            }
            out.write(template.texts.getLast());
        }

        @Override
        public byte[] digest() {
            MessageDigest sha256 = Fragment.sha256();
            sha256.update(template.digest);
            filling.forEach(text -> {
                sha256.update(text);
                sha256.update((byte) 0);
            });
            return sha256.digest();
        }
    }
}
