package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An address at which an application can be reached.
 *
 * @param address a URL, or a host with a port
 * @param scope from where the address can be reached
 */
public record Endpoint(String address, Scope scope) {
    /** From where an address can be reached. */
    public enum Scope {
        /** From pods of the cluster. */
        CLUSTER("cluster"),
        /** At each node. */
        NODE("node"),
        /** From outside of the cluster, as far as its networks allow. */
        EXTERNAL("external");

        private final String text;

        Scope(String text) {
            this.text = text;
        }

        /** Returns the name in answers. */
        public String text() {
            return text;
        }
    }

    /** Returns the addresses of a Service, Ingress, Gateway or HTTPRoute; empty for other kinds. */
    public static List<Endpoint> of(JsonObject object) {
        return switch (object.stringOrEmpty("kind")) {
            case "Service" -> ofService(object);
            case "Ingress" -> ofIngress(object);
            case "Gateway" -> ofGateway(object);
            case "HTTPRoute" -> ofRoute(object);
            default -> List.of();
        };
    }

    private static List<Endpoint> ofService(JsonObject service) {
        JsonObject spec = service.objectOrEmpty("spec");
        JsonObject metadata = service.objectOrEmpty("metadata");
        String name = metadata.stringOrEmpty("name") + "." + metadata.stringOrEmpty("namespace") + ".svc";
        List<String> balancers = balancers(service);
        List<Endpoint> endpoints = new ArrayList<>();
        if (spec.stringOrEmpty("type").equals("ExternalName")) {
            return List.of(new Endpoint(spec.stringOrEmpty("externalName"), Scope.EXTERNAL));
        }
        for (JsonObject port : spec.arrayOrEmpty("ports").objects()) {
            String number = ":" + number(port, "port");
            endpoints.add(new Endpoint(name + number, Scope.CLUSTER));
            if (number(port, "nodePort") > 0) {
                endpoints.add(new Endpoint(":" + number(port, "nodePort"), Scope.NODE));
            }
            balancers.forEach(balancer -> endpoints.add(new Endpoint(balancer + number, Scope.EXTERNAL)));
        }
        return endpoints;
    }

    private static List<Endpoint> ofIngress(JsonObject ingress) {
        JsonObject spec = ingress.objectOrEmpty("spec");
        List<JsonObject> tls = spec.arrayOrEmpty("tls").objects();
        return spec.arrayOrEmpty("rules").objects().stream()
                .flatMap(rule -> {
                    String host = rule.stringOrEmpty("host");
                    Stream<String> hosts = host.isEmpty() ? balancers(ingress).stream() : Stream.of(host);
                    boolean isSecure = tls.stream()
                            .map(each -> each.arrayOrEmpty("hosts").strings())
                            .anyMatch(secured -> secured.isEmpty() || secured.contains(host));
                    List<String> paths = paths(rule.objectOrEmpty("http").arrayOrEmpty("paths"));
                    return hosts.flatMap(
                            each -> paths.stream().map(path -> (isSecure ? "https://" : "http://") + each + path));
                })
                .map(url -> new Endpoint(url, Scope.EXTERNAL))
                .toList();
    }

    private static List<Endpoint> ofGateway(JsonObject gateway) {
        List<String> addresses = gateway.objectOrEmpty("status").arrayOrEmpty("addresses").objects().stream()
                .map(address -> address.stringOrEmpty("value"))
                .toList();
        return gateway.objectOrEmpty("spec").arrayOrEmpty("listeners").objects().stream()
                .flatMap(listener -> {
                    String host = listener.stringOrEmpty("hostname");
                    Stream<String> hosts = host.isEmpty() ? addresses.stream() : Stream.of(host);
                    return hosts.map(each -> scheme(listener) + each + ":" + number(listener, "port"));
                })
                .map(address -> new Endpoint(address, Scope.EXTERNAL))
                .toList();
    }

    /** The Gateway decides about the scheme of a route. */
    private static List<Endpoint> ofRoute(JsonObject route) {
        JsonObject spec = route.objectOrEmpty("spec");
        return spec.arrayOrEmpty("hostnames").strings().stream()
                .flatMap(host -> spec.arrayOrEmpty("rules").objects().stream()
                        .flatMap(rule -> rule.arrayOrEmpty("matches").objects().stream())
                        .map(match ->
                                match.objectOrEmpty("path").string("value").orElse("/"))
                        .distinct()
                        .map(path -> new Endpoint(host + path, Scope.EXTERNAL)))
                .toList();
    }

    private static String scheme(JsonObject listener) {
        return switch (listener.stringOrEmpty("protocol")) {
            case "HTTP" -> "http://";
            case "HTTPS" -> "https://";
            default -> "";
        };
    }

    private static List<String> paths(JsonArray paths) {
        List<String> found = paths.objects().stream()
                .map(path -> path.string("path").orElse("/"))
                .toList();
        return found.isEmpty() ? List.of("/") : found;
    }

    private static List<String> balancers(JsonObject object) {
        return object.objectOrEmpty("status").objectOrEmpty("loadBalancer").arrayOrEmpty("ingress").objects().stream()
                .map(ingress -> ingress.string("hostname").orElseGet(() -> ingress.stringOrEmpty("ip")))
                .filter(address -> !address.isEmpty())
                .toList();
    }

    private static long number(JsonObject object, String field) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
