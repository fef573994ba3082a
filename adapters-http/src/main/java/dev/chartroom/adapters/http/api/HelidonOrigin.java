package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.SourceIps;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads the origin of a request from Helidon. */
final class HelidonOrigin {
    private static final HeaderName REAL_IP = HeaderNames.create("X-Real-Ip");

    private HelidonOrigin() {}

    static RequestOrigin of(ServerRequest request) {
        String query = request.query().rawValue();
        return new RequestOrigin(
                request.path().rawPath() + (query.isEmpty() ? "" : "?" + query),
                SourceIps.of(header(request, HeaderNames.X_FORWARDED_FOR), header(request, REAL_IP), peer(request)),
                header(request, HeaderNames.USER_AGENT));
    }

    /** Returns the address that opened the connection; null if it is not known. */
    static @Nullable InetAddress peer(ServerRequest request) {
        return request.remotePeer().address() instanceof InetSocketAddress socket ? socket.getAddress() : null;
    }

    private static String header(ServerRequest request, HeaderName name) {
        return request.headers().first(name).orElse("");
    }
}
