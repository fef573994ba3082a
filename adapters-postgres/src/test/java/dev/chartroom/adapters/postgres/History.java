package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The whole history as the tables record it, read without the program's own statements. Requires that nothing is
 * compacted.
 */
record History(List<Version> versions) {

    /**
     * A version of an object.
     *
     * @param superseded the revision that replaced or deleted it; zero if it is current
     */
    record Version(long revision, long superseded, String name, String mark) {}

    /** An event that a watch should report. */
    record Event(long revision, String type, String name, String mark) {}

    static String mark(JsonValue object) {
        return object instanceof JsonObject json ? json.objectOrEmpty("spec").stringOrEmpty("name") : "";
    }

    /** Reads the history from the current schema of a connection. */
    static History read(Connection connection) throws SQLException {
        List<Version> versions = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement("SELECT revision, superseded, name,"
                        + " object->'spec'->>'name' FROM application ORDER BY revision");
                ResultSet results = read.executeQuery()) {
            while (results.next()) {
                versions.add(new Version(
                        results.getLong(1), results.getLong(2), results.getString(3), results.getString(4)));
            }
        }
        return new History(versions);
    }

    /** Returns every change, ordered by revision. */
    List<Event> events() {
        Map<Long, Version> successors =
                versions.stream().collect(Collectors.toMap(Version::revision, Function.identity()));
        Set<Long> updates = versions.stream().map(Version::superseded).collect(Collectors.toCollection(HashSet::new));
        Map<Long, Event> events = new TreeMap<>();
        for (Version version : versions) {
            String type = updates.contains(version.revision) ? "MODIFIED" : "ADDED";
            events.put(version.revision, new Event(version.revision, type, version.name, version.mark));
            if (version.superseded > 0 && !successors.containsKey(version.superseded)) {
                events.put(version.superseded, new Event(version.superseded, "DELETED", version.name, version.mark));
            }
        }
        return List.copyOf(events.values());
    }

    /** Returns the current objects: marks by name. */
    Map<String, String> now() {
        return versions.stream()
                .filter(version -> version.superseded == 0)
                .collect(Collectors.toMap(Version::name, Version::mark));
    }

    /** Returns the objects of a client that received these events: marks by name. */
    static Map<String, String> replayed(List<Event> events) {
        Map<String, String> objects = new TreeMap<>();
        for (Event event : events) {
            if (event.type.equals("DELETED")) {
                objects.remove(event.name);
            } else {
                objects.put(event.name, event.mark);
            }
        }
        return objects;
    }

    /** Compares the answers to writers with the history. */
    void assertExplains(WriteLoad load) {
        assertThat(load.failures).as("unexpected answers").isEmpty();
        Map<Long, Version> byRevision =
                versions.stream().collect(Collectors.toMap(Version::revision, Function.identity()));
        Map<String, Long> revisions = versions.stream().collect(Collectors.toMap(Version::mark, Version::revision));
        load.acknowledged.forEach((revision, mark) ->
                assertThat(revisions).as("an acknowledged write").containsEntry(mark, revision));
        assertThat(revisions.keySet()).as("writes that were refused").doesNotContainAnyElementsOf(load.denied);
        Set<String> answered = new HashSet<>(load.acknowledged.values());
        answered.addAll(load.unknown);
        assertThat(answered).as("writes that somebody asked for").containsAll(revisions.keySet());
        for (long revision : load.deleted) {
            assertThat(byRevision).as("a version that was deleted").containsKey(revision);
            Version last = Objects.requireNonNull(byRevision.get(revision));
            assertThat(last.superseded).as("the end of what was deleted").isPositive();
            assertThat(byRevision).as("no version after a deletion").doesNotContainKey(last.superseded);
        }
    }

    /** Compares the events that a client received with the history. */
    void assertTold(WatchLog log) {
        assertThat(log.failure()).isEmpty();
        assertThat(log.events()).isEqualTo(events());
        assertThat(replayed(log.events())).isEqualTo(now());
    }
}
