package dev.chartroom.e2e.console;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages, dialogs and menus of the console in a real browser: accessible, in both themes, and on a phone. */
class ConsoleLookTest {
    @BeforeAll
    static void requireBrowser() throws IOException, InterruptedException {
        BrowserTests.require();
    }

    @Test
    void everyPageHasNoBarrier() throws IOException, InterruptedException {
        DevConsole.run("looks");
    }
}
