package dev.chartroom.adapters.http.negotiation;

/** The format of an answer's JSON (wire contract E3, E7). */
public enum Format {
    JSON("application/json"),
    /** Indented, for people: without a newline at the end, as upstream. */
    PRETTY_JSON("application/json"),
    YAML("application/yaml");

    private final String mediaType;

    Format(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }
}
