package dev.chartroom.domain.planted;

/** Has a meaningless name and ends the program. */
public final class AddressManager {
    public void stop() {
        System.exit(1);
    }
}
