package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.write.FieldValidation;
import dev.chartroom.ports.storage.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The query parameters of every write (wire contract D27 to D29).
 *
 * @param options the dry run and the field manager; the field manager defaults to the start of the User-Agent
 * @param force whether an apply takes over fields that other managers own
 * @param given the query's dryRun, fieldManager and fieldValidation, as CreateOptions or UpdateOptions without
 *     {@code apiVersion} and {@code kind}
 */
public record WriteParameters(WriteOptions options, FieldValidation fieldValidation, boolean force, JsonObject given) {
    private static final int MAX_FIELD_MANAGER = 128;

    /**
     * Reads the parameters of a create or update.
     *
     * @param optionsKind the kind that an error names, such as {@code CreateOptions}
     * @param userAgent the User-Agent header, empty if there is none
     * @throws ApiException Invalid, with an error for each value that is not allowed
     */
    public static WriteParameters of(String optionsKind, QueryParameters query, String userAgent) {
        return checked(optionsKind, query, userAgent, new ArrayList<>());
    }

    /** Reads the parameters of a patch that is not an apply. Otherwise as {@link #of}. */
    public static WriteParameters ofPatch(QueryParameters query, String userAgent) {
        List<FieldError> errors = new ArrayList<>();
        if (query.first("force").isPresent()) {
            errors.add(FieldError.forbidden("force", "may not be specified for non-apply patch"));
        }
        return checked("PatchOptions", query, userAgent, errors);
    }

    /**
     * Reads the parameters of an apply, which requires a field manager (wire contract D63). Otherwise as {@link #of}.
     */
    public static WriteParameters ofApply(QueryParameters query, String userAgent) {
        List<FieldError> errors = new ArrayList<>();
        if (query.text("fieldManager").isEmpty()) {
            errors.add(FieldError.required("fieldManager", "is required for apply patch"));
        }
        return checked("PatchOptions", query, userAgent, errors);
    }

    private static WriteParameters checked(
            String optionsKind, QueryParameters query, String userAgent, List<FieldError> errors) {
        String manager = query.text("fieldManager");
        checkManager(manager, errors);
        List<String> dryRun = query.all("dryRun");
        checkDryRun(dryRun, errors);
        String validation = query.text("fieldValidation");
        FieldValidation fieldValidation = switch (validation) {
            case "", "Warn" -> FieldValidation.WARN;
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            default -> {
                errors.add(FieldError.notSupported(
                        "fieldValidation", new JsonString(validation), List.of("", "Ignore", "Strict", "Warn")));
                yield FieldValidation.WARN;
            }
        };
        if (!errors.isEmpty()) {
            throw invalid(optionsKind, errors);
        }
        return new WriteParameters(
                new WriteOptions(!dryRun.isEmpty(), manager.isEmpty() ? managerOf(userAgent) : manager),
                fieldValidation,
                query.flag("force"),
                JsonObject.builder()
                        .putIfPresent("dryRun", dryRun.isEmpty() ? null : JsonArray.ofStrings(dryRun))
                        .putIfPresent("fieldManager", manager)
                        .putIfPresent("fieldValidation", validation)
                        .build());
    }

    static ApiException invalid(String optionsKind, List<FieldError> errors) {
        return new ApiException(new ApiError.Invalid(new GroupKind("meta.k8s.io", optionsKind), "", errors));
    }

    /** Adds an error if a value is not {@code All}. */
    static void checkDryRun(List<String> values, List<FieldError> errors) {
        if (!values.stream().allMatch("All"::equals)) {
            errors.add(FieldError.notSupported("dryRun", JsonArray.ofStrings(values), List.of("All")));
        }
    }

    private static void checkManager(String manager, List<FieldError> errors) {
        if (manager.getBytes(StandardCharsets.UTF_8).length > MAX_FIELD_MANAGER) {
            // Upstream also adds an error for each unprintable character, and each of these errors quotes the whole
            // name.
            errors.add(FieldError.tooLong("fieldManager", MAX_FIELD_MANAGER));
            return;
        }
        int position = 0;
        for (int c : manager.codePoints().toArray()) {
            if (!GoText.isPrintable(c)) {
                errors.add(FieldError.invalid(
                        "fieldManager",
                        new JsonString(manager),
                        "invalid character U+%04X (at position %d)".formatted(c, position)));
            }
            position += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
        }
    }

    private static String managerOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        StringBuilder manager = new StringBuilder();
        (slash < 0 ? userAgent : userAgent.substring(0, slash))
                .chars()
                .filter(GoText::isPrintable)
                .limit(MAX_FIELD_MANAGER)
                .forEach(c -> manager.append((char) c));
        return manager.isEmpty() ? "unknown" : manager.toString();
    }
}
