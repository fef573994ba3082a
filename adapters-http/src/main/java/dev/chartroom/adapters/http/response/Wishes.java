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

/** What a request says of the form of its answer. Of several headers of one name, the first counts, as in Go. */
public record Wishes(ServerRequest request) {

    /**
     * What the Accept header asks for.
     *
     * @throws dev.chartroom.domain.status.ApiException NotAcceptable where there is no such thing
     */
    public Negotiated negotiate() {
        return Negotiator.negotiate(accept(), pretty());
    }

    /** The format of a Status; where the Accept header allows none, upstream indents it. */
    Format ofStatus() {
        return Negotiator.ofDocument(accept(), pretty()).orElse(Format.PRETTY_JSON);
    }

    /**
     * The format of what has one representation only.
     *
     * @throws dev.chartroom.domain.status.ApiException NotAcceptable where it is not wanted in any format
     */
    public Format ofDocument() {
        return Negotiator.ofDocument(accept(), pretty()).orElseThrow(Negotiator::notAcceptable);
    }

    boolean gzip() {
        return Negotiator.acceptsGzip(header(HeaderNames.ACCEPT_ENCODING));
    }

    /** True where the headers of an answer are asked for, and not its body. */
    public boolean headOnly() {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** True where nothing is changed. */
    boolean isRead() {
        return request.prologue().method().equals(Method.GET) || headOnly();
    }

    /** The Accept header, empty where there is none. */
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
