package dev.chartroom.bootstrap.fetch;

import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A chart that is not on this machine, as the arguments of {@code helm pull} name it.
 *
 * @param chart {@code oci://...}, the URL of an archive, or the name of a chart in the repository
 * @param repository the URL of the repository; null if the chart is a URL
 * @param version the version of the chart; null for the latest one
 * @param authorities the authorities of the servers, in PEM; null for those of the JVM
 * @param plainHttp whether registries are reached without encryption
 */
public record ChartDownload(
        String chart,
        @Nullable String repository,
        @Nullable String version,
        @Nullable Path authorities,
        boolean plainHttp) {
    static final int MAX_ARCHIVE = 64 * 1024 * 1024;

    private static final String OCI = "oci://";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Returns whether a chart must be downloaded; otherwise it is a file or a folder. */
    public boolean isRemote() {
        return repository != null
                || chart.startsWith(OCI)
                || chart.startsWith("https://")
                || chart.startsWith("http://");
    }

    /**
     * Returns the archive of the chart.
     *
     * @param environment the variables that name files with credentials
     * @param codec reads what servers answer; an index of a repository may be large
     * @throws UnreadableChartException if the chart cannot be downloaded; the message is a sentence
     */
    public byte[] archive(Map<String, String> environment, Path home, JsonCodec codec) throws UnreadableChartException {
        RegistryCredentials credentials = new RegistryCredentials(environment, home, codec);
        try (HttpFetch http = new HttpFetch(authorities, TIMEOUT)) {
            OciRegistry registry = new OciRegistry(http, credentials, codec, plainHttp);
            HelmRepository helm = new HelmRepository(http, credentials, codec);
            if (repository == null) {
                return chart.startsWith(OCI) ? registry.archive(chart, version) : helm.archive(chart, chart);
            }
            if (repository.startsWith(OCI)) {
                return registry.archive(repository + "/" + chart, version);
            }
            HelmRepository.Entry entry = helm.find(repository, chart, version);
            byte[] archive = entry.url().startsWith(OCI)
                    ? registry.archive(entry.url(), null)
                    : helm.archive(entry.url(), repository);
            return entry.digest().isEmpty() ? archive : Digests.check(entry.url(), entry.digest(), archive);
        }
    }
}
