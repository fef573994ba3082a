package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells a user which kinds of objects they may create in a namespace. Each kind is a question to the authorizer, so an
 * answer covers a limited number of kinds, and the next question continues it. Quotas are shown only for kinds that the
 * user may create. A user who exceeds a quota learns the same from the error.
 */
public record KindsReview(Supplier<KindRegistry> registry, Authorizer authorizer, ObjectQuota quota) implements Review {
    /** The most kinds in one answer. */
    static final int MOST_KINDS = 100;

    /** After these characters of icons, an answer has no further kinds. */
    static final int MANY_ICONS = 512 * 1024;

    private static final String CONTINUE = "continue";

    @Override
    public JsonObject status(Application question, UserInfo user, WriteOptions options) {
        String namespace = question.metadata().namespace();
        JsonObject spec = question.spec() == null ? JsonObject.EMPTY : question.spec();
        List<ApplicationKind> asked = asked(spec);
        boolean withIcons = spec.isTrue("icons");
        UserRights rights = new UserRights(user, authorizer);
        NamespacedName anywhere = new NamespacedName(namespace, "");
        List<JsonValue> allowed = new ArrayList<>();
        int read = 0;
        int icons = 0;
        while (read < Math.min(MOST_KINDS, asked.size()) && icons < MANY_ICONS) {
            ApplicationKind kind = asked.get(read++);
            if (rights.may("create", kind, anywhere)) {
                String icon = withIcons ? kind.icon() : "";
                allowed.add(shown(kind, icon, namespace));
                icons += icon.length();
            }
        }
        return JsonObject.builder()
                .put("kinds", new JsonArray(allowed))
                .putIfPresent(CONTINUE, read < asked.size() ? position(asked.get(read - 1)) : "")
                .build();
    }

    /** Returns the kinds of a question in their order, each in its preferred version. */
    private List<ApplicationKind> asked(JsonObject spec) {
        String group = spec.stringOrEmpty("group");
        String after = spec.stringOrEmpty(CONTINUE);
        Map<String, ApplicationKind> preferred = new LinkedHashMap<>();
        registry.get().served().stream()
                .filter(kind -> !kind.isBuiltIn())
                .filter(kind -> group.isEmpty() || kind.group().equals(group))
                .filter(kind -> position(kind).compareTo(after) > 0)
                .forEach(kind -> preferred.putIfAbsent(position(kind), kind));
        return preferred.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String position(ApplicationKind kind) {
        return kind.group() + "/" + kind.names().plural();
    }

    private JsonObject shown(ApplicationKind kind, String icon, String namespace) {
        return JsonObject.builder()
                .put("group", kind.group())
                .put("version", kind.version())
                .put("kind", kind.names().kind())
                .put("resource", kind.names().plural())
                .putIfPresent("description", kind.description())
                .putIfPresent("icon", icon)
                .put(
                        "quotas",
                        new JsonArray(resources(kind)
                                .flatMap(resource -> quota.limits(namespace, resource).stream())
                                .<JsonValue>map(KindsReview::shown)
                                .toList()))
                .put("costs", ShownCosts.of(kind, JsonObject.EMPTY))
                .build();
    }

    /** Returns the resources of quotas that limit objects of a kind. */
    private static Stream<String> resources(ApplicationKind kind) {
        return Stream.concat(
                Stream.of(ObjectQuota.resource(kind)),
                kind.stored().costs().stream().filter(Cost::isLimited).map(cost -> cost.resource(kind.group())));
    }

    private static JsonObject shown(ObjectQuota.Limit limit) {
        return JsonObject.builder()
                .put("name", limit.quota())
                .put("resource", limit.resource())
                .put("hard", limit.hard())
                .putIfPresent("used", limit.used())
                .putIfPresent("left", limit.left())
                .build();
    }
}
