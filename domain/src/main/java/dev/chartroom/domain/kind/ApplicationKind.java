package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.validation.ImmutableFields;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.domain.table.TableLayout;
import dev.chartroom.domain.version.KindVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A kind in one of its versions. It has the contents of a kind definition in either format, and Java objects such as a
 * mask, which are created once from these contents. Immutable. Two kinds are equal if their contents are equal.
 */
public final class ApplicationKind {
    /** The default verbs, in the order in which discovery lists the verbs of a custom resource. */
    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

    /** The store of the server's own kinds. A definition cannot use this name. */
    public static final String BUILT_IN = "";

    /** The store of kinds whose objects are computed for each request. A definition cannot use this name. */
    public static final String COMPUTED = "(computed)";

    private final Declared declared;
    private final TableLayout table;
    private final ImmutableFields immutableFields;
    private final ValueMask valueMask;
    private final GroupResource groupResource;
    private final ApplicationKind stored;
    /** Created on first use, because the objects of many kinds may never be written. */
    private volatile @Nullable FieldManager fieldOwnership;
    /** Caches the kinds that {@link #in} creates for other versions. Used only in the kind of the stored version. */
    private final Map<String, ApplicationKind> others = new ConcurrentHashMap<>();

    /** The contents that equality compares. */
    private record Declared(
            GroupVersionKind gvk,
            KindNames names,
            String description,
            String icon,
            Schema schema,
            ReleaseTemplate release,
            String store,
            List<PrinterColumn> printerColumns,
            StatusMapping status,
            List<String> immutablePaths,
            FormHints form,
            List<String> sensitivePaths,
            DeletionPolicy deletion,
            KindVersions versions,
            Optional<String> deprecationWarning,
            Scope scope,
            List<String> verbs,
            Optional<Schema> statusSchema,
            Subresources subresources,
            List<Cost> costs) {}

    /** Creates a kind from these parts, with defaults for all other parts. */
    public ApplicationKind(
            String group, String version, KindNames names, String description, Schema schema, ReleaseTemplate release) {
        this(new Builder(group, version, names, schema, release).description(description));
    }

