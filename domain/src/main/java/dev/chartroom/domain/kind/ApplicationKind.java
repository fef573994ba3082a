package dev.chartroom.domain.kind;

import dev.chartroom.domain.managedfields.FieldOwnership;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.meta.Scope;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.table.PrinterColumn;
import dev.chartroom.domain.table.TableLayout;
import dev.chartroom.domain.validation.ImmutableFields;
import dev.chartroom.domain.version.KindVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A kind in one of its versions: what a kind definition says, whichever format declared it, and what is made of that once.
 * Immutable; two are equal where they say the same.
 */
public final class ApplicationKind {
    /** What can be done to the objects of a kind that a definition declares, in the order of a custom resource. */
    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

    private final Declared declared;
    private final TableLayout table;
    private final ImmutableFields immutableFields;
    private final ValueMask valueMask;
    private final GroupResource groupResource;
    private final ApplicationKind stored;
    /** Made when an object is written first: of most kinds there may never be one. */
    private volatile @Nullable FieldOwnership fieldOwnership;
    /** Of the stored version: what somebody asked for of the others. */
    private final Map<String, ApplicationKind> others = new ConcurrentHashMap<>();

    /** Everything by which two kinds differ. */
    private record Declared(
            GroupVersionKind gvk,
            KindNames names,
            String description,
            Schema schema,
            ReleaseTemplate release,
            String store,
            List<PrinterColumn> printerColumns,
            StatusMapping status,
            List<String> immutablePaths,
            FormHints form,
            List<String> sensitivePaths,
            KindVersions versions,
            Optional<String> deprecationWarning,
            Scope scope,
            List<String> verbs,
            Optional<Schema> statusSchema) {}

    /** A kind of which a definition says no more than this. */
    public ApplicationKind(
            String group, String version, KindNames names, String description, Schema schema, ReleaseTemplate release) {
        this(new Builder(group, version, names, schema, release).description(description));
    }

    private ApplicationKind(Builder builder) {
        this.declared = new Declared(
                new GroupVersionKind(builder.group, builder.version, builder.names.kind()),
                builder.names,
                builder.description,
                builder.schema,
                builder.release,
                builder.store,
                builder.printerColumns,
                builder.status,
                builder.immutablePaths,
                builder.form,
                builder.sensitivePaths,
                builder.versions,
                builder.deprecationWarning,
                builder.scope,
                builder.verbs,
                Optional.ofNullable(builder.statusSchema));
        this.immutableFields = ImmutableFields.of(builder.immutablePaths);
        this.table = TableLayout.of(builder.printerColumns);
        ValueMask mask = ValueMask.of(builder.schema, builder.sensitivePaths);
        this.valueMask = builder.printerColumns.isEmpty() ? mask : mask.ofDeclaredColumns();
        this.groupResource = new GroupResource(builder.group, builder.names.plural());
        this.stored = builder.stored == null ? this : builder.stored;
    }

    /** @param schema the schema of {@code spec} */
    public static Builder builder(
            String group, String version, KindNames names, Schema schema, ReleaseTemplate release) {
        return new Builder(group, version, names, schema, release);
    }

    public String group() {
        return declared.gvk().group();
    }

    public String version() {
        return declared.gvk().version();
    }

    public KindNames names() {
        return declared.names();
    }

    public String description() {
        return declared.description();
    }

    public Schema schema() {
        return declared.schema();
    }

    public ReleaseTemplate release() {
        return declared.release();
    }

    /** The name of the store that has the kind's objects. */
    public String store() {
        return declared.store();
    }

    /** Whether there is a release for each object: it is one, or one is kept for it. */
    public boolean hasReleases() {
        return store().equals(StoreNames.HELM_RELEASE) || release().isProjected();
    }

    /** All versions of the kind, this one among them. */
    public KindVersions versions() {
        return declared.versions();
    }

    /** The kind in the version in which its objects are stored; this very one where it is that. */
    public ApplicationKind stored() {
        return stored;
    }

    /**
     * The kind in another of its versions, served or not, as far as its objects are concerned: not how they are printed.
     *
     * @throws IllegalArgumentException where there is no such version
     */
    public ApplicationKind in(String version) {
        if (version.equals(version())) {
            return this;
        }
        return version.equals(stored.version()) ? stored : stored.others.computeIfAbsent(version, stored::made);
    }

    private ApplicationKind made(String version) {
        Schema schema = versions()
                .schema(version)
                .orElseThrow(() -> new IllegalArgumentException("no version " + version + " of " + this));
        return builder(group(), version, names(), schema, release())
                .description(description())
                .store(store())
                .status(status())
                .immutablePaths(versions().paths(declared.immutablePaths(), version))
                .sensitivePaths(versions().paths(declared.sensitivePaths(), version))
                .scope(scope())
                .verbs(verbs())
                .statusSchema(declared.statusSchema().orElse(null))
                .versions(versions(), this)
                .build();
    }

    /** What clients of a deprecated version are warned of. */
    public Optional<String> deprecationWarning() {
        return declared.deprecationWarning();
    }

    /** Where the kind's objects are. */
    public Scope scope() {
        return declared.scope();
    }

