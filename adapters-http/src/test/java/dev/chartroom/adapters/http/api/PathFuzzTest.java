package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.RequestTimeout;
import dev.chartroom.adapters.http.request.WriteParameters;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** Sends an arbitrary line as method, path and query. The server serves the request or refuses it with a Status. */
class PathFuzzTest extends FuzzContract {
    private static final UserInfo USER = UserInfo.of("jane", List.of());
    private static final FuzzedServer SERVER = new FuzzedServer();
    private static final byte[] HEADERS = "Content-Type: application/json\r\n".getBytes(StandardCharsets.ISO_8859_1);

    PathFuzzTest() {
        super("path", PathFuzzTest::fuzzerTestOneInput, 200);
    }

    @AfterAll
    static void stop() throws IOException {
        SERVER.close();
    }

    /** @param input the method, a space, the path with its query; line breaks are removed */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        String line = new String(input, StandardCharsets.ISO_8859_1).replaceAll("[\r\n]", "");
        int space = line.indexOf(' ');
        if (space < 0) {
            return;
        }
        int mark = line.indexOf('?');
        String path = line.substring(space + 1, mark > space ? mark : line.length());
        QueryParameters query = QueryParameters.parse(mark > space ? line.substring(mark + 1) : "");
        for (boolean core : new boolean[] {false, true}) {
            Refusals.orValue(() -> RequestInfo.of(line.substring(0, space), path, query, core))
                    .ifPresent(PathFuzzTest::check);
        }
        Refusals.orValue(() -> ListParameters.get(query));
        Refusals.orValue(() -> ListParameters.list("", query));
        Refusals.orValue(() -> ListParameters.watch("", "", query));
        Refusals.orValue(() -> WriteParameters.ofPatch(query, path));
        Refusals.orValue(() -> WriteParameters.ofApply(query, path));
        Refusals.orValue(() -> RequestTimeout.of(query, Duration.ofMinutes(1)));
        SERVER.assertForeseen(line.getBytes(StandardCharsets.ISO_8859_1), HEADERS, "{}");
    }

    /** No name must be readable as a path of its own, so that the server serves the request that it has authorized. */
    private static void check(RequestInfo info) {
        assertThat(info.attributes(USER)).isNotNull();
        if (info instanceof RequestInfo.Resource resource) {
            for (String segment : List.of(resource.namespace(), resource.name())) {
                assertThat(segment).doesNotContain("/", "%").isNotIn(".", "..");
            }
        }
    }
}
