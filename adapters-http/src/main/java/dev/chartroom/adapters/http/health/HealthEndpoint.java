package dev.chartroom.adapters.http.health;

import dev.chartroom.adapters.http.request.QueryParameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One health endpoint and its checks, with the answers of apiserver's healthz package (wire contract A12).
 *
 * @param name {@code healthz}, {@code livez} or {@code readyz}
 */
public record HealthEndpoint(String name, List<HealthCheck> checks) {

    /** An answer in plain text. */
    public record Answer(int code, String text) {
        /** Returns whether all checks passed. */
        public boolean isHealthy() {
            return code == 200;
        }
    }

    /** Returns whether the endpoint decides if clients should use this server. */
    public boolean isReadiness() {
        return name.equals("readyz");
    }

    /** Returns the endpoint with one more check. */
    public HealthEndpoint and(HealthCheck check) {
        List<HealthCheck> all = new ArrayList<>(checks);
        all.add(check);
        return new HealthEndpoint(name, all);
    }

    /** Returns the answer of the endpoint itself. */
    public Answer answer(QueryParameters query) {
        Set<String> excluded = new HashSet<>(query.all("exclude"));
        StringBuilder lines = new StringBuilder();
        boolean healthy = true;
        for (HealthCheck check : checks) {
            if (excluded.remove(check.name())) {
                lines.append("[+]").append(check.name()).append(" excluded: ok\n");
            } else if (check.failure().get().isPresent()) {
                healthy = false;
                lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
            } else {
                lines.append("[+]").append(check.name()).append(" ok\n");
            }
        }
        if (!excluded.isEmpty()) {
            List<String> unknown = new ArrayList<>();
            excluded.stream().sorted().forEach(check -> unknown.add('"' + check + '"'));
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(String.join(",", unknown))
                    .append('\n');
        }
        lines.append(name)
                .append(" check ")
                .append(healthy ? "passed" : "failed")
                .append('\n');
        if (!healthy) {
            return new Answer(500, lines.toString());
        }
        return new Answer(200, query.first("verbose").isPresent() ? lines.toString() : "ok");
    }

    /** Returns the answer of one check, with its details; empty if there is no such check. */
    public Optional<Answer> answer(String checkName) {
        return checks.stream()
                .filter(check -> check.name().equals(checkName))
                .findFirst()
                .map(check -> check.failure()
                        .get()
                        .map(failure -> new Answer(500, "internal server error: " + failure))
                        .orElseGet(() -> {
                            String detail = check.detail().get();
                            return new Answer(200, detail.isEmpty() ? "ok" : "ok\n" + detail);
                        }));
    }
}
