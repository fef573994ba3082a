package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/reference/messages.md has every message in the sources. With {@code -Ddocs.write=true}, it is rewritten. */
class MessageReferenceTest {
    private static final String HEADER = """
            # Messages of refused requests

            This page lists the messages with which Chartroom itself refuses a request. A test finds them in the sources. A
            `...` stands for any text. [Messages](../tasks/messages.md) has causes and next steps for those that users meet most
            often. The page does not list messages of the kube-apiserver, of webhooks, of policies and of charts, which Chartroom
            passes on. A few of the messages only reach the log. The page also lacks what `chartroom kind lint` prints about a definition, warnings of requests that succeed,
            and a few texts that no error is made of directly, such as that of a protected object.
            """;

    /** The next step of a client, or what the reason means. */
    private static final Map<StatusReason, String> ADVICE = Map.ofEntries(
            Map.entry(StatusReason.BAD_REQUEST, "The request makes no sense. Change it before you repeat it."),
            Map.entry(StatusReason.UNAUTHORIZED, "The server does not know who sends the request."),
            Map.entry(StatusReason.FORBIDDEN, "The user has no right to do this, or the server permits it to no user."),
            Map.entry(StatusReason.NOT_FOUND, "There is no such object, resource or path."),
            Map.entry(StatusReason.METHOD_NOT_ALLOWED, "The resource has no such verb."),
            Map.entry(StatusReason.NOT_ACCEPTABLE, "The client accepts none of the formats of the answer."),
            Map.entry(
                    StatusReason.CONFLICT,
                    "The state of the object does not permit the change. Read the object again."),
            Map.entry(StatusReason.EXPIRED, "List again. Informers do so by themselves."),
            Map.entry(StatusReason.REQUEST_ENTITY_TOO_LARGE, "The request or the object is too large."),
            Map.entry(StatusReason.UNSUPPORTED_MEDIA_TYPE, "The server does not read this format."),
            Map.entry(StatusReason.TOO_MANY_REQUESTS, "Repeat the request after the time in `Retry-After`."),
            Map.entry(
                    StatusReason.INTERNAL_ERROR,
                    "The server cannot answer, and a repetition may not help. Its log has more under the audit id."),
            Map.entry(StatusReason.SERVER_TIMEOUT, "Repeat the request."),
            Map.entry(
                    StatusReason.SERVICE_UNAVAILABLE,
                    "A part that the server depends on does not answer. With `Retry-After`, nothing was changed and a"
                            + " repetition is safe. Without it, read the object before you repeat a write."),
            Map.entry(StatusReason.TIMEOUT, "The request took too long. Repeat it."),
            Map.entry(StatusReason.UNKNOWN, "An error for which Kubernetes has no reason."));

    private static final JsonString VALUE = new JsonString("...");

    @Test
    void pageHasEveryMessageOfTheSources() throws IOException {
        RefusalSources sources = RefusalSources.read(RepositoryText.ROOT);

        assertThat(sources.refusals().get(StatusReason.CONFLICT)).contains(ApiError.Conflict.MODIFIED);
        assertThat(sources.refusals().get(StatusReason.CONFLICT)).contains("Helm has no revision of its release");
        assertThat(sources.refusals().get(StatusReason.SERVICE_UNAVAILABLE))
                .contains("the backing store of ... cannot be reached at this time");
        assertThat(sources.causes().get(FieldError.Type.FORBIDDEN))
                .contains("only Flux writes the status of a HelmRelease");
        assertThat(ADVICE.keySet()).containsAll(sources.refusals().keySet());
        GeneratedDocument.assertIs("reference/messages.md", page(sources));
    }

    private static String page(RefusalSources sources) {
        StringBuilder page = new StringBuilder(HEADER);
        GroupResource redises = new GroupResource("apps.example.com", "redises");
        section(
                page,
                "## Objects and rights",
                """
                These messages are those of a kube-apiserver for its own resources. `redises` and `cart` are examples.""",
                List.of(
                        Status.of(new ApiError.NotFound(redises, "cart")).message(),
                        Status.of(new ApiError.AlreadyExists(redises, "cart", false))
                                .message(),
                        Status.of(new ApiError.AlreadyExists(redises, "cart", true))
                                .message()));
        sources.refusals().forEach((reason, messages) -> {
            String name = reason == StatusReason.UNKNOWN ? "Without a reason" : reason.wireName();
            section(page, "## " + name + " (" + reason.code() + ")", ADVICE.getOrDefault(reason, ""), messages);
        });
        page.append(
                "\n## Invalid (422)\n\nThe Status has one cause for each field. These are the texts after the field and the value.\n");
        sources.causes()
                .forEach((type, messages) -> section(
                        page, "### " + new FieldError(type, "", "").toCause().reason(), "", messages));
        section(
                page,
                "### Other types",
                "",
                List.of(
                        FieldError.duplicate("", VALUE).message(),
                        FieldError.notSupported("", VALUE, List.of("...")).message(),
                        FieldError.tooLong("", 63).message(),
                        FieldError.tooMany("", 17, 16).message()));
        return page.toString();
    }

    private static void section(StringBuilder page, String title, String advice, Collection<String> messages) {
        page.append("\n").append(title).append("\n\n");
        page.append(advice.isEmpty() ? "" : advice + "\n\n");
        messages.forEach(message -> page.append("- ").append(code(message)).append("\n"));
    }

    /** Returns a text as code, also if it contains backticks. */
    private static String code(String message) {
        String text = message.replace("\n", " ").strip();
        return text.contains("`") ? "`` " + text + " ``" : "`" + text + "`";
    }
}
