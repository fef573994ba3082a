package dev.chartroom.e2e.clients;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Normalises the output of clients. It replaces everything that differs between runs: UIDs, resource versions, times
 * and the order that depends on them, ages, generated names and files, the group and the namespace. UIDs and resource
 * versions are numbered by their first occurrence, so that equal ones stay equal.
 */
final class Canonical {
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern RESOURCE_VERSION = Pattern.compile(
            "(resourceVersion\\\\?\"?: ?\\\\?\"|Resource Version: +|ResourceVersion in (?:the precondition|record) \\()(\\d+)");
    /** The resource version of a list: other clients may have changed the state since its objects changed. */
    private static final Pattern LIST_VERSION = Pattern.compile(
            "(\"metadata\\\\?\": ?\\{(?:\"continue\": ?\"[^\"]*\", ?)?\"resourceVersion\": ?\")\\d+(?=\"\\})");

    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(Z|\\.\\d+ [+-]\\d{4})");
    private static final Pattern AGE = Pattern.compile("(?<=\\s)(\\d+s|\\d+m(\\d+s)?)( +|$)", Pattern.MULTILINE);
    private static final Pattern TEMPORARY_FILE = Pattern.compile("(LIVE-|MERGED-|kubectl-edit-)\\d+");
    private static final Pattern LOG = Pattern.compile("[IWE]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d+ +\\d+ ");

    /** The deadline of a command ({@code --timeout}) can end it while its client opens a watch. */
    private static final Pattern DEADLINE = Pattern.compile(
            "(?m)^! <log> reflector\\.go:\\d+\\] \"Failed to watch\" err=\"context deadline exceeded\".*\\n");

    private static final Pattern GENERATED = Pattern.compile("(?<=\\bmade-)[a-z0-9]{5}\\b");
    private static final Pattern HASH = Pattern.compile("(?<=\"storageVersionHash\":\")[^\"]+");

    /** The kube-apiserver lists several errors of an object in any order. */
    private static final Pattern FAULTS = Pattern.compile("(?m)(^! ( +\\.|\\* )spec\\..*\n){2,}");

    private final Side side;
    private final String namespace;
    private final Map<String, Map<String, String>> names = new HashMap<>();

    Canonical(Side side, String namespace) {
        this.side = side;
        this.namespace = namespace;
    }

    String text(String raw) {
        String text = TIME.matcher(ManagedFieldsOrder.settled(raw)).replaceAll("<time>");
        text = UID.matcher(text).replaceAll(match -> named("uid", match.group()));
        text = LIST_VERSION.matcher(text).replaceAll("$1rv*");
        text = RESOURCE_VERSION.matcher(text).replaceAll(this::resourceVersion);
        text = TEMPORARY_FILE.matcher(text).replaceAll("$1<n>");
        text = GENERATED.matcher(text).replaceAll("<suffix>");
        text = HASH.matcher(text).replaceAll("<hash>");
        text = FAULTS.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group().lines().sorted().collect(Collectors.joining("\n", "", "\n"))));
        text = DEADLINE.matcher(LOG.matcher(text).replaceAll("<log> ")).replaceAll("");
        text = AGE.matcher(text).replaceAll(match -> match.group(3).isEmpty() ? "<age>" : "<age>  ");
        return text.replace(side.group(), "GROUP").replace(namespace, "NAMESPACE");
    }

    private String resourceVersion(MatchResult match) {
        return Matcher.quoteReplacement(match.group(1)) + named("rv", match.group(2));
    }

    private String named(String sort, String value) {
        Map<String, String> known = names.computeIfAbsent(sort, _ -> new HashMap<>());
        return known.computeIfAbsent(value, _ -> sort + (known.size() + 1));
    }
}
