package dev.chartroom.bootstrap.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenPartsTest {
    private final List<String> closed = new ArrayList<>();
    private final OpenParts parts = new OpenParts();

    @Test
    void partsAreClosedInTheReverseOrderOfOpening() {
        parts.add(() -> closed.add("first"));
        parts.add(() -> closed.add("second"));

        parts.close();

        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void partsAreClosedIfAnotherCannotBeClosed() {
        parts.add(() -> closed.add("first"));
        parts.add(() -> {
            throw new IllegalStateException("stuck");
        });

        parts.close();

        assertThat(closed).containsExactly("first");
    }

    @Test
    void eachPartIsClosedOnce() {
        parts.add(() -> closed.add("only"));

        parts.close();
        parts.close();

        assertThat(closed).containsExactly("only");
    }
}
