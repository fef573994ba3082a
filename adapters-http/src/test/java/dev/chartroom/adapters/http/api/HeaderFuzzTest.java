package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Pretty;
import dev.chartroom.adapters.http.request.PatchType;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;

/** Sends arbitrary lines as request headers. The server serves the request or refuses it with a Status. */
class HeaderFuzzTest extends FuzzContract {
    private static final FuzzedServer SERVER = new FuzzedServer();
    /** Helidon reads the framing of bodies; {@code HostileRequestTest} covers it. */
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "host", "expect");

    HeaderFuzzTest() {
        super("header", HeaderFuzzTest::fuzzerTestOneInput, 200);
    }

    @AfterAll
    static void stop() throws IOException {
        SERVER.close();
    }

    /** @param input a letter for the request, then lines of headers */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        if (input.length == 0) {
            return;
        }
        String text = new String(input, 1, input.length - 1, StandardCharsets.ISO_8859_1);
        Refusals.orValue(() -> Negotiator.negotiate(text, Pretty.NO));
        Refusals.orValue(() -> Negotiator.ofDocument(text, Pretty.YES));
        Refusals.orValue(() -> Negotiator.ofDiscovery(text, Set.of("v2", "v2beta1")));
        Refusals.orValue(() -> PatchType.of(Optional.of(text), NamespaceKind.KIND));
        SERVER.assertForeseen(
                prologue(input[0]).getBytes(StandardCharsets.ISO_8859_1),
                headers(text).getBytes(StandardCharsets.ISO_8859_1),
                "{}");
    }

    private static String prologue(byte request) {
        return switch (request) {
            case 'g' -> "GET " + FuzzedServer.OBJECT;
            case 'l' -> "GET " + ApiTest.ROOT + "/redises";
            case 'w' -> "GET " + ApiTest.ROOT + "/redises?watch=1&timeoutSeconds=1";
            case 'p' -> "PATCH " + FuzzedServer.OBJECT + "?fieldManager=me";
            case 'c' -> "POST " + ApiTest.ROOT + "/namespaces/shop/redises";
            case 'd' -> "DELETE " + FuzzedServer.OBJECT;
            case 'r' -> "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
            case 'o' -> "GET /openapi/v2";
            case 'm' -> "GET /metrics";
            case 'n' -> "GET " + ApiTest.ROOT + "/redises/none";
            default -> "GET /apis";
        };
    }

    /** Returns the lines that neither end the headers nor frame the request. */
    private static String headers(String text) {
        return text.lines()
                .filter(line -> !line.isEmpty() && FRAMING.stream().noneMatch(line.toLowerCase(Locale.ROOT)::contains))
                .map(line -> line + "\r\n")
                .collect(Collectors.joining());
    }
}
