package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.GroupKind;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The query parameters of list and watch, checked as apimachinery's internalversion validation does. */
public final class ListParameters {
    private static final GroupKind LIST_OPTIONS = new GroupKind("meta.k8s.io", "ListOptions");

    private ListParameters() {}

    /**
     * Reads the parameters of a list (wire contract D35 to D37).
     *
     * @throws ApiException BadRequest for a malformed value, Invalid for a combination that is not allowed
     */
    public static ListRequest list(String namespace, QueryParameters query) {
        String resourceVersion = resourceVersion(query);
        String match = query.text("resourceVersionMatch");
        String token = query.text("continue");
        List<FieldError> errors = new ArrayList<>();
        if (query.first("sendInitialEvents").isPresent()) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        if (!match.isEmpty()) {
            checkMatch(match, resourceVersion, token, errors);
        }
        refuse(errors);
        if (!token.isEmpty() && !resourceVersion.isEmpty() && !resourceVersion.equals("0")) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        return new ListRequest(
                namespace, labelSelector(query), fieldSelector(query), limit(query), token, resourceVersion, match);
    }

    /**
     * Reads the parameters of a watch (wire contract D40 to D46).
     *
     * @throws ApiException as {@link #list}
     */
    public static WatchRequest watch(String namespace, QueryParameters query) {
        String match = query.text("resourceVersionMatch");
        Optional<Boolean> sendInitialEvents =
                query.first("sendInitialEvents").map(value -> !value.equalsIgnoreCase("false") && !value.equals("0"));
        List<FieldError> errors = new ArrayList<>();
        if (sendInitialEvents.isPresent() && !match.equals("NotOlderThan")) {
            errors.add(FieldError.forbidden(
                    "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (sendInitialEvents.isEmpty() && !match.isEmpty()) {
            errors.add(FieldError.forbidden(
                    "resourceVersionMatch",
                    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        refuse(errors);
        return new WatchRequest(
                namespace,
                labelSelector(query),
                fieldSelector(query),
                resourceVersion(query),
                query.flag("allowWatchBookmarks"),
                sendInitialEvents
                        .map(send -> send ? InitialEvents.SEND : InitialEvents.SKIP)
                        .orElse(InitialEvents.UNSET));
    }

    private static void checkMatch(String match, String resourceVersion, String token, List<FieldError> errors) {
        String field = "resourceVersionMatch";
        if (!token.isEmpty()) {
            errors.add(FieldError.forbidden(field, "resourceVersionMatch is forbidden when continue is provided"));
        }
        switch (match) {
            case "Exact" -> {
                if (resourceVersion.isEmpty()) {
                    errors.add(FieldError.forbidden(
                            field, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
                } else if (resourceVersion.equals("0")) {
                    errors.add(FieldError.forbidden(
                            field, "resourceVersionMatch \"Exact\" is forbidden for resourceVersion \"0\""));
                }
            }
            case "NotOlderThan" -> {
                if (resourceVersion.isEmpty()) {
                    errors.add(FieldError.forbidden(
                            field, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
                }
            }
            default ->
                errors.add(new FieldError(
                        FieldError.Type.NOT_SUPPORTED,
                        field,
                        "Unsupported value: \"" + match + "\": supported values: \"Exact\", \"NotOlderThan\""));
        }
    }

    private static String resourceVersion(QueryParameters query) {
        String resourceVersion = query.text("resourceVersion");
        if (!resourceVersion.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw ApiException.badRequest("invalid resource version \"" + resourceVersion + "\"");
        }
        return resourceVersion;
    }

    private static LabelSelector labelSelector(QueryParameters query) {
        return parsed(query.text("labelSelector"), LabelSelector::parse);
    }

    private static FieldSelector fieldSelector(QueryParameters query) {
        return parsed(query.text("fieldSelector"), FieldSelector::parse);
    }

    private static <T> T parsed(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static long limit(QueryParameters query) {
        String limit = query.text("limit");
        try {
            return limit.isEmpty() ? 0 : Math.max(0, Long.parseLong(limit));
        } catch (NumberFormatException _) {
            throw ApiException.badRequest("the parameter limit must be an integer, not \"" + limit + "\"");
        }
    }

    private static void refuse(List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(LIST_OPTIONS, "", errors));
        }
    }
}
