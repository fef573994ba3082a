package dev.chartroom.e2e.survive;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client that lists the objects once and then watches them. If its watch ends, it continues at the last event or bookmark.
 * Only if the server says that this position has expired, it lists again.
 */
final class WatchClient implements AutoCloseable {
    /** A watch ends by itself after at least this time, so that its end is tested, too. */
    private static final int SHORTEST_SECONDS = 60;

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int GONE = 410;

    private final String name;
    private final Resource resource;
    private final HttpClient http;
    private final String url;
    private final TimedClient lists;
    private final History history;
    private final List<Segment> segments = Collections.synchronizedList(new ArrayList<>());
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread;
    private volatile long position;
    private volatile boolean stopped;
    private volatile @Nullable InputStream open;

    /**
     * The time between two lists.
     *
     * @param from the resource version of the list
     * @param objects the values of the listed objects, then of all objects after the last event
     * @param written the values of created and updated objects, by resource version
     */
    private record Segment(long from, Map<String, String> objects, Map<Long, String> written) {}

    WatchClient(String name, Resource resource, HttpClient http, String url, History history) {
        this.name = name;
        this.resource = resource;
        this.http = http;
        this.url = url;
        this.lists = new TimedClient(http, url);
        this.history = history;
        this.thread = Thread.ofVirtual().unstarted(this::run);
    }

    WatchClient start() {
        thread.start();
        return this;
    }

    /** Returns the resource version of the last event or bookmark. */
    long position() {
        return position;
    }

    /** Returns the number of lists after the first. */
    int lists() {
        return segments.size() - 1;
    }

    /** Returns the events that came twice, out of order or for an object in another state. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the acknowledged writes that are between a list and the last event after it, but that no event showed. */
    List<String> lost(Map<Long, String> writes) {
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            long end = i + 1 < segments.size()
                    ? segment.written().keySet().stream().max(Long::compare).orElse(segment.from())
                    : position;
            writes.forEach((version, value) -> {
                if (version > segment.from()
                        && version <= end
                        && !value.equals(segment.written().get(version))) {
                    lost.add(name + ": " + version + " " + value);
                }
            });
        }
        return lost;
    }

    /** Returns the values of all objects, by name, as of the last event. */
    Map<String, String> objects() {
        return new TreeMap<>(segments.getLast().objects());
    }

    private void run() {
        while (!stopped) {
            try {
                if (position == 0) {
                    list();
                } else {
                    watch();
                }
            } catch (IOException e) {
                if (!stopped) {
                    history.failed(name, "watch: " + e);
                    pause();
                }
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** A client does not repeat a failed request at once. */
    private static void pause() {
        LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    }

    private void list() throws IOException {
        history.requested();
        Optional<TimedClient.Answer> answer = lists.send("GET", resource.objects(), "application/json", "");
        if (answer.isEmpty() || answer.get().code() != 200) {
            throw new IOException("list: " + answer);
        }
        JsonObject list = answer.get().body();
        Map<String, String> objects = new TreeMap<>();
        for (JsonObject item : list.arrayOrEmpty("items").objects()) {
            objects.put(item.objectOrEmpty("metadata").stringOrEmpty("name"), History.value(item));
        }
        long version = History.resourceVersion(list);
        segments.add(new Segment(version, objects, new TreeMap<>()));
        position = version;
    }

    private void watch() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + resource.objects()
                        + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=" + timeoutSeconds()
                        + "&resourceVersion=" + position))
                .header("Accept", "application/json")
                .build();
        history.requested();
        Future<HttpResponse<InputStream>> answering = http.sendAsync(request, BodyHandlers.ofInputStream());
        try {
            HttpResponse<InputStream> response = answering.get(ANSWER.toSeconds(), TimeUnit.SECONDS);
            open = response.body();
            read(response);
        } catch (ExecutionException | TimeoutException e) {
            answering.cancel(true);
            throw new IOException(String.valueOf(e.getCause() == null ? e : e.getCause()), e);
        } finally {
            open = null;
        }
    }

    /** As in client-go, up to twice the shortest time, so that the watches of many clients do not end at once. */
    private static int timeoutSeconds() {
        return SHORTEST_SECONDS + ThreadLocalRandom.current().nextInt(SHORTEST_SECONDS);
    }

    private void read(HttpResponse<InputStream> response) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            if (response.statusCode() == GONE) {
                position = 0;
            } else if (response.statusCode() != 200) {
                throw new IOException(response.statusCode() + " " + lines.readLine());
            } else {
                history.answered(name);
                for (String line = lines.readLine(); line != null && !stopped; line = lines.readLine()) {
                    if (!event(JsonClient.object(line))) {
                        return;
                    }
                }
            }
        }
    }

    /** Returns whether the watch goes on. */
    private boolean event(JsonObject event) throws IOException {
        String type = event.stringOrEmpty("type");
        JsonObject object = event.objectOrEmpty("object");
        if (type.equals("ERROR")) {
            if (!String.valueOf(object.get("code")).equals(String.valueOf(GONE))) {
                throw new IOException(object.toString());
            }
            position = 0;
            return false;
        }
        long version = History.resourceVersion(object);
        if (type.equals("BOOKMARK")) {
            if (version < position) {
                problems.add(name + ": a bookmark goes back from " + position + " to " + version);
            }
            position = version;
            return true;
        }
        String id = object.objectOrEmpty("metadata").stringOrEmpty("name");
        if (version <= position) {
            problems.add(name + ": " + type + " " + id + " at " + version + " after " + position);
        }
        apply(type, id, History.value(object), version);
        position = version;
        return true;
    }

    private void apply(String type, String id, String value, long version) {
        Segment segment = segments.getLast();
        boolean wasThere = segment.objects().containsKey(id);
        if (wasThere == type.equals("ADDED")) {
            problems.add(name + ": " + type + " " + id + " at " + version + " although the object was "
                    + (wasThere ? "there" : "not there"));
        }
        if (type.equals("DELETED")) {
            segment.objects().remove(id);
        } else {
            segment.objects().put(id, value);
            segment.written().put(version, value);
        }
    }

    @Override
    public void close() {
        stopped = true;
        InputStream reading = open;
        if (reading != null) {
            try {
                reading.close();
            } catch (IOException _) {
                // The connection is gone already.
            }
        }
        thread.interrupt();
    }
}
