package dev.chartroom.domain.kind;

import java.util.regex.Pattern;

/**
 * The form of a string in a definition. The rules for names are those of CustomResourceDefinitions, so a
 * CustomResourceDefinition could declare every accepted kind. The rules for a release are those of Flux's HelmRelease
 * v2.
 */
public enum TextRule {
    GROUP(
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+",
            253,
            "a DNS-1123 subdomain with a dot in it, such as apps.example.com"),
    DNS_1035_LABEL(
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            63,
            "a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last)"),
    KIND("[A-Z][A-Za-z0-9]*", 63, "a CamelCase name of at most 63 letters and digits, such as Redis"),

    STORE("[a-z]([-a-z0-9]*[a-z0-9])?", 63, "the name of a store, such as helmrelease or postgres"),

    /** Helm limits a release name to 53 characters. At least one of them is for the object name. */
    RELEASE_PREFIX(
            "[a-z0-9][-a-z0-9]*", 52, "at most 52 lower case letters, digits and '-', with a letter or digit first"),
    CHART_KIND("OCIRepository|HelmChart|ExternalArtifact", 16, "OCIRepository, HelmChart or ExternalArtifact"),
    CHART("(?s).+", 2048, "a chart's name or path"),
    VALUES_FILE("(?s).+", 4096, "a path"),
    SOURCE_KIND("HelmRepository|GitRepository|Bucket", 14, "HelmRepository, GitRepository or Bucket"),
    SIGNATURE_PROVIDER("cosign|notation", 8, "cosign or notation"),
    RECONCILE_STRATEGY("ChartVersion|Revision", 12, "ChartVersion or Revision"),
    FAILURE_STRATEGY("RetryOnFailure|RemediateOnFailure", 18, "RetryOnFailure or RemediateOnFailure"),
    REMEDIATION("rollback|uninstall", 9, "rollback or uninstall"),
    DELETION_POLICY("uninstall|retain", 9, "uninstall or retain"),
    SUSPENDED_DELETION("allow|refuse", 6, "allow or refuse"),
    DRIFT_MODE("enabled|warn|disabled", 8, "enabled, warn or disabled"),
    /** A pointer of RFC 6901; the empty pointer refers to the whole object. */
    JSON_POINTER("(/([^~/]|~[01])*)*+", 4096, "a JSON pointer such as /spec/replicas, or empty for the whole object"),
    SOURCE_VERSION("source\\.toolkit\\.fluxcd\\.io/v[0-9][a-z0-9]*", 63, "a version of source.toolkit.fluxcd.io"),
    OBJECT_NAME("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*", 253, "a DNS-1123 subdomain"),
    NAMESPACE("[a-z0-9]([-a-z0-9]*[a-z0-9])?", 63, "a DNS-1123 label"),
    VALUES_KIND("Secret|ConfigMap", 9, "Secret or ConfigMap"),
    VALUES_KEY("[-._a-zA-Z0-9]+", 253, "a data key"),
    TARGET_PATH("([-a-zA-Z0-9_.\\\\/]|\\[[0-9]{1,5}\\])+", 250, "a path in dot notation"),
    SENSITIVE_PATH(
            "spec(\\.(\\*|[^.*\\[\\]\\s]+)(\\[\\*])*+)+",
            1024,
            "a path of a value below spec, such as spec.users[*].password or spec.tokens.*"),
    RULE_PATH(
            "spec(\\.(\\*|[^.*\\[\\]\\s]+)(\\[\\*])*+)++(?<![*\\]])",
            1024,
            "the path of a field below spec, such as spec.size or spec.users[*].name"),
    WORKLOAD_KIND("Deployment|StatefulSet|DaemonSet", 16, "Deployment, StatefulSet or DaemonSet"),
    ENDPOINT_KIND("Service|Ingress|Gateway|HTTPRoute", 16, "Service, Ingress, Gateway or HTTPRoute"),
    NAME_PATTERN("[-a-z0-9.*]+", 253, "a name, with * for any text, such as *-master"),
    KIND_VERSION(
            "([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?",
            317,
            "a group and version, such as batch/v1"),
    FIELD_PATH("[-_A-Za-z0-9]+(\\.[-_A-Za-z0-9]+)*", 1024, "the path of a field, such as spec.cluster.name"),
    OWNED_NAME("[-a-z0-9.]*\\*[-a-z0-9.]*", 253, "a name in which * stands for the name of the owner, such as *-app"),
    /** The paths of the scale subresource are as simple as those of a CustomResourceDefinition. */
    SCALE_SPEC_PATH("\\.spec(\\.[-_A-Za-z0-9]+)+", 1024, "the path of a field below .spec, such as .spec.replicas"),
    SCALE_STATUS_PATH(
            "\\.status(\\.[-_A-Za-z0-9]+)+", 1024, "the path of a field below .status, such as .status.replicas"),
    SCALE_SELECTOR_PATH(
            "\\.(spec|status)(\\.[-_A-Za-z0-9]+)+",
            1024,
            "the path of a field below .spec or .status, such as .status.selector"),
    COLUMN_TYPE("integer|number|string|boolean|date", 7, "integer, number, string, boolean or date"),
    COLUMN_FORMAT(
            "int32|int64|float|double|byte|date|date-time|password",
            9,
            "int32, int64, float, double, byte, date, date-time or password"),
    CONDITION_TYPE(
            "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?",
            316,
            "the type of a condition, such as Released"),
    FIELD_NAME("[A-Za-z][A-Za-z0-9]*", 63, "a name of at most 63 letters and digits, such as chartVersion"),
    FIELD_TYPE("string|integer|number|boolean|object|array", 7, "string, integer, number, boolean, object or array"),
    WIDGET("[a-z]([-a-z0-9]*[a-z0-9])?", 63, "the name of a widget in lower case, such as textarea"),
    OPTION_SOURCE("StorageClasses|Applications", 14, "StorageClasses or Applications"),
    RESOURCE(
            "[a-z]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}",
            317,
            "a resource with its API group, such as redises.apps.example.com"),
    WAIT_STRATEGY("poller|legacy", 6, "poller or legacy"),
    LABEL_KEY(
            "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?",
            317,
            "a label key"),
    LABEL_VALUE("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?", 63, "a label value"),
    ANY("(?s).*", Integer.MAX_VALUE, "any text"),
    BOOLEAN("(?i)true|false", 5, "true or false");

    private final Pattern pattern;
    private final int maxLength;
    private final String description;

    TextRule(String regex, int maxLength, String description) {
        this.pattern = Pattern.compile(regex);
        this.maxLength = maxLength;
        this.description = description;
    }

    public boolean accepts(String text) {
        return text.length() <= maxLength && pattern.matcher(text).matches();
    }

    /** Returns the error for a string that is not accepted. */
    public String problem(String text) {
        return "must be " + description + ", not \"" + text + "\"";
    }
}
