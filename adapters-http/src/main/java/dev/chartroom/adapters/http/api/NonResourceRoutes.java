package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.discovery.Document;
import dev.chartroom.adapters.http.discovery.OpenApiDocument;
import dev.chartroom.adapters.http.discovery.ProtobufDocuments;
import dev.chartroom.adapters.http.discovery.PublishedDocuments;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.discovery.StoredDocument;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.log.LogLevels;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Routes requests for discovery, OpenAPI, version, health and metrics, and those that change log levels.
 *
 * @param whenNotReady called for each probe of readiness that fails
 * @param protobuf the protobuf form of OpenAPI version 2; empty if an aggregator in front makes this form
 */
record NonResourceRoutes(
        Publisher publisher,
        List<HealthEndpoint> health,
        Runnable whenNotReady,
        RequestMetrics metrics,
        Optional<ProtobufDocuments> protobuf) {
    /** Upstream has the same path. A PUT sets the level of a logger. */
    private static final String LOG_LEVELS = "/debug/flags/v";

    void route(Exchange exchange, RequestInfo.NonResource info) {
        String path = withoutTrailingSlash(info.path());
        if (path.equals(LOG_LEVELS) && info.verb().equals("put")) {
            setLogLevel(exchange);
            return;
        }
        if (!info.verb().equals("get") && !info.verb().equals("head")) {
            throw new ApiException(ApiError.methodNotAllowed());
        }
        if (!path.startsWith("/openapi/")) {
            ServerCapacity.current().ifPresent(ServerCapacity.Share::exempt);
        }
        PublishedDocuments documents = publisher.documents();
        if (path.equals("/apis")) {
            groups(exchange, documents.groupList(), documents.aggregatedVersions(), documents::aggregated);
        } else if (path.equals("/api") && documents.coreVersions().isPresent()) {
            groups(exchange, documents.coreVersions().get(), documents.aggregatedVersions(), documents::aggregatedCore);
        } else if (info.path().equals("/")) {
            exchange.sendDocument(rootPaths(documents));
        } else if (path.equals("/version")) {
            send(exchange, publisher.version());
        } else if (path.equals("/metrics")) {
            RequestMetrics.Exposition exposition = metrics.exposition(exchange.accept());
            exchange.contentType(exposition.contentType());
            exchange.send(exposition.text().toByteArray());
        } else if (path.equals("/openapi/v2")) {
            openApi(
                    exchange,
                    protobuf.filter(_ -> Negotiator.acceptsOnly(exchange.accept(), ProtobufDocuments.ACCEPTED))
                            .map(form -> form.of(documents.openApiV2()))
                            .orElseGet(documents::openApiV2));
        } else if (path.equals("/openapi/v3")) {
            openApi(exchange, documents.openApiV3Root());
        } else if (path.startsWith("/openapi/v3/")) {
            documents
                    .openApiV3(path.substring("/openapi/v3/".length()))
                    .ifPresentOrElse(document -> openApiOf(exchange, document), exchange::sendNotFound);
        } else if (path.startsWith("/apis/") || path.startsWith("/api/")) {
            documents
                    .resources(path.substring(1))
                    .or(() -> path.startsWith("/apis/")
                            ? documents.group(path.substring("/apis/".length()))
                            : Optional.empty())
                    .ifPresentOrElse(found -> exchange.sendDocument(found.body()), exchange::sendNotFound);
        } else {
            health(exchange, path);
        }
    }

    /** Returns the RootPaths of upstream: what {@code kubectl get --raw /} prints. */
    private byte[] rootPaths(PublishedDocuments documents) {
        Set<String> paths = new TreeSet<>(documents.paths());
        paths.addAll(List.of("/", "/metrics", "/version"));
        health.forEach(endpoint -> paths.add("/" + endpoint.name()));
        return JsonObject.of("paths", JsonArray.ofStrings(List.copyOf(paths)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void setLogLevel(Exchange exchange) {
        String logger = exchange.query().first("logger").orElse(LogLevels.DEFAULT_LOGGER);
        String level = exchange.query().text("level");
        LogLevels.set(logger, level);
        exchange.sendText(200, "successfully set the level of " + logger + " to " + level + "\n");
    }

    private static void groups(
            Exchange exchange,
            StoredDocument legacy,
            Set<String> versions,
            Function<String, Optional<StoredDocument>> aggregated) {
        String version = Negotiator.ofDiscovery(exchange.accept(), versions);
        exchange.response().headers().set(HeaderValues.create(HeaderNames.VARY, "Accept"));
        if (version.isEmpty() && exchange.isForPeople()) {
            exchange.sendDocument(legacy.body());
        } else if (version.isEmpty()) {
            sendTagged(exchange, legacy);
        } else {
            exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "public"));
            aggregated.apply(version).ifPresent(document -> sendTagged(exchange, document));
        }
    }

    private static void openApiOf(Exchange exchange, Document document) {
        if (exchange.query().text("hash").equals(document.hash())) {
            exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "public, immutable"));
        }
        // A request with another hash gets the current document, too: clients would reject a redirect (wire contract
        // B7).
        openApi(exchange, document);
    }

    private static void openApi(Exchange exchange, Document document) {
        if (document.contentType().equals(PublishedDocuments.JSON) && !Negotiator.acceptsJson(exchange.accept())) {
            throw Negotiator.notAcceptable();
        }
        exchange.response().headers().set(HeaderValues.create(HeaderNames.VARY, "Accept"));
        sendTagged(exchange, document);
    }

    /** Sends the document with its ETag, or 304 if the client has it (wire contract A6). */
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
        switch (document) {
            case StoredDocument stored -> exchange.send(stored.body());
            case OpenApiDocument assembled -> exchange.send(assembled.length(), assembled::writeTo);
        }
    }

    private void health(Exchange exchange, String path) {
        for (HealthEndpoint endpoint : health) {
            if (path.equals("/" + endpoint.name())) {
                HealthEndpoint.Answer answer = endpoint.answer(exchange.query());
                send(exchange, answer);
                if (endpoint.isReadiness() && !answer.isHealthy()) {
                    whenNotReady.run();
                }
                return;
            }
            if (path.startsWith("/" + endpoint.name() + "/")) {
                endpoint.answer(path.substring(endpoint.name().length() + 2))
                        .ifPresentOrElse(answer -> send(exchange, answer), exchange::sendNotFound);
                return;
            }
        }
        exchange.sendNotFound();
    }

    private static void send(Exchange exchange, HealthEndpoint.Answer answer) {
        exchange.sendText(answer.code(), answer.text());
    }

    private static String withoutTrailingSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
