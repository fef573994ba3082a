package dev.chartroom.domain.subresource;

import java.util.List;

/**
 * The Secrets that the credentials subresource shows.
 *
 * @param secrets the names of Secrets in the manifest of the release
 * @param owned the Secrets of objects in the manifest, which operators make
 */
public record CredentialRules(List<NamePattern> secrets, List<OwnedSecret> owned) {
    /** The rules of a kind without the subresource. */
    public static final CredentialRules NONE = new CredentialRules(List.of(), List.of());

    public CredentialRules {
        secrets = List.copyOf(secrets);
        owned = List.copyOf(owned);
    }

    /**
     * A Secret that each object of a kind owns.
     *
     * @param kind the kind of the owner
     * @param secret the name of the Secret, in which {@code *} stands for the name of the owner
     */
    public record OwnedSecret(String kind, String secret) {
        /** Returns the name of the Secret of an owner. */
        public String of(String owner) {
            return secret.replace("*", owner);
        }
    }

    /** Returns whether an object of the manifest is a Secret to show, or owns one. */
    public boolean concern(String kind, String name) {
        return kind.equals("Secret")
                ? secrets.stream().anyMatch(pattern -> pattern.matches(name))
                : owned.stream().anyMatch(each -> each.kind().equals(kind));
    }
}
