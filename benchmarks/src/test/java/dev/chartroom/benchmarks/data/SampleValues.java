package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Specs of the kind Postgres, of about a kilobyte, each slightly different. */
final class SampleValues {
    private static final List<String> DATABASES = List.of("orders", "invoices", "customers", "stock");
    private static final List<String> EXTENSIONS = List.of("pgcrypto", "pg_trgm", "hstore", "citext", "uuid-ossp");

    private SampleValues() {}

    static JsonObject of(int index) {
        RandomGenerator random = new SplittableRandom(index);
        int databases = 1 + random.nextInt(3);
        JsonObject.Builder users = JsonObject.builder();
        List<JsonValue> declared = new ArrayList<>();
        for (String database : DATABASES.subList(0, databases)) {
            users.put(
                    database + "_owner",
                    JsonObject.builder()
                            .put("connectionLimit", 10 + random.nextInt(90))
                            .build());
            declared.add(database(database, random));
        }
        return ((JsonObject) JsonText.parse("""
                        {"version":%d,"replicas":%d,
                         "storage":{"size":"%dGi","storageClass":"replicated"},
                         "resources":{"cpu":"%dm","memory":"%dGi"},
                         "parameters":{"max_connections":"%d","shared_buffers":"%dMB","work_mem":"16MB",
                          "log_min_duration_statement":"250ms","random_page_cost":"1.1","wal_compression":"on"},
                         "backup":{"enabled":true,"schedule":"%d 2 * * *","retention":{"days":30,"minimum":7},
                          "destination":"s3://backups-%d/orders"}}""".formatted(
                                15 + random.nextInt(4),
                                1 + random.nextInt(5),
                                10 + random.nextInt(490),
                                250 * (1 + random.nextInt(8)),
                                1 + random.nextInt(15),
                                100 + random.nextInt(400),
                                128 * (1 + random.nextInt(8)),
                                random.nextInt(60),
                                random.nextInt(8))))
                .toBuilder()
                        .put("users", users.build())
                        .put("databases", new JsonArray(declared))
                        .build();
    }

    private static JsonObject database(String name, RandomGenerator random) {
        return JsonObject.builder()
                .put("name", name)
                .put("owner", name + "_owner")
                .put("extensions", JsonArray.ofStrings(EXTENSIONS.subList(0, random.nextInt(3))))
                .build();
    }
}
