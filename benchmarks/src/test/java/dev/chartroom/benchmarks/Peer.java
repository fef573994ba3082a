package dev.chartroom.benchmarks;

/** A resource of another aggregated server, for comparison. It must be registered with the same kube-apiserver. */
record Peer(String group, String version, String resource) {

    /** Parses {@code group/version/resource}. */
    static Peer parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("bench.peer must be group/version/resource, not " + text);
        }
        return new Peer(parts[0], parts[1], parts[2]);
    }

    String path() {
        return "/apis/" + group + "/" + version + "/" + resource;
    }
}
