package dev.chartroom.e2e.console;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The flows of a user through the console of {@code chartroom dev}, in a real browser. If {@code console.pictures} is a folder, it gets
 * the pictures of the documents.
 */
class ConsoleBrowserTest {
    @BeforeAll
    static void requireBrowser() throws IOException, InterruptedException {
        BrowserTests.require();
    }

    @Test
    void everyFlowOfAUserWorks() throws IOException, InterruptedException {
        DevConsole.run("flows");
    }
}