    /** What can be done to the kind's objects; never more than that is in discovery (wire contract A4). */
    public List<String> verbs() {
        return declared.verbs();
    }

    /** How the status of objects is published where it is not that of a release; empty where it is. */
    public Optional<Schema> statusSchema() {
        return declared.statusSchema();
    }

    /**
     * Whether it is of the core group: clients have types of their own for these kinds, and send strategic merge patches
     * and protobuf.
     */
    public boolean isCore() {
        return group().isEmpty();
    }

    public GroupVersion groupVersion() {
        return new GroupVersion(group(), version());
    }

    public GroupVersionKind gvk() {
        return declared.gvk();
    }

    public GroupResource groupResource() {
        return groupResource;
    }

    /** In which columns the kind's objects are printed. */
    public TableLayout table() {
        return table;
    }

    /** What the status of the kind's objects shows of their releases. */
    public StatusMapping status() {
        return declared.status();
    }

    /** What of the kind's objects cannot be changed. */
    public ImmutableFields immutableFields() {
        return immutableFields;
    }

    /** How a form may show the kind's objects. */
    public FormHints form() {
        return declared.form();
    }

    /** Who owns which fields of the kind's objects, and server-side apply. */
    public FieldOwnership fieldOwnership() {
        FieldOwnership made = fieldOwnership;
        if (made == null) {
            made = FieldOwnership.of(groupVersion(), names().kind(), versions());
            fieldOwnership = made;
        }
        return made;
    }

    /** What hides the sensitive values of the kind's objects from whoever reads logs. */
    public ValueMask valueMask() {
        return valueMask;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        // Most are asked about themselves, and a schema is long.
        return this == other || other instanceof ApplicationKind that && declared.equals(that.declared);
    }

    @Override
    public int hashCode() {
        return declared.gvk().hashCode();
    }

    @Override
    public String toString() {
        return declared.gvk().toString();
    }

    /** What a definition may say of a kind, but need not. */
    public static final class Builder {
        private final String group;
        private final String version;
        private final KindNames names;
        private final Schema schema;
        private final ReleaseTemplate release;
        private String description = "";
        private String store = StoreNames.HELM_RELEASE;
        private List<PrinterColumn> printerColumns = List.of();
        private StatusMapping status = StatusMapping.DEFAULT;
        private List<String> immutablePaths = List.of();
        private FormHints form = FormHints.NONE;
        private List<String> sensitivePaths = List.of();
        private KindVersions versions;
        private Optional<String> deprecationWarning = Optional.empty();
        private Scope scope = Scope.NAMESPACED;
        private List<String> verbs = VERBS;
        private @Nullable Schema statusSchema;
        private @Nullable ApplicationKind stored;

        private Builder(String group, String version, KindNames names, Schema schema, ReleaseTemplate release) {
            this.group = group;
            this.version = version;
            this.names = names;
            this.schema = schema;
            this.release = release;
            this.versions = KindVersions.only(version, schema);
        }

        /** What the kind is, for {@code kubectl explain}. */
        public Builder description(String text) {
            this.description = text;
            return this;
        }

        /** The name of the store that has the objects, where they are not HelmReleases. */
        public Builder store(String name) {
            this.store = name;
            return this;
        }

        /** In which columns objects are printed beside their names; with none, as any other kind's. */
        public Builder printerColumns(List<PrinterColumn> columns) {
            this.printerColumns = List.copyOf(columns);
            return this;
        }

        /** What the status of objects shows of their releases. */
        public Builder status(StatusMapping mapping) {
            this.status = mapping;
            return this;
        }

        /** Of values that cannot be changed, such as {@code spec.storageClass}. */
        public Builder immutablePaths(List<String> paths) {
            this.immutablePaths = List.copyOf(paths);
            return this;
        }

        /** How a form may show objects. */
        public Builder form(FormHints hints) {
            this.form = hints;
            return this;
        }

        /** Of values that are masked in logs, besides those of which the schema says so. */
        public Builder sensitivePaths(List<String> paths) {
            this.sensitivePaths = List.copyOf(paths);
            return this;
        }

        /**
         * Of a kind with several versions: all of them.
         *
         * @param storedKind the kind in the stored version; null where it is this one
         */
        public Builder versions(KindVersions all, @Nullable ApplicationKind storedKind) {
            this.versions = all;
            this.stored = storedKind;
            return this;
        }

        /** What clients of this version are warned of, because it is deprecated. */
        public Builder deprecationWarning(Optional<String> warning) {
            this.deprecationWarning = warning;
            return this;
        }

        /** Where objects are, if not in namespaces. */
        public Builder scope(Scope other) {
            this.scope = other;
            return this;
        }

        /** What can be done to objects, if not all that can be done to those of custom resources. */
        public Builder verbs(List<String> all) {
            this.verbs = List.copyOf(all);
            return this;
        }

        /** How the status of objects that have nothing to do with releases is published. */
        public Builder statusSchema(@Nullable Schema schema) {
            this.statusSchema = schema;
            return this;
        }

        public ApplicationKind build() {
            return new ApplicationKind(this);
        }
    }
}
