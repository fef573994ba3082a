package dev.chartroom.e2e.monitoring;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The Prometheus of the machine, which scrapes a program every second and evaluates the shipped rules. */
record Prometheus(ChildProcess process, HttpClient http, String url) implements AutoCloseable {
    static final Path BINARY = Path.of("/usr/bin/prometheus");

    static Prometheus start(Program program, Path rules) throws IOException {
        Path folder = ModuleDirectory.newWorkDirectory("prometheus");
        Identity admin = ControlPlane.shared().admin().identity();
        Files.writeString(folder.resolve("ca.pem"), program.caPem());
        Files.writeString(folder.resolve("client.pem"), admin.certificatePem());
        Files.writeString(folder.resolve("client.key"), admin.keyPem());
        Files.copy(rules, folder.resolve("alerts.yaml"));
        Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: [alerts.yaml]
                scrape_configs:
                - job_name: chartroom
                  scheme: https
                  tls_config: {ca_file: ca.pem, cert_file: client.pem, key_file: client.key, server_name: localhost}
                  static_configs:
                  - targets: ["127.0.0.1:%d"]
                """.formatted(program.port()));
        String address = "127.0.0.1:" + FreePort.next();
        ChildProcess process = ChildProcess.start(new ProcessBuilder(
                        BINARY.toString(),
                        "--config.file=" + folder.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile()));
        return new Prometheus(process, HttpClient.newHttpClient(), "http://" + address);
    }

    /** Returns the values of a query now. Empty if Prometheus does not answer yet. */
    List<String> query(String query) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(url + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                .build();
        try {
            JsonObject answer = JsonClient.object(
                    http.send(request, BodyHandlers.ofString()).body());
            if (!answer.stringOrEmpty("status").equals("success")) {
                throw new AssertionError(query + ": " + answer);
            }
            return answer.objectOrEmpty("data").arrayOrEmpty("result").objects().stream()
                    .map(series -> series.arrayOrEmpty("value").strings().getLast())
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}
