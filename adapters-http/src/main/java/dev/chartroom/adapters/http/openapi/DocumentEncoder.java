package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Composes documents from fragments, and reuses the fragments of unchanged kinds. Immutable, thread-safe. */
final class DocumentEncoder {
    private final JsonCodec codec;
    private final Dialect dialect;
    /** The templates of paths. Kinds with the same scope and operations share one. */
    private final Map<Offer, Template> paths = new ConcurrentHashMap<>();

    private final KindSchemas kindSchemas;
    private final MetaSchemas metaSchemas;

    /** @param codec also reads the schemas that do not depend on a kind */
    DocumentEncoder(JsonCodec codec, Dialect dialect) {
        this.codec = codec;
        this.dialect = dialect;
        SchemaTemplates templates = SchemaTemplates.load(codec);
        kindSchemas = new KindSchemas(templates, dialect);
        metaSchemas = new MetaSchemas(templates.definitions(), dialect);
    }

    /**
     * The content of a document besides its kinds.
     *
     * @param version the member with the version of OpenAPI
     * @param groups the groups whose discovery is described
     * @param groupVersions the group versions whose discovery is described
     * @param used Kubernetes' own definitions that the document refers to
     */
    record Frame(
            String version, Collection<String> groups, Collection<GroupVersion> groupVersions, List<String> used) {}

    /** @param before a document whose fragments are reused for unchanged kinds; null for none */
    EncodedDocument document(Frame frame, List<ApplicationKind> kinds, @Nullable EncodedDocument before) {
        OperationIds ids = new OperationIds();
        Paths discovery = new Paths(dialect, ids);
        frame.groups().forEach(discovery::addGroup);
        frame.groupVersions().forEach(discovery::addGroupVersion);
        JsonObject.Builder meta = JsonObject.builder();
        Set<String> used = new LinkedHashSet<>(frame.used());
        kinds.forEach(kind -> used.addAll(SubresourcePaths.used(kind)));
        metaSchemas.addTo(meta, used, frame.groupVersions());

        Map<ApplicationKind, Fragment> known = before == null ? Map.of() : before.schemas();
        Map<ApplicationKind, Fragment> schemas = new HashMap<>();
        Composition document = new Composition();
        document.text("{" + frame.version() + ",\"info\":" + text(DocumentInfo.JSON) + ",\"paths\":{");
        document.members(members(discovery.build()));
        for (ApplicationKind kind : kinds) {
            document.members(paths(kind).filled(KindTexts.of(kind, ids).inOrder()));
            document.members(members(new SubresourcePaths(dialect, ids).of(kind)));
        }
        document.text("}," + dialect.schemasBegin());
        // The schemas are encoded in parallel: at the start there can be a thousand kinds, and each takes some time.
        List<Fragment> ofKinds =
                kinds.parallelStream().map(kind -> schema(kind, known)).toList();
        for (int i = 0; i < kinds.size(); i++) {
            schemas.put(kinds.get(i), ofKinds.get(i));
            document.members(ofKinds.get(i));
        }
        document.members(members(meta.build()));
        document.text(dialect.schemasEnd() + "}");
        return new EncodedDocument(document.fragments(), schemas);
    }

    private Template paths(ApplicationKind kind) {
        return paths.computeIfAbsent(Offer.of(kind), this::template);
    }

    private Template template(Offer offer) {
        KindPaths made = new KindPaths(dialect, offer.operations());
        return new Template(members(
                switch (offer.scope()) {
                    case NAMESPACED -> made.of(KindTexts.gaps());
                    case CLUSTER -> made.ofClusterScoped(KindTexts.gaps());
                }));
    }

    /** The scope and operations of a kind. */
    private record Offer(Scope scope, Set<KindOperation> operations) {
        private Offer {
            operations = Set.copyOf(operations);
        }

        static Offer of(ApplicationKind kind) {
            return new Offer(
                    kind.scope(),
                    Arrays.stream(KindOperation.values())
                            .filter(operation -> operation.isOf(kind))
                            .collect(Collectors.toSet()));
        }
    }

    private Fragment schema(ApplicationKind kind, Map<ApplicationKind, Fragment> known) {
        Fragment schema = known.get(kind);
        return schema == null ? Fragment.of(members(kindSchemas.of(kind))) : schema;
    }

    private String text(JsonObject object) {
        return new String(codec.encode(object), StandardCharsets.UTF_8);
    }

    /** Returns the members of an object without the braces around them. */
    private byte[] members(JsonObject object) {
        byte[] encoded = codec.encode(object);
        return Arrays.copyOfRange(encoded, 1, encoded.length - 1);
    }

    /** A sequence of fragments, with commas between members. */
    private static final class Composition {
        private static final Fragment COMMA = Fragment.of(new byte[] {','});

        private final List<Fragment> fragments = new ArrayList<>();
        private boolean first;

        /** Adds text after which the first member needs no comma. */
        void text(String text) {
            fragments.add(Fragment.of(text.getBytes(StandardCharsets.UTF_8)));
            first = true;
        }

        void members(byte[] members) {
            if (members.length > 0) {
                members(Fragment.of(members));
            }
        }

        void members(Fragment members) {
            if (!first) {
                fragments.add(COMMA);
            }
            first = false;
            fragments.add(members);
        }

        List<Fragment> fragments() {
            return fragments;
        }
    }
}
