package dev.chartroom.adapters.http.response;

import dev.chartroom.adapters.http.negotiation.Format;
import dev.chartroom.adapters.http.negotiation.Negotiated;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Pretty;
import dev.chartroom.adapters.http.request.QueryParameters;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;

/**
 * The form of the answer that a request asks for. If several headers have the same name, only the first one has an
 * effect, as in Go.
 */
public record ResponsePreferences(ServerRequest request) {

    /**
     * Negotiates the form and format according to the Accept header.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotAcceptable if no clause of the header can be honoured
     */
    public Negotiated negotiate() {
        return Negotiator.negotiate(accept(), pretty());
    }

    /**
     * Returns the format of a Status. If the Accept header allows no format, the Status is indented JSON, as upstream.
     */
    Format ofStatus() {
        return Negotiator.ofDocument(accept(), pretty()).orElse(Format.PRETTY_JSON);
    }

    /**
     * Returns the format of a document that has one representation only.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotAcceptable if the request accepts no format of the document
     */
    public Format ofDocument() {
        return Negotiator.ofDocument(accept(), pretty()).orElseThrow(Negotiator::notAcceptable);
    }

    /** True if the client accepts a compressed answer. */
    public boolean gzip() {
        return Negotiator.acceptsGzip(header(HeaderNames.ACCEPT_ENCODING));
    }

    /** True if the request asks for the headers of an answer and not its body. */
    public boolean headOnly() {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** True if the request changes nothing. */
    boolean isRead() {
        return request.prologue().method().equals(Method.GET) || headOnly();
    }

    /** Returns the Accept header, empty if there is none. */
    public String accept() {
        return header(HeaderNames.ACCEPT).strip();
    }

    private Pretty pretty() {
        String query = request.query().rawValue();
        return Pretty.of(
                query.contains("pretty") ? QueryParameters.parse(query).text("pretty") : "",
                header(HeaderNames.USER_AGENT));
    }

    private String header(HeaderName name) {
        return request.headers()
                .find(name)
                .map(header -> header.allValues(false).getFirst())
                .orElse("");
    }
}
