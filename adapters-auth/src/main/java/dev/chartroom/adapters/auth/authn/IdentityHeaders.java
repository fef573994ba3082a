package dev.chartroom.adapters.auth.authn;

import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.auth.RequestHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a user from the headers of a front proxy that was found trustworthy before (wire contract C3). */
record IdentityHeaders(RequestHeaders headers, RequestHeaderTrust trust) {
    private static final char REPLACEMENT = '\ufffd';

    /** The user; its name is empty where the headers name none. */
    UserInfo user() {
        return new UserInfo(first(trust.usernameHeaders()), first(trust.uidHeaders()), groups(), extra());
    }

    /**
     * False where a value holds what Helidon makes of each byte over HTTP/1.1 that is not ASCII: users who differ in
     * those bytes would be one.
     */
    static boolean isReadable(UserInfo user) {
        return Stream.of(
                        Stream.of(user.name(), user.uid()),
                        user.groups().stream(),
                        user.extra().values().stream().flatMap(List::stream))
                .flatMap(values -> values)
                .noneMatch(value -> value.indexOf(REPLACEMENT) >= 0);
    }

    private String first(List<String> names) {
        for (String name : names) {
            List<String> values = headers.values(name);
            if (!values.isEmpty() && !values.getFirst().isEmpty()) {
                return values.getFirst();
            }
        }
        return "";
    }

    private List<String> groups() {
        return trust.groupHeaders().stream()
                .flatMap(name -> headers.values(name).stream())
                .filter(group -> !group.isEmpty())
                .toList();
    }

    private Map<String, List<String>> extra() {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        for (String prefix : trust.extraHeaderPrefixes()) {
            String start = prefix.toLowerCase(Locale.ROOT);
            for (String header : headers.names()) {
                if (header.startsWith(start)) {
                    extra.computeIfAbsent(percentDecoded(header.substring(start.length())), _ -> new ArrayList<>())
                            .addAll(headers.values(header));
                }
            }
        }
        extra.replaceAll((_, values) -> List.copyOf(values));
        return extra;
    }

    // Neither URLDecoder, which reads + as a space, nor URI, which refuses more than bad escapes.
    private static String percentDecoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                bytes.write(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return text;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return text;
        }
    }
}
