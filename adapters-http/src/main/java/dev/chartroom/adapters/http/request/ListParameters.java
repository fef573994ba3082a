package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.go.GoNumbers;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The query parameters of get, list and watch, checked as apimachinery's internalversion validation does. */
public final class ListParameters {
    private static final GroupKind LIST_OPTIONS = new GroupKind("meta.k8s.io", "ListOptions");
    private static final String LABELS = "labelSelector";
    private static final String FIELDS = "fieldSelector";
    private static final String MATCH = "resourceVersionMatch";
    private static final String NOT_OLDER_THAN = "NotOlderThan";
    /** In characters. Matching a longer selector against all objects takes long. */
    private static final int LARGE_SELECTOR = 1024;
    /** In characters. A watch keeps its selectors in memory. Upstream limits only the whole head of a request. */
    static final int MAX_SELECTOR = 64 * 1024;

    private ListParameters() {}

    /**
     * Reads the resource version of a get (wire contract D33).
     *
     * @throws ApiException BadRequest if the resource version is malformed, or if the query has the removed
     *     parameter {@code export}
     */
    public static String get(QueryParameters query) {
        if (query.flag("export")) {
            throw ApiException.badRequest("the export parameter, deprecated since v1.14, is no longer supported");
        }
        return resourceVersion(query, "");
    }

    /** Reads the parameters of a list of a kind, as {@link #list(String, QueryParameters)} does. */
    public static ListRequest list(ApplicationKind kind, String namespace, QueryParameters query) {
        return SelectedFields.of(kind, query).list(namespace);
    }

    /** Reads the parameters of a watch of a kind, as {@link #watch(String, String, QueryParameters)} does. */
    public static WatchRequest watch(ApplicationKind kind, String namespace, String name, QueryParameters query) {
        return SelectedFields.of(kind, query).watch(namespace, name);
    }

    /**
     * Reads the parameters of a list (wire contract D35 to D37).
     *
     * @throws ApiException BadRequest for a malformed value, Invalid for a combination that is not allowed
     */
    public static ListRequest list(String namespace, QueryParameters query) {
        timeoutSeconds(query);
        long limit = Math.max(0, query.integer("limit").orElse(0));
        LabelSelector labelSelector = labelSelector(query);
        FieldSelector fieldSelector = fieldSelector(query);
        String resourceVersion = query.text("resourceVersion");
        String match = query.text(MATCH);
        String token = query.text("continue");
        List<FieldError> errors = new ArrayList<>();
        if (!match.isEmpty()) {
            checkMatch(match, resourceVersion, token, errors);
        }
        if (query.first("sendInitialEvents").isPresent()) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        throwIfInvalid(errors);
        if (!token.isEmpty() && !resourceVersion.isEmpty() && !resourceVersion.equals("0")) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        return new ListRequest(
                namespace,
                labelSelector,
                fieldSelector,
                limit,
                token,
                resourceVersion(query, "invalid resource version: "),
                match);
    }

    /**
     * Reads the parameters of a watch (wire contract D40 to D46).
     *
     * @param name the one object that the path names, empty if it names none
     * @throws ApiException in the same cases as {@link #list}
     */
    public static WatchRequest watch(String namespace, String name, QueryParameters query) {
        timeoutSeconds(query);
        query.integer("limit");
        LabelSelector labelSelector = labelSelector(query);
        FieldSelector fieldSelector = fieldSelector(query);
        String match = query.text(MATCH);
        Optional<Boolean> sendInitialEvents =
                query.first("sendInitialEvents").map(_ -> query.flag("sendInitialEvents"));
        List<FieldError> errors = new ArrayList<>();
        if (sendInitialEvents.isPresent() && !match.equals(NOT_OLDER_THAN)) {
            errors.add(FieldError.forbidden(
                    MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (match.isEmpty() && !query.text("continue").isEmpty()) {
            errors.add(FieldError.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
        }
        if (!match.isEmpty()) {
            checkMatchOfWatch(match, sendInitialEvents.isPresent(), query.text("continue"), errors);
        }
        throwIfInvalid(errors);
        return new WatchRequest(
                namespace,
                labelSelector,
                name.isEmpty() ? fieldSelector : ofName(name, fieldSelector),
                resourceVersion(query, ""),
                query.flag("allowWatchBookmarks"),
                sendInitialEvents
                        .map(send -> send ? InitialEvents.SEND : InitialEvents.SKIP)
                        .orElse(InitialEvents.UNSET));
    }

    /** Returns the total number of characters in both selectors. */
    public static int selectorLength(QueryParameters query) {
        return query.text(LABELS).length() + query.text(FIELDS).length();
    }

    /**
     * Returns the timeout of a watch in seconds; empty if the client does not set one.
     *
     * @throws ApiException BadRequest if the parameter is not an integer
     */
    public static OptionalLong timeoutSeconds(QueryParameters query) {
        return query.integer("timeoutSeconds");
    }

    private static void checkMatch(String match, String resourceVersion, String token, List<FieldError> errors) {
        if (resourceVersion.isEmpty()) {
            errors.add(FieldError.forbidden(
                    MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
        }
        if (!token.isEmpty()) {
            errors.add(FieldError.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
        }
        if (!match.equals("Exact") && !match.equals(NOT_OLDER_THAN)) {
            errors.add(unsupported(match, "\"Exact\", \"NotOlderThan\", \"\""));
        }
        if (match.equals("Exact") && resourceVersion.equals("0")) {
            errors.add(FieldError.forbidden(
                    MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
        }
    }

    private static void checkMatchOfWatch(
            String match, boolean sendInitialEvents, String token, List<FieldError> errors) {
        if (!sendInitialEvents) {
            errors.add(FieldError.forbidden(
                    MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!match.equals(NOT_OLDER_THAN)) {
            errors.add(unsupported(match, "\"NotOlderThan\""));
        }
        if (!token.isEmpty()) {
            errors.add(FieldError.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
        }
    }

    private static FieldError unsupported(String match, String supported) {
        return new FieldError(
                FieldError.Type.NOT_SUPPORTED,
                MATCH,
                "Unsupported value: " + new JsonString(match) + ": supported values: " + supported);
    }

    private static String resourceVersion(QueryParameters query, String prefix) {
        String resourceVersion = query.text("resourceVersion");
        if (!resourceVersion.isEmpty()) {
            GoNumbers.unsigned(resourceVersion).ifPresent(error -> {
                throw ApiException.badRequest(
                        prefix + "resourceVersion: Invalid value: " + new JsonString(resourceVersion) + ": " + error);
            });
        }
        return resourceVersion;
    }

    private static FieldSelector ofName(String name, FieldSelector selector) {
        if (selector.requirements().isEmpty()) {
            return FieldSelector.ofName(name);
        }
        if (!selector.required(FieldSelector.Field.NAME).equals(Optional.of(name))) {
            throw ApiException.badRequest("fieldSelector metadata.name doesn't match requested name");
        }
        return selector;
    }

    private static LabelSelector labelSelector(QueryParameters query) {
        return parsed(LABELS, query, LabelSelector::parse);
    }

    private static FieldSelector fieldSelector(QueryParameters query) {
        return parsed(FIELDS, query, FieldSelector::parse);
    }

    private static <T> T parsed(String parameter, QueryParameters query, Function<String, T> parser) {
        String text = query.text(parameter);
        if (text.length() > MAX_SELECTOR) {
            throw ApiException.badRequest(parameter + " is longer than " + MAX_SELECTOR + " characters");
        }
        if (text.length() > LARGE_SELECTOR) {
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static void throwIfInvalid(List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(LIST_OPTIONS, "", errors));
        }
    }
}
