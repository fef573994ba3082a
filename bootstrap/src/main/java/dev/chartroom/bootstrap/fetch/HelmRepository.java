package dev.chartroom.bootstrap.fetch;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.Spelling;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.fetch.HttpFetch.Answer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds charts in a repository of Helm: a web server with an index. */
final class HelmRepository {
    private static final int MAX_INDEX = 64 * 1024 * 1024;
    private static final int NAMED = 5;

    private final HttpFetch http;
    private final RegistryCredentials credentials;
    private final JsonCodec codec;

    HelmRepository(HttpFetch http, RegistryCredentials credentials, JsonCodec codec) {
        this.http = http;
        this.credentials = credentials;
        this.codec = codec;
    }

    /**
     * An archive that an index names.
     *
     * @param digest the SHA-256 digest; empty if the index has none
     */
    record Entry(String url, String digest) {}

    /** @param version the version, or a range of which the latest version is meant; null for the latest of all */
    Entry find(String repository, String chart, @Nullable String version) throws UnreadableChartException {
        String base = repository.endsWith("/") ? repository : repository + "/";
        JsonObject entries = index(base + "index.yaml").objectOrEmpty("entries");
        List<JsonObject> versions = entries.arrayOrEmpty(chart).objects();
        if (versions.isEmpty()) {
            throw new UnreadableChartException(
                    repository + " has no chart \"" + chart + "\"" + Spelling.question(chart, entries.names()));
        }
        List<String> known = versions.stream()
                .map(entry -> entry.stringOrEmpty("version"))
                .collect(Collectors.toCollection(ArrayList::new));
        String wanted = version == null
                ? ChartVersion.latest(known).orElse(known.getFirst())
                : known.contains(version)
                        ? version
                        : VersionRange.of(version)
                                .flatMap(range -> range.latest(known))
                                .orElse(version);
        JsonObject entry = versions.stream()
                .filter(each -> each.stringOrEmpty("version").equals(wanted))
                .findFirst()
                .orElseThrow(() -> new UnreadableChartException(repository + " has no version " + wanted + " of "
                        + chart + "; the first versions of its index are "
                        + known.stream().limit(NAMED).collect(Collectors.joining(", "))));
        String url = entry.arrayOrEmpty("urls").strings().stream()
                .findFirst()
                .orElseThrow(() -> new UnreadableChartException(repository + ": the index has no URL of " + chart));
        return new Entry(url.contains("://") ? url : base + url, entry.stringOrEmpty("digest"));
    }

    /**
     * Downloads an archive.
     *
     * @param trusted the repository or URL that the user named: only its server gets credentials
     */
    byte[] archive(String url, String trusted) throws UnreadableChartException {
        return get(url, trusted, ChartDownload.MAX_ARCHIVE);
    }

    private JsonObject index(String url) throws UnreadableChartException {
        try {
            if (codec.parseYaml(get(url, url, MAX_INDEX)) instanceof JsonObject index) {
                return index;
            }
        } catch (ApiException e) {
            throw new UnreadableChartException(
                    url + ": " + String.valueOf(e.getMessage()).replaceFirst("^the body ", "the file "));
        }
        throw new UnreadableChartException(url + ": must be an object");
    }

    private byte[] get(String url, String trusted, int limit) throws UnreadableChartException {
        URI uri = uri(url);
        URI named = uri(trusted);
        // An index may list a URL without encryption on the same server.
        Map<String, String> headers = HttpFetch.isSameServer(uri, named)
                ? credentials
                        .of(uri.getAuthority())
                        .map(value -> Map.of(HttpFetch.AUTHORIZATION, value))
                        .orElse(Map.of())
                : Map.of();
        Answer answer = http.get(uri, headers, limit);
        if (answer.code() != 200) {
            throw new UnreadableChartException(uri + ": "
                    + (answer.code() == 404
                            ? "does not exist"
                            : "the server answered with HTTP status " + answer.code()));
        }
        return answer.body();
    }

    private static URI uri(String url) throws UnreadableChartException {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // Reported below.
        }
        throw new UnreadableChartException("\"" + url + "\" is no URL of a web server");
    }
}
