package dev.chartroom.adapters.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassagePlacesTest {
    private final PassagePlaces places = new PassagePlaces();

    @Test
    void oneTokenLeavesPlacesForOthers() {
        for (int i = 0; i < PassagePlaces.OF_TOKEN; i++) {
            assertThat(places.enter("a")).isTrue();
        }

        assertThat(places.enter("a")).isFalse();
        assertThat(places.enter("b")).isTrue();
    }

    @Test
    void aPlaceThatIsGivenBackCanBeTakenAgain() {
        for (int i = 0; i < PassagePlaces.OF_TOKEN; i++) {
            assertThat(places.enter("a")).isTrue();
        }
        places.leave("a");

        assertThat(places.enter("a")).isTrue();
        assertThat(places.enter("a")).isFalse();
    }

    @Test
    void manyTokensHaveNoMoreThanAllPlaces() {
        for (int i = 0; i < PassagePlaces.ALL; i++) {
            assertThat(places.enter("token-" + i)).isTrue();
        }

        assertThat(places.enter("another")).isFalse();
        places.leave("token-0");
        assertThat(places.enter("another")).isTrue();
    }

    /** A refused request must not keep one of the places of all. */
    @Test
    void aRefusedRequestTakesNoPlace() {
        for (int i = 0; i < 2 * PassagePlaces.ALL; i++) {
            places.enter("a");
        }

        for (int i = 0; i < PassagePlaces.ALL - PassagePlaces.OF_TOKEN; i++) {
            assertThat(places.enter("token-" + i)).isTrue();
        }
        assertThat(places.enter("last")).isFalse();
    }
}
