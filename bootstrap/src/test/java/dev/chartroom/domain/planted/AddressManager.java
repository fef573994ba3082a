package dev.chartroom.domain.planted;

/** Has a name that says nothing, and ends the program. */
public final class AddressManager {
    public void stop() {
        System.exit(1);
    }
}
