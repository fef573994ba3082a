package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.KeyedHash;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A question to an authorizer, as the cache stores it. An identity may have thousands of groups, so the question
 * contains only a digest of the identity. So the room that a question takes does not depend on the user.
 *
 * @param identity a digest of every part of the user, collision-free in practice (SHA-256)
 * @param request the request, without its user
 */
record Question(String identity, RequestAttributes request) {
    /** The approximate memory of one selector requirement, without its texts. */
    private static final int REQUIREMENT = 80;

    private static final UserInfo NOBODY = UserInfo.of("", List.of());

    static Question of(RequestAttributes attributes) {
        return new Question(digest(attributes.user()), attributes.withUser(NOBODY));
    }

    /**
     * Keyed, because a client chooses the texts. Otherwise, a client could choose texts with equal hashes, and each
     * lookup in a hash table would take linear time.
     */
    @Override
    public int hashCode() {
        return KeyedHash.of(
                identity.hashCode(),
                KeyedHash.of(texts(request).mapToInt(KeyedHash::of).toArray()));
    }

    /**
     * Returns the room that the question takes: the characters of all texts that a client controls, and a constant for
     * each requirement of a selector. The digest is not counted, because its length is fixed.
     */
    long weight() {
        // An empty text takes room, too.
        return texts(request).mapToLong(text -> 8L + text.length()).sum() + REQUIREMENT * requirements(request);
    }

    private static long requirements(RequestAttributes attributes) {
        return switch (attributes) {
            case RequestAttributes.NonResource _ -> 0;
            case RequestAttributes.Resource request ->
                request.fieldSelector().requirements().size()
                        + request.labelSelector().requirements().size();
        };
    }

    private static Stream<String> texts(RequestAttributes attributes) {
        return switch (attributes) {
            case RequestAttributes.NonResource request -> Stream.of(request.verb(), request.path());
            case RequestAttributes.Resource request ->
                Stream.of(
                                Stream.of(
                                        request.group(),
                                        request.version(),
                                        request.resource(),
                                        request.subresource(),
                                        request.namespace(),
                                        request.name()),
                                request.fieldSelector().requirements().stream()
                                        .map(requirement -> requirement.field().path() + requirement.value()),
                                request.labelSelector().requirements().stream()
                                        .flatMap(requirement -> Stream.concat(
                                                Stream.of(requirement.key()), requirement.values().stream())))
                        .flatMap(texts -> texts);
        };
    }

    private static String digest(UserInfo user) {
        MessageDigest digest = sha256();
        add(digest, user.name());
        add(digest, user.uid());
        add(digest, user.groups());
        for (Map.Entry<String, List<String>> attribute : user.extra().entrySet()) {
            add(digest, attribute.getKey());
            add(digest, attribute.getValue());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, Collection<String> texts) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(texts.size()).flip());
        texts.forEach(text -> add(digest, text));
    }

    /**
     * Adds a text with its length, so two different identities never have the same bytes. Encodes the text as UTF-16,
     * because UTF-8 cannot encode every Java string.
     */
    private static void add(MessageDigest digest, String text) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length())
                .putInt(text.length());
        bytes.asCharBuffer().put(text);
        digest.update(bytes.rewind());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
