package dev.chartroom.bootstrap.fetch;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.fetch.HttpFetch.Answer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Downloads charts from registries, by the distribution specification of OCI. */
final class OciRegistry {
    private static final Pattern REFERENCE = Pattern.compile(
            "oci://(?<host>[^/@]+)/(?<name>[a-z0-9._/-]+?)(?::(?<tag>[\\w.+-]{1,128}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?");
    private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Pattern NEXT = Pattern.compile("<([^>]+)>;\\s*rel=\"?next\"?");
    private static final String DOCKER_HUB = "docker.io";
    static final String DOCKER_HUB_REGISTRY = "registry-1.docker.io";
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String LAYER = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
    private static final int MAX_DOCUMENT = 4 * 1024 * 1024;
    private static final int MAX_PAGES = 20;
    private static final int UNAUTHORIZED = 401;

    private final HttpFetch http;
    private final RegistryCredentials credentials;
    private final JsonCodec codec;
    private final String scheme;
    /** The Authorization header for each server, after its first challenge. */
    private final Map<String, String> authorizations = new HashMap<>();

    OciRegistry(HttpFetch http, RegistryCredentials credentials, JsonCodec codec, boolean plainHttp) {
        this.http = http;
        this.credentials = credentials;
        this.codec = codec;
        this.scheme = plainHttp ? "http" : "https";
    }

    /**
     * Returns the archive of a chart.
     *
     * @param reference {@code oci://HOST/NAME}, with a tag or a digest or neither
     * @param version the version, or a range of which the latest version is meant; null for that of the reference, or
     *     else the latest of all
     */
    byte[] archive(String reference, @Nullable String version) throws UnreadableChartException {
        Matcher form = REFERENCE.matcher(reference);
        if (!form.matches()) {
            throw new UnreadableChartException(reference + ": must be oci://HOST/NAME, or with :TAG or @sha256:DIGEST");
        }
        String tag = form.group("tag");
        String digest = form.group("digest");
        if (version != null && ((tag != null && !tag.equals(tag(version))) || digest != null)) {
            throw new UnreadableChartException("--version: " + reference + " names a version already");
        }
        String host = form.group("host").equals(DOCKER_HUB) ? DOCKER_HUB_REGISTRY : form.group("host");
        String base = scheme + "://" + host + "/v2/" + form.group("name");
        String wanted = digest != null ? digest : tag != null ? tag : wanted(base, version);
        byte[] bytes = get(base + "/manifests/" + wanted, MAX_DOCUMENT);
        if (digest != null) {
            Digests.check(reference, digest, bytes);
        }
        JsonObject layer = object(bytes, reference).arrayOrEmpty("layers").objects().stream()
                .filter(each -> each.stringOrEmpty("mediaType").equals(LAYER))
                .findFirst()
                .orElseThrow(() -> new UnreadableChartException(reference + " is no Helm chart"));
        String layerDigest = layer.stringOrEmpty("digest");
        if (!layerDigest.matches("sha256:[0-9a-f]{64}")) {
            throw new UnreadableChartException(reference + ": the manifest has no digest of the chart");
        }
        return Digests.check(reference, layerDigest, get(base + "/blobs/" + layerDigest, ChartDownload.MAX_ARCHIVE));
    }

    /** Tags cannot contain a plus. Helm writes an underscore instead. */
    private static String tag(String version) {
        return version.replace('+', '_');
    }

    /** Returns the tag of a version. Only a range, or no version, requires the list of all tags. */
    private String wanted(String base, @Nullable String version) throws UnreadableChartException {
        if (version != null && version.matches("v?\\d+\\.\\d+\\.\\d+([-+].*)?")) {
            return tag(version);
        }
        Optional<VersionRange> range = version == null ? Optional.empty() : VersionRange.of(version);
        if (version != null && range.isEmpty()) {
            return tag(version);
        }
        List<String> versions = versions(base);
        return tag(range.map(known -> known.latest(versions))
                .orElseGet(() -> ChartVersion.latest(versions))
                .orElseThrow(() -> new UnreadableChartException(
                        base + " has no version " + (version == null ? "of a chart" : version))));
    }

