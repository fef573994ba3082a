package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.cases.ParityCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds of a run by name. */
record TestKinds(Map<String, TestKind> byName) {

    static TestKinds of(List<TestKind> kinds) {
        Map<String, TestKind> byName = new LinkedHashMap<>();
        kinds.forEach(kind -> byName.put(kind.kind(), kind));
        return new TestKinds(byName);
    }

    List<TestKind> all() {
        return List.copyOf(byName.values());
    }

    /** Returns the kind of a case; the Widget for a case that needs no knowledge of a kind. */
    TestKind of(ParityCase parityCase) {
        TestKind kind = byName.get(parityCase.kind().isEmpty() ? "Widget" : parityCase.kind());
        if (kind == null) {
            throw new IllegalArgumentException(parityCase.id() + ": there is no kind " + parityCase.kind());
        }
        return kind;
    }
}
