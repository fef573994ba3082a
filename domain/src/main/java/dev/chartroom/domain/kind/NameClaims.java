package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names in use within each group. As for CustomResourceDefinitions (condition NamesAccepted), plurals,
 * singulars and short names of different kinds must all differ, and so must kinds and list kinds.
 *
 * <p>A group must not begin with the name of another group and {@code -}. A release stores a client's label with the
 * group and {@code -} as a prefix. With the groups {@code a.io} and {@code a.io-b.io}, a client could set the label
 * {@code b.io/application.kind} on an object of the first group. The release of this object would then be treated as an
 * object of the second group.
 */
final class NameClaims {
    private final Map<Name, Declaration.Valid> holders = new HashMap<>();
    private final Map<String, Declaration.Valid> groups = new HashMap<>();

    /**
     * Claims the names of a declaration. If another declaration already has one of these names, claims no name and
     * returns a message about the other declaration.
     */
    Optional<String> claim(Declaration.Valid declaration) {
        Optional<String> conflictingGroup = conflictingGroup(declaration.kind().group());
        if (conflictingGroup.isPresent()) {
            return conflictingGroup;
        }
        List<Claim> claims = claims(declaration.kind());
        for (Claim claim : claims) {
            Declaration.Valid holder = holders.get(claim.name());
            if (holder != null) {
                return Optional.of(claim.refusal(holder));
            }
        }
        claims.forEach(claim -> holders.put(claim.name(), declaration));
        groups.putIfAbsent(declaration.kind().group(), declaration);
        return Optional.empty();
    }

    private Optional<String> conflictingGroup(String group) {
        return groups.entrySet().stream()
                .filter(other ->
                        group.startsWith(other.getKey() + "-") || other.getKey().startsWith(group + "-"))
                .map(other -> "the group " + group + " conflicts with the group " + other.getKey() + " of "
                        + other.getValue().source()
                        + ": a label of an object of one group would be read as a label of the other group")
                .findFirst();
    }

    private static List<Claim> claims(ApplicationKind kind) {
        KindNames names = kind.names();
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim("plural", new Name(kind.group(), Space.RESOURCE, names.plural())));
        claims.add(new Claim("singular", new Name(kind.group(), Space.RESOURCE, names.singular())));
        for (String shortName : names.shortNames()) {
            claims.add(new Claim("short name", new Name(kind.group(), Space.RESOURCE, shortName)));
        }
        claims.add(new Claim("kind", new Name(kind.group(), Space.KIND, names.kind())));
        claims.add(new Claim("list kind", new Name(kind.group(), Space.KIND, names.listKind())));
        return claims;
    }

    private enum Space {
        RESOURCE,
        KIND
    }

    private record Name(String group, Space space, String name) {}

    private record Claim(String role, Name name) {
        String refusal(Declaration.Valid holder) {
            return "the " + role + " \"" + name.name() + "\" is taken in the group " + name.group() + " by the kind "
                    + holder.kind().names().kind() + " of " + holder.source();
        }
    }
}