    private ApplicationKind(Builder builder) {
        this.declared = new Declared(
                new GroupVersionKind(builder.group, builder.version, builder.names.kind()),
                builder.names,
                builder.description,
                builder.icon,
                builder.schema,
                builder.release,
                builder.store,
                builder.printerColumns,
                builder.status,
                builder.immutablePaths,
                builder.form,
                builder.sensitivePaths,
                builder.deletion,
                builder.versions,
                builder.deprecationWarning,
                builder.scope,
                builder.verbs,
                Optional.ofNullable(builder.statusSchema),
                builder.subresources,
                builder.costs);
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

    /** Returns an image for catalogues as a {@code data:} URL (RFC 2397); empty if there is none. */
    public String icon() {
        return declared.icon();
    }

    public Schema schema() {
        return declared.schema();
    }

    public ReleaseTemplate release() {
        return declared.release();
    }

    /** Returns the name of the store that has the kind's objects. */
    public String store() {
        return declared.store();
    }

    /** Returns whether the kind is one of the server's own, such as Namespace. */
    public boolean isBuiltIn() {
        return store().equals(BUILT_IN) || isComputed();
    }

    /** Returns whether the kind's objects are not stored, but computed for each request. */
    public boolean isComputed() {
        return store().equals(COMPUTED);
    }

    /** Returns whether each object has a release: the object is a HelmRelease, or Chartroom keeps a release for it. */
    public boolean hasReleases() {
        return store().equals(StoreNames.HELM_RELEASE) || release().isProjected();
    }

    /** Returns all versions of the kind, including this one. */
    public KindVersions versions() {
        return declared.versions();
    }

    /** Returns the kind in the stored version; this instance if it is already in the stored version. */
    public ApplicationKind stored() {
        return stored;
    }

    /**
     * Returns the kind in a version, served or not. If the version is neither this version nor the stored version, the
     * result has no printer columns, form hints, subresources or deprecation warning.
     *
     * @throws IllegalArgumentException if there is no such version
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
                .icon(icon())
                .store(store())
                .status(status())
                .immutablePaths(versions().paths(declared.immutablePaths(), version))
                .sensitivePaths(versions().paths(declared.sensitivePaths(), version))
                .deletion(deletion())
                .scope(scope())
                .verbs(verbs())
                .statusSchema(declared.statusSchema().orElse(null))
                .versions(versions(), this)
                .build();
    }

    /** Returns the warning for clients of a deprecated version; empty if this version is not deprecated. */
    public Optional<String> deprecationWarning() {
        return declared.deprecationWarning();
    }

    /** Returns the scope of the kind's objects: namespaced or cluster-scoped. */
    public Scope scope() {
        return declared.scope();
    }

    /** Returns the verbs of the kind's objects. Discovery lists only these verbs (wire contract A4). */
    public List<String> verbs() {
        return declared.verbs();
    }

    /** Returns the subresources in addition to the status. */
    public Subresources subresources() {
        return declared.subresources();
    }

    /** Returns the published schema of the status; empty if the status comes from a release. */
    public Optional<Schema> statusSchema() {
        return declared.statusSchema();
    }

    /**
     * Returns whether the kind is of the core group. Clients have compiled-in types for such kinds, and send strategic
     * merge patches and protobuf.
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

    /** Returns the columns in which the kind's objects are printed. */
    public TableLayout table() {
        return table;
    }

    /** Returns which parts of a release appear in the status of an object. */
    public StatusMapping status() {
        return declared.status();
    }

    /** Returns the fields of the kind's objects that cannot be changed. */
    public ImmutableFields immutableFields() {
        return immutableFields;
    }

    /** Returns which objects clients can delete, and whether the resources of their releases stay. */
    public DeletionPolicy deletion() {
        return declared.deletion();
    }

    /** Returns the costs of the kind's objects. Only the kind in the stored version has them. */
    public List<Cost> costs() {
        return declared.costs();
    }

    /** Returns the paths of values that cannot change after an object is created, such as {@code spec.storageClass}. */
    public List<String> immutablePaths() {
        return declared.immutablePaths();
    }

    /** Returns the paths of sensitive values, in addition to those that the schema marks. */
    public List<String> sensitivePaths() {
        return declared.sensitivePaths();
    }

    /** Returns how a form may show the kind's objects. */
    public FormHints form() {
        return declared.form();
    }

    /** Returns the manager for field ownership and server-side apply of the kind's objects. */
    public FieldManager fieldOwnership() {
        FieldManager made = fieldOwnership;
        if (made == null) {
            made = FieldManager.of(groupVersion(), names().kind(), versions());
            fieldOwnership = made;
        }
        return made;
    }

    /** Returns the mask that hides sensitive values of the kind's objects in logs. */
    public ValueMask valueMask() {
        return valueMask;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        // In most cases, a kind is compared with itself. The identity check avoids a comparison of the long schema.
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

    /** Builds a kind. Its methods set the optional parts of a definition. */
    public static final class Builder {
        private final String group;
        private final String version;
        private final KindNames names;
        private final Schema schema;
        private final ReleaseTemplate release;
        private String description = "";
        private String icon = "";
        private String store = StoreNames.HELM_RELEASE;
        private List<PrinterColumn> printerColumns = List.of();
        private StatusMapping status = StatusMapping.DEFAULT;
        private List<String> immutablePaths = List.of();
        private FormHints form = FormHints.NONE;
        private List<String> sensitivePaths = List.of();
        private DeletionPolicy deletion = DeletionPolicy.DEFAULT;
        private KindVersions versions;
        private Optional<String> deprecationWarning = Optional.empty();
        private Scope scope = Scope.NAMESPACED;
        private List<String> verbs = VERBS;
        private @Nullable Schema statusSchema;
        private Subresources subresources = Subresources.NONE;
        private List<Cost> costs = List.of();
        private @Nullable ApplicationKind stored;

        private Builder(String group, String version, KindNames names, Schema schema, ReleaseTemplate release) {
            this.group = group;
            this.version = version;
            this.names = names;
            this.schema = schema;
            this.release = release;
            this.versions = KindVersions.only(version, schema);
        }

        /** The description for {@code kubectl explain}. */
        public Builder description(String text) {
            this.description = text;
            return this;
        }

        /** An image as a {@code data:} URL; empty by default. */
        public Builder icon(String url) {
            this.icon = url;
            return this;
        }

        /** The name of the store; by default the name of the store of HelmReleases. */
        public Builder store(String name) {
            this.store = name;
            return this;
        }

        /** The columns in addition to the name; if the list is empty, the default columns are printed. */
        public Builder printerColumns(List<PrinterColumn> columns) {
            this.printerColumns = List.copyOf(columns);
            return this;
        }

        /** The parts of a release that the status shows. */
        public Builder status(StatusMapping mapping) {
            this.status = mapping;
            return this;
        }

        /** The paths of values that cannot be changed, such as {@code spec.storageClass}. */
        public Builder immutablePaths(List<String> paths) {
            this.immutablePaths = List.copyOf(paths);
            return this;
        }

        /** The hints for forms. */
        public Builder form(FormHints hints) {
            this.form = hints;
            return this;
        }

        /** The paths of values that are masked in logs, in addition to those that the schema marks. */
        public Builder sensitivePaths(List<String> paths) {
            this.sensitivePaths = List.copyOf(paths);
            return this;
        }

        /** The rules for deletions. */
        public Builder deletion(DeletionPolicy policy) {
            this.deletion = policy;
            return this;
        }

        /**
         * All versions of the kind; by default only this version.
         *
         * @param storedKind the kind in the stored version; null if this kind is in the stored version
         */
        public Builder versions(KindVersions all, @Nullable ApplicationKind storedKind) {
            this.versions = all;
            this.stored = storedKind;
            return this;
        }

        /** The warning for clients of this version if it is deprecated. */
        public Builder deprecationWarning(Optional<String> warning) {
            this.deprecationWarning = warning;
            return this;
        }

        /** The scope; by default namespaced. */
        public Builder scope(Scope other) {
            this.scope = other;
            return this;
        }

        /** The verbs; by default all verbs of a custom resource. */
        public Builder verbs(List<String> all) {
            this.verbs = List.copyOf(all);
            return this;
        }

        /** The subresources in addition to the status; by default none. */
        public Builder subresources(Subresources declared) {
            this.subresources = declared;
            return this;
        }

        /** The costs of objects, for the stored version; by default none. */
        public Builder costs(List<Cost> all) {
            this.costs = List.copyOf(all);
            return this;
        }

        /** The published schema of the status of objects without releases. */
        public Builder statusSchema(@Nullable Schema schema) {
            this.statusSchema = schema;
            return this;
        }

        public ApplicationKind build() {
            return new ApplicationKind(this);
        }
    }
}