    /** Returns the versions of all tags. */
    private List<String> versions(String base) throws UnreadableChartException {
        List<String> versions = new ArrayList<>();
        URI at = URI.create(base + "/tags/list");
        for (int page = 0; page < MAX_PAGES; page++) {
            Answer answer = answered(at, MAX_DOCUMENT);
            for (String tag :
                    object(answer.body(), at.toString()).arrayOrEmpty("tags").strings()) {
                versions.add(tag.replace('_', '+'));
            }
            Matcher next = NEXT.matcher(answer.headers().firstValue("Link").orElse(""));
            if (!next.find()) {
                break;
            }
            at = resolved(at, next.group(1));
        }
        return versions;
    }

    private byte[] get(String url, int limit) throws UnreadableChartException {
        return answered(resolved(URI.create(scheme + "://localhost"), url), limit)
                .body();
    }

    private Answer answered(URI uri, int limit) throws UnreadableChartException {
        Answer answer = http.get(uri, headers(uri), limit);
        // The challenge of a server that the registry redirects to must not get the registry's credentials.
        if (answer.code() == UNAUTHORIZED && answer.isFromServerOf(uri)) {
            authorizations.put(
                    uri.getAuthority(),
                    authorization(
                            uri, answer.headers().firstValue("WWW-Authenticate").orElse("")));
            answer = http.get(uri, headers(uri), limit);
        }
        if (answer.code() != 200) {
            throw new UnreadableChartException(uri + ": "
                    + switch (answer.code()) {
                        case 404 -> "does not exist";
                        case UNAUTHORIZED, 403 -> "access is denied; log in with helm registry login";
                        default -> "the registry answered with HTTP status " + answer.code();
                    });
        }
        return answer;
    }

    private Map<String, String> headers(URI uri) {
        Map<String, String> headers = new HashMap<>(Map.of("Accept", MANIFEST + ", */*;q=0.1"));
        String authorization = authorizations.get(uri.getAuthority());
        if (authorization != null) {
            headers.put(HttpFetch.AUTHORIZATION, authorization);
        }
        return headers;
    }

    /** Returns the header that answers a challenge: the stored credentials, or a token that they are exchanged for. */
    private String authorization(URI uri, String challenge) throws UnreadableChartException {
        Optional<String> basic = credentials.of(uri.getAuthority());
        if (!challenge.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return basic.orElseThrow(
                    () -> new UnreadableChartException(uri + ": access is denied; log in with helm registry login"));
        }
        Map<String, String> parameters = new HashMap<>();
        PARAMETER.matcher(challenge).results().forEach(match -> parameters.put(match.group(1), match.group(2)));
        StringBuilder query = new StringBuilder();
        for (String name : List.of("service", "scope")) {
            if (parameters.containsKey(name)) {
                query.append(query.isEmpty() ? "?" : "&")
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(parameters.get(name), StandardCharsets.UTF_8));
            }
        }
        URI realm = resolved(uri, parameters.getOrDefault("realm", "") + query);
        Map<String, String> headers = new HashMap<>();
        if (realm.getScheme().equals(scheme)) {
            basic.ifPresent(value -> headers.put(HttpFetch.AUTHORIZATION, value));
        }
        Answer answer = http.get(realm, headers, MAX_DOCUMENT);
        JsonObject token = answer.code() == 200 ? object(answer.body(), realm.toString()) : JsonObject.EMPTY;
        String value = token.string("token").orElseGet(() -> token.stringOrEmpty("access_token"));
        if (value.isEmpty()) {
            throw new UnreadableChartException(uri + ": access is denied; log in with helm registry login");
        }
        return "Bearer " + value;
    }

    private JsonObject object(byte[] json, String source) throws UnreadableChartException {
        try {
            if (codec.parse(json) instanceof JsonObject object) {
                return object;
            }
        } catch (ApiException _) {
            // Reported below.
        }
        throw new UnreadableChartException(source + ": the registry did not answer with a JSON object");
    }

    private static URI resolved(URI base, String url) throws UnreadableChartException {
        try {
            URI uri = base.resolve(url);
            if (uri.getHost() != null
                    && (uri.getScheme().equals("https") || uri.getScheme().equals("http"))) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // Reported below.
        }
        throw new UnreadableChartException("\"" + url + "\" is no URL");
    }
}
