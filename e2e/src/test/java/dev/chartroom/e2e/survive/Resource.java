package dev.chartroom.e2e.survive;

/**
 * A kind that the clients use.
 *
 * @param plural the name of its resource
 */
record Resource(String plural, String kind) {
    /** Its objects are HelmReleases. */
    static final Resource REDISES = new Resource("redises", "Redis");
    /** Its objects are in PostgreSQL. */
    static final Resource LEDGERS = new Resource("ledgers", "Ledger");

    /** Returns the path of the objects in the namespace of the clients. */
    String objects() {
        return "/apis/" + Deployment.GROUP + "/v1alpha1/namespaces/" + ObjectClient.NAMESPACE + "/" + plural;
    }
}
