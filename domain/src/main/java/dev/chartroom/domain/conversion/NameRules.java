package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The rules for the name of a new Application. If the Application has a HelmRelease, the HelmRelease and the release in
 * Helm are named prefix + name.
 */
public final class NameRules {
    private static final String FIELD = "metadata.name";
    private static final int HELM_MAX = 53;
    private static final int LABEL_MAX = 63;
    private static final Pattern DNS_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private NameRules() {}

    /**
     * Returns Kubernetes' check for the names of a kind's objects. The check returns errors in apimachinery's words; no
     * errors if a name is valid.
     */
    public static Function<String, List<String>> format(ApplicationKind kind) {
        return NamespaceKind.is(kind) ? NameFormats::dnsLabel : NameFormats::dnsSubdomain;
    }

    /** Returns the field errors of a name, in apimachinery's words; empty if it is valid. */
    public static List<FieldError> check(ApplicationKind kind, String name) {
        if (NamespaceKind.is(kind)) {
            return List.of();
        }
        if (name.isEmpty()) {
            return List.of(FieldError.required(FIELD, "name or generateName is required"));
        }
        if (kind.isBuiltIn()) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        if (name.length() > LABEL_MAX) {
            errors.add(invalid(name, "must be no more than " + LABEL_MAX + " characters"));
        }
        if (!DNS_1035.matcher(name).matches()) {
            errors.add(invalid(
                    name,
                    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                            + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
                            + " 'abc-123', regex used for validation is '" + DNS_1035 + "')"));
        }
        int longest = Math.max(0, HELM_MAX - kind.release().prefix().length());
        if (errors.isEmpty() && name.length() > longest && !kind.release().equals(ReleaseTemplate.NONE)) {
            errors.add(new FieldError(
                    FieldError.Type.TOO_LONG,
                    FIELD,
                    "Too long: may not be more than " + longest + " bytes: Helm's limit of " + HELM_MAX
                            + " less the length of the prefix \""
                            + kind.release().prefix() + "\""));
        }
        return errors;
    }

    private static FieldError invalid(String name, String detail) {
        return FieldError.invalid(FIELD, new JsonString(name), detail);
    }
}
