package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Watches that their clients leave, over one multiplexed connection to the aggregator, leave nothing behind; and however
 * many there are, none of them is a watch upstream.
 */
@RequiresControlPlane
class CancelledWatchTest {
    private static final int WATCHES = 50;
    private static final String WATCH = "/apis/apps.example.com/v1alpha1/namespaces/cancelled/redises?watch=1";

    @Test
    void silentWatchesThatAreCancelledEnd() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "cancelled");
        try (Program program =
                        Program.start(controlPlane, Definitions.EXAMPLES).registered("apps.example.com", "v1alpha1");
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                        .build()) {
            // What other tests watched ends with their programs.
            Awaitility.await("watches of other tests are gone")
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> upstreamWatches(controlPlane) == 0);
            HttpClient direct = program.client(controlPlane.admin().identity());
            // Garbage collection and quotas watch each kind, too, from some time on.
            long byControllers =
                    2L * program.assembly().catalogue().registry().kinds().size();
            assertThat(byControllers).isLessThan(WATCHES / 2);
            List<InputStream> watches = new ArrayList<>();
            for (int i = 0; i < WATCHES; i++) {
                watches.add(open(client, controlPlane.url() + WATCH));
            }
            assertThat(watches(direct, program)).isBetween((long) WATCHES, WATCHES + byControllers);
            assertThat(upstreamWatches(controlPlane)).isZero();

            for (InputStream watch : watches) {
                watch.close();
            }

            Awaitility.await("watches are gone")
                    .atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(watches(direct, program)).isBetween(0L, byControllers));
        }
    }

    /** Returns when the headers of the watch have come, as they must at once. */
    private static InputStream open(HttpClient client, String url) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return answer.body();
    }

    /** How many watches the program says it tells of changes; less than zero where it does not say. */
    private static long watches(HttpClient client, Program program) throws IOException, InterruptedException {
        String details = client.send(
                        HttpRequest.newBuilder(URI.create(program.url() + "/readyz/watch-cache"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher watches =
                Pattern.compile("apps\\.example\\.com: .* ([0-9]+) watches").matcher(details);
        return watches.find() ? Long.parseLong(watches.group(1)) : -1;
    }

    private static long upstreamWatches(ControlPlane controlPlane) {
        return controlPlane
                .kubectl()
                .succeed("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_longrunning_requests{")
                        && line.contains("resource=\"helmreleases\"")
                        && line.contains("scope=\"namespace\"")
                        && line.contains("verb=\"WATCH\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
