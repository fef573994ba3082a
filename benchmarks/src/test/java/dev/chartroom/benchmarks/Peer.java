package dev.chartroom.benchmarks;

/** Another aggregated server's resource, to be measured beside: it must be registered with the same kube-apiserver. */
record Peer(String group, String version, String resource) {

    /** Of {@code group/version/resource}. */
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
