package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.meta.GroupKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.ports.storage.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The query parameters that every write has (wire contract D27, D28). */
public final class WriteParameters {
    private static final int MAX_FIELD_MANAGER = 128;

    private WriteParameters() {}

    /**
     * Reads the parameters of a create, update or patch.
     *
     * @param optionsKind the kind whose name an error carries, such as {@code CreateOptions}
     * @param userAgent the User-Agent header, empty where there is none: it names the manager that the query does not
     * @throws ApiException Invalid for a value that is not allowed
     */
    public static WriteOptions of(String optionsKind, QueryParameters query, String userAgent) {
        String manager = query.text("fieldManager");
        if (manager.getBytes(StandardCharsets.UTF_8).length > MAX_FIELD_MANAGER) {
            throw invalid(
                    optionsKind,
                    new FieldError(
                            FieldError.Type.TOO_LONG,
                            "fieldManager",
                            "Too long: may not be more than " + MAX_FIELD_MANAGER + " bytes"));
        }
        if (!manager.chars().allMatch(WriteParameters::isPrintable)) {
            throw invalid(
                    optionsKind,
                    new FieldError(
                            FieldError.Type.INVALID,
                            "fieldManager",
                            "Invalid value: \"" + manager + "\": should only contain printable characters"));
        }
        return new WriteOptions(
                dryRun(optionsKind, query.all("dryRun")), manager.isEmpty() ? managerOf(userAgent) : manager);
    }

    /**
     * True where a dry run is asked for; {@code All} is the only value there is.
     *
     * @throws ApiException Invalid for any other value
     */
    static boolean dryRun(String optionsKind, List<String> values) {
        for (String value : values) {
            if (!value.equals("All")) {
                throw invalid(
                        optionsKind,
                        new FieldError(
                                FieldError.Type.NOT_SUPPORTED,
                                "dryRun",
                                "Unsupported value: \"" + value + "\": supported values: \"All\""));
            }
        }
        return !values.isEmpty();
    }

    static ApiException invalid(String optionsKind, FieldError error) {
        return new ApiException(new ApiError.Invalid(new GroupKind("meta.k8s.io", optionsKind), "", List.of(error)));
    }

    private static String managerOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        StringBuilder manager = new StringBuilder();
        (slash < 0 ? userAgent : userAgent.substring(0, slash))
                .chars()
                .filter(WriteParameters::isPrintable)
                .limit(MAX_FIELD_MANAGER)
                .forEach(c -> manager.append((char) c));
        return manager.isEmpty() ? "unknown" : manager.toString();
    }

    private static boolean isPrintable(int c) {
        return !Character.isISOControl(c) && Character.isDefined(c);
    }
}
