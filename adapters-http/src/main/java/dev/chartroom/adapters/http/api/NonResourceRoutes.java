package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.discovery.Document;
import dev.chartroom.adapters.http.discovery.PublishedDocuments;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.negotiation.MediaType;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.List;
import java.util.Optional;

/** Discovery, OpenAPI, version and health. */
record NonResourceRoutes(Publisher publisher, List<HealthEndpoint> health) {

    void route(Exchange exchange, RequestInfo.NonResource info) {
        String path = withoutTrailingSlash(info.path());
        if (!info.verb().equals("get") && !info.verb().equals("head")) {
            throw new ApiException(ApiError.methodNotAllowed());
        }
        PublishedDocuments documents = publisher.documents();
        if (path.equals("/apis")) {
            groups(exchange, documents);
        } else if (path.equals("/version")) {
            send(exchange, publisher.version());
        } else if (path.equals("/openapi/v2")) {
            openApi(exchange, documents.openApiV2());
        } else if (path.equals("/openapi/v3")) {
            openApi(exchange, documents.openApiV3Root());
        } else if (path.startsWith("/openapi/v3/apis/")) {
            openApiOf(exchange, documents, path.substring("/openapi/v3/apis/".length()));
        } else if (path.startsWith("/apis/")) {
            String rest = path.substring("/apis/".length());
            send(exchange, found(rest.contains("/") ? documents.resources(rest) : documents.group(rest)));
        } else {
            health(exchange, path);
        }
    }

    private static void groups(Exchange exchange, PublishedDocuments documents) {
        Document document = null;
        for (MediaType clause : MediaType.parseAccept(exchange.accept())) {
            document = groups(documents, clause).orElse(null);
            if (document != null) {
                break;
            }
        }
        if (document == null) {
            if (!exchange.accept().isEmpty()) {
                throw Negotiator.notAcceptable(Representation.JSON);
            }
            document = documents.groupList();
        } else if (document != documents.groupList()) {
            exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "public"));
        }
        exchange.response().headers().set(HeaderValues.create(HeaderNames.VARY, "Accept"));
        sendTagged(exchange, document);
    }

    private static Optional<Document> groups(PublishedDocuments documents, MediaType clause) {
        if (!clause.covers(Representation.JSON)) {
            return Optional.empty();
        }
        return switch (clause.parameter("as")) {
            case "" -> Optional.of(documents.groupList());
            case "APIGroupDiscoveryList" ->
                clause.parameter("g").equals("apidiscovery.k8s.io")
                        ? documents.aggregated(clause.parameter("v"))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static void openApiOf(Exchange exchange, PublishedDocuments documents, String groupVersion) {
        Document document = found(documents.openApiV3(groupVersion));
        if (exchange.query().text("hash").equals(document.hash())) {
            exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "public, immutable"));
        }
        // With another hash the current document is served as well: a redirect would be refused (wire contract B7).
        openApi(exchange, document);
    }

    private static void openApi(Exchange exchange, Document document) {
        List<MediaType> accept = MediaType.parseAccept(exchange.accept());
        if (!accept.isEmpty() && accept.stream().noneMatch(clause -> clause.covers(Representation.JSON))) {
            throw Negotiator.notAcceptable(Representation.JSON);
        }
        exchange.response().headers().set(HeaderValues.create(HeaderNames.VARY, "Accept"));
        sendTagged(exchange, document);
    }

    /** The document with its ETag, or 304 where the client has it (wire contract A6). */
    private static void sendTagged(Exchange exchange, Document document) {
        exchange.response().headers().set(HeaderValues.create(HeaderNames.ETAG, document.etag()));
        boolean known = exchange.header(HeaderNames.IF_NONE_MATCH)
                .map(document.etag()::equals)
                .orElse(false);
        if (known) {
            exchange.response().status(304);
            exchange.response().send();
        } else {
            send(exchange, document);
        }
    }

    private static void send(Exchange exchange, Document document) {
        exchange.contentType(document.contentType());
        exchange.send(document.body());
    }

    private void health(Exchange exchange, String path) {
        for (HealthEndpoint endpoint : health) {
            if (path.equals("/" + endpoint.name())) {
                send(exchange, endpoint.answer(exchange.query()));
                return;
            }
            if (path.startsWith("/" + endpoint.name() + "/")) {
                send(
                        exchange,
                        found(endpoint.answer(path.substring(endpoint.name().length() + 2))));
                return;
            }
        }
        throw new ApiException(ApiError.unknownResource());
    }

    private static void send(Exchange exchange, HealthEndpoint.Answer answer) {
        exchange.sendText(answer.code(), answer.text());
    }

    private static <T> T found(Optional<T> document) {
        return document.orElseThrow(() -> new ApiException(ApiError.unknownResource()));
    }

    private static String withoutTrailingSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
