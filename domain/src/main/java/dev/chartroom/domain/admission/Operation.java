package dev.chartroom.domain.admission;

/** What a request does to an object; the names are those of {@code admissionregistration.k8s.io}. */
public enum Operation {
    CREATE,
    UPDATE,
    DELETE
}
