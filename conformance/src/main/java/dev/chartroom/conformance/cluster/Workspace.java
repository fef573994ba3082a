package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.schema.ResourceSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run makes in the cluster: the twin and a few namespaces. Each case has a namespace to itself, which
 * is empty at its begin. {@link #remove} deletes everything, also while cases still run.
 */
public final class Workspace {
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final Duration LONGEST_REMOVAL = Duration.ofSeconds(90);
    private static final int ROUNDS = 30;
    /** The namespace of cases that need one that does not exist. */
    private static final String MISSING = "there-is-no-such-namespace";

    private static final Pattern NAME = Pattern.compile("[^/?%#]+");

    private final ClusterApi api;
    private final TestedResource resource;
    private final Twin twin;
    private final String prefix;

    private final AtomicInteger counter = new AtomicInteger();
    private final Set<String> namespaces = new ConcurrentSkipListSet<>();
    private final BlockingQueue<String> free = new LinkedBlockingQueue<>();
    private volatile boolean twinExists;
    /** The reason that a namespace could not be replaced, after which cases would wait without end. */
    private volatile @Nullable ConformanceException broken;

    private volatile boolean ended;

    /** @param suffix of the names of namespaces, unique per run */
    public Workspace(ClusterApi api, TestedResource resource, String suffix) {
        this.api = api;
        this.resource = resource;
        this.twin = new Twin(api, resource);
        this.prefix = "conformance-" + suffix + "-";
    }

    /**
     * Makes the twin and the namespaces.
     *
     * @param count the number of namespaces, that is of cases at a time; none for a cluster-scoped resource
     * @throws ConformanceException if the cluster refuses one
     */
    public void open(ResourceSchema schema, int count) {
        make(schema, count);
        twin.awaitServed();
    }

    /** Not interrupted by {@link #remove}, which must know whether the twin is that of this run. */
    private synchronized void make(ResourceSchema schema, int count) {
        checkNotEnded();
        if (resource.namespaced() && api.find(NAMESPACES + "/" + MISSING).isPresent()) {
            throw new ConformanceException(
                    "the namespace " + MISSING + " exists, and cases need that it does not. Use another cluster");
        }
        ClusterApi.Reply reply = twin.post(schema);
        twinExists = reply.mayHaveAnEffect();
        twin.check(reply);
        for (int i = 0; i < count && resource.namespaced(); i++) {
            free.add(newNamespace());
        }
    }

    /** Runs work in an empty namespace that nothing else uses at the same time. */
    public <T> T inNamespace(Function<String, T> work) {
        String namespace = take();
        try {
            return work.apply(namespace);
        } finally {
            if (!ended) {
                free(namespace);
            }
        }
    }

    private void free(String namespace) {
        try {
            free.add(emptied(namespace) ? namespace : newNamespace());
        } catch (ConformanceException e) {
            broken = e;
        }
    }

    /** @throws ConformanceException if {@link #remove} has begun, so that no further case must start */
    public void checkNotEnded() {
        if (ended) {
            throw new ConformanceException("the run was ended");
        }
    }

    private String take() {
        try {
            for (String next = null; ; next = free.poll(1, TimeUnit.SECONDS)) {
                ConformanceException failure = broken;
                if (failure != null) {
                    throw failure;
                }
                checkNotEnded();
                if (next != null) {
                    return next;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ConformanceException("interrupted");
        }
    }

    private synchronized String newNamespace() {
        checkNotEnded();
        String name = prefix + counter.incrementAndGet();
        // Before the request, because its answer can get lost.
        namespaces.add(name);
        api.create(
                NAMESPACES,
                JsonObject.of("metadata", JsonObject.builder().put("name", name).build()));
        return name;
    }

    /** Deletes the objects of both sides, and returns whether all of them are gone. A read-only resource has none. */
    private boolean emptied(String namespace) {
        return !resource.isWritable() || (emptied(resource.group(), namespace) && emptied(Twin.GROUP, namespace));
    }

    private boolean emptied(String group, String namespace) {
        String objects =
                "/apis/" + group + "/" + resource.version() + "/namespaces/" + namespace + "/" + resource.plural();
        for (int round = 0; round < ROUNDS; round++) {
            ClusterApi.Reply list = api.send("GET", objects, null);
            if (list.isUnanswered()) {
                return false;
            }
            // A faulty server may list objects of others.
            List<JsonObject> left = list.body().arrayOrEmpty("items").objects().stream()
                    .filter(each -> isIn(namespace, each.objectOrEmpty("metadata")))
                    .toList();
            if (list.isMissing() || (list.isSuccess() && left.isEmpty())) {
                return true;
            }
            left.forEach(each -> delete(objects, each.objectOrEmpty("metadata")));
            if (round > 0) {
                Pause.shortly();
            }
        }
        return false;
    }

    private static boolean isIn(String namespace, JsonObject metadata) {
        return metadata.stringOrEmpty("namespace").equals(namespace)
                && NAME.matcher(metadata.stringOrEmpty("name")).matches();
    }

    private void delete(String objects, JsonObject metadata) {
        String path = objects + "/" + metadata.stringOrEmpty("name");
        if (!metadata.arrayOrEmpty("finalizers").isEmpty()) {
            api.removeFinalizers(path);
        }
        api.send("DELETE", path, null);
    }

    /**
     * Deletes everything that this run made, and waits until it is gone. A second call does nothing.
     *
     * @return the objects that are still there, each with the reason
     */
    public synchronized List<String> remove() {
        if (ended) {
            return List.of();
        }
        ended = true;
        List<String> left = new ArrayList<>();
        // A faulty server may have created objects in it.
        if (twinExists && resource.namespaced() && !emptied(MISSING)) {
            left.add("the objects of " + resource.name() + " in the namespace " + MISSING + ", which does not exist");
        }
        namespaces.forEach(name -> api.send("DELETE", NAMESPACES + "/" + name, null));
        if (twinExists) {
            api.send("DELETE", twin.path(), null);
        }
        Instant end = Instant.now().plus(LONGEST_REMOVAL);
        for (String name : namespaces) {
            // A case that was still running may have created an object with a finalizer.
            addUnlessGone(left, "namespace " + name, NAMESPACES + "/" + name, end, () -> emptied(name));
        }
        if (twinExists) {
            addUnlessGone(left, "customresourcedefinition " + twin.name(), twin.path(), end, () -> {});
        }
        return left;
    }

    private void addUnlessGone(List<String> left, String name, String path, Instant end, Runnable meanwhile) {
        ClusterApi.Reply reply = api.send("GET", path, null);
        while (reply.isSuccess() && Instant.now().isBefore(end)) {
            meanwhile.run();
            Pause.shortly();
            reply = api.send("GET", path, null);
        }
        if (!reply.isMissing()) {
            boolean deleting = reply.body().objectOrEmpty("metadata").has("deletionTimestamp");
            left.add(name + ": " + (deleting ? "the cluster is still deleting it" : reply.message()));
        }
    }
}
