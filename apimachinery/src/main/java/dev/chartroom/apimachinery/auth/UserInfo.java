package dev.chartroom.apimachinery.auth;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A user, as an authenticator identified it.
 *
 * @param uid the uid; empty if the authenticator has none
 * @param extra further attributes of the user, by lower-case key
 */
public record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String AUTHENTICATED_GROUP = "system:authenticated";
    public static final String UNAUTHENTICATED_GROUP = "system:unauthenticated";
    public static final String MASTERS_GROUP = "system:masters";
    public static final UserInfo ANONYMOUS = of("system:anonymous", List.of(UNAUTHENTICATED_GROUP));

    public UserInfo {
        groups = List.copyOf(groups);
        extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    public static UserInfo of(String name, List<String> groups) {
        return new UserInfo(name, "", groups, Map.of());
    }

    /** Returns the user as {@code authentication.k8s.io/v1} UserInfo. As in Go, empty fields are omitted. */
    public JsonObject toJson() {
        JsonObject.Builder json =
                JsonObject.builder().putIfPresent("username", name).putIfPresent("uid", uid);
        if (!groups.isEmpty()) {
            json.put("groups", JsonArray.ofStrings(groups));
        }
        if (!extra.isEmpty()) {
            JsonObject.Builder attributes = JsonObject.builder();
            new TreeMap<>(extra).forEach((key, values) -> attributes.put(key, JsonArray.ofStrings(values)));
            json.put("extra", attributes.build());
        }
        return json.build();
    }

    public boolean isIn(String group) {
        return groups.contains(group);
    }

    /**
     * Returns this user as a member of {@code system:authenticated}, unless it is unauthenticated (wire contract C6).
     */
    public UserInfo authenticated() {
        if (name.equals(ANONYMOUS.name) || isIn(AUTHENTICATED_GROUP) || isIn(UNAUTHENTICATED_GROUP)) {
            return this;
        }
        List<String> all = new ArrayList<>(groups);
        all.add(AUTHENTICATED_GROUP);
        return new UserInfo(name, uid, all, extra);
    }
}
