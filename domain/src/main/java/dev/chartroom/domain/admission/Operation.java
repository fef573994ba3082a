package dev.chartroom.domain.admission;

/** The operation of a request; the names are those of {@code admissionregistration.k8s.io}. */
public enum Operation {
    CREATE,
    UPDATE,
    DELETE
}
