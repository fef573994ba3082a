package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.StoreNames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid values of each field of a definition, with the problems that are reported. */
class KindDefinitionRefusalsTest {
    private final KindDefinitionReader reader =
            new KindDefinitionReader(KindDefinitionReaderTest.DEFAULTS, SchemaExpressions.JDK, StoreNames.UNKNOWN);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            group: apps.example.com          | group: example                         | spec.group: must be a DNS-1123 subdomain with a dot in it, such as apps.example.com, not "example"
            group: apps.example.com          | group: Apps.example.com                | spec.group: must be a DNS-1123 subdomain with a dot in it, such as apps.example.com, not "Apps.example.com"
            group: apps.example.com          | group: apps..example                   | spec.group: must be a DNS-1123 subdomain with a dot in it, such as apps.example.com, not "apps..example"
            group: apps.example.com          | group: 7                               | spec.group: must be a string
            group: apps.example.com          | group: null                            | spec.group: required
            {name: redises.apps.example.com} | {name: redis}                          | metadata.name: must be "redises.apps.example.com", the plural and the group, not "redis"
            {name: redises.apps.example.com} | {labels: {}}                           | metadata.name: required
            metadata:                        | metadat:                               | metadata: required; metadat: unknown field; did you mean "metadata"?
            kind: Redis,                     | kind: redis,                           | spec.names.kind: must be a CamelCase name of at most 63 letters and digits, such as Redis, not "redis"
            kind: Redis,                     | kind: Red-is,                          | spec.names.kind: must be a CamelCase name of at most 63 letters and digits, such as Redis, not "Red-is"
            kind: Redis,                     | kind: '',                              | spec.names.kind: required
            kind: Redis,                     | kind: Redis, listKind: Redis,          | spec.names.listKind: must differ from the kind
            kind: Redis,                     | kind: Redis, singular: Redis,          | spec.names.singular: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not "Redis"
            kind: Redis,                     | kind: Redis, shortNames: [rd, 1d],     | spec.names.shortNames[1]: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not "1d"
            kind: Redis,                     | kind: Redis, shortNames: rd,           | spec.names.shortNames: must be an array
            kind: Redis,                     | kind: Redis, categories: [5],          | spec.names.categories[0]: must be a string
            kind: Redis,                     | kind: Redis, categories: [''],         | spec.names.categories[0]: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not ""
            kind: Redis,                     | kind: Redis, shortnames: [rd],         | spec.names.shortnames: unknown field; did you mean "shortNames"?
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, sensitivePaths: [spec.a, password], | spec.sensitivePaths[1]: must be a path of a value below spec, such as spec.users[*].password or spec.tokens.*, not "password"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, sensitivePaths: ["spec.a[0]"], | spec.sensitivePaths[0]: must be a path of a value below spec, such as spec.users[*].password or spec.tokens.*, not "spec.a[0]"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, sensitivePaths: [spec], | spec.sensitivePaths[0]: must be a path of a value below spec, such as spec.users[*].password or spec.tokens.*, not "spec"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, sensitivePaths: spec.a, | spec.sensitivePaths: must be an array
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, costs: [{name: cpu}], | spec.costs[0].expression: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, costs: [{name: cpu, expression: "1"}], | spec.costs[0].expression: the expression 1 does not compile: CEL is not available
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, costs: [{name: CPU, expression: ""}], | spec.costs[0].name: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not "CPU"; spec.costs[0].expression: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, costs: [{name: a, expression: ""}, {name: a, expression: "", limited: 1}], | spec.costs[0].expression: required; spec.costs[1].name: must be unique: "a"; spec.costs[1].expression: required; spec.costs[1].limited: must be a boolean
            names: {kind: Redis, plural: redises} | names: Redis                      | spec.names: must be an object
            names: {kind: Redis, plural: redises} | scope: Namespaced                 | spec.names: required; spec.scope: unknown field
            name: v1alpha1                   | name: V1                               | spec.versions[0].name: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not "V1"
            served: true                     | served: false                          | spec.versions: must have served: true in at least one version
            storage: true                    | storage: null                          | spec.versions: must have storage: true in exactly one version
            storage: true                    | storage: "true"                        | spec.versions[0].storage: must be a boolean; spec.versions: must have storage: true in exactly one version
            storage: true                    | storage: true, deprecated: maybe       | spec.versions[0].deprecated: must be a boolean
            storage: true                    | storage: true, deprecationWarning: Old | spec.versions[0].deprecationWarning: is allowed only if deprecated is true
            storage: true                    | storage: true, conversion: {}          | spec.versions[0].conversion: must not be set for the stored version
            storage: true | storage: true, additionalPrinterColumns: [{type: string, jsonPath: .a}] | spec.versions[0].additionalPrinterColumns[0].name: required
            storage: true | storage: true, additionalPrinterColumns: [{name: A, jsonPath: .a}] | spec.versions[0].additionalPrinterColumns[0].type: required
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: text, jsonPath: .a}] | spec.versions[0].additionalPrinterColumns[0].type: must be integer, number, string, boolean or date, not "text"
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, format: uuid, jsonPath: .a}] | spec.versions[0].additionalPrinterColumns[0].format: must be int32, int64, float, double, byte, date, date-time or password, not "uuid"
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, priority: -1, jsonPath: .a}] | spec.versions[0].additionalPrinterColumns[0].priority: must be an integer from 0 to 2147483647, not -1
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string}] | spec.versions[0].additionalPrinterColumns[0].jsonPath: required unless expression is set
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, jsonPath: .a, expression: self.a}] | spec.versions[0].additionalPrinterColumns[0].expression: must not be set together with jsonPath
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, jsonPath: a}] | spec.versions[0].additionalPrinterColumns[0].jsonPath: must be a simple json path starting with .: "a"
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, jsonPath: '.a[b]'}] | spec.versions[0].additionalPrinterColumns[0].jsonPath: invalid array index b: ".a[b]"
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, expression: self.a}] | spec.versions[0].additionalPrinterColumns[0].expression: the expression self.a does not compile: CEL is not available
            storage: true | storage: true, additionalPrinterColumns: [{name: A, type: string, JSONPath: .a}] | spec.versions[0].additionalPrinterColumns[0].jsonPath: required unless expression is set; spec.versions[0].additionalPrinterColumns[0].JSONPath: unknown field; did you mean "jsonPath"?
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{as: X}]}, | spec.status.conditions[0].type: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: 'a b'}]}, | spec.status.conditions[0].type: must be the type of a condition, such as Released, not "a b"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Ready}]}, | spec.status.conditions[0].type: Ready is always shown
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Released, as: Stalled}]}, | spec.status.conditions[0].as: another condition is shown as Stalled
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Released, as: Suspended}]}, | spec.status.conditions[0].as: another condition is shown as Suspended
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Released}, {type: Remediated, as: Released}]}, | spec.status.conditions[1].as: another condition is shown as Released
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Released}, {type: Released, as: X}]}, | spec.status.conditions[1].type: another condition already shows Released
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {conditions: [{type: Released, when: X}]}, | spec.status.conditions[0].when: unknown field
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{type: string, jsonPath: .status.helmChart}]}, | spec.status.fields[0].name: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a-b, type: string, jsonPath: .status.helmChart}]}, | spec.status.fields[0].name: must be a name of at most 63 letters and digits, such as chartVersion, not "a-b"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: conditions, type: string, jsonPath: .status.helmChart}]}, | spec.status.fields[0].name: conditions is always shown
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: date, jsonPath: .status.helmChart}]}, | spec.status.fields[0].type: must be string, integer, number, boolean, object or array, not "date"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: string, jsonPath: .status.a}, {name: a, type: string, jsonPath: .status.b}]}, | spec.status.fields[1].name: another field has the name a
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: string}]}, | spec.status.fields[0].jsonPath: required unless expression is set
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: string, expression: self.x}]}, | spec.status.fields[0].expression: the expression self.x does not compile: CEL is not available
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, immutablePaths: [metadata.name], | spec.immutablePaths[0]: must be a path of a value below spec, such as spec.users[*].password or spec.tokens.*, not "metadata.name"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, immutablePaths: [spec.a], | spec.immutablePaths[0]: spec.a is not in the schema
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: {policy: orphan}, | spec.deletion.policy: must be uninstall or retain, not "orphan"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: {protected: "true"}, | spec.deletion.protected: must be a boolean
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: {suspended: warn}, | spec.deletion.suspended: must be allow or refuse, not "warn"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: {policy: retain, suspended: refuse}, | spec.deletion.suspended: must not be refuse if policy is retain, because Chartroom itself suspends the release
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: retain, | spec.deletion: must be an object
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, deletion: {retain: true}, | spec.deletion.retain: unknown field
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {order: [spec.a]}, | spec.form.order[0]: spec.a is not in the schema
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {order: [a]}, | spec.form.order[0]: must be a path of a value below spec, such as spec.users[*].password or spec.tokens.*, not "a"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {groups: [{fields: [spec.b]}]}, | spec.form.groups[0].title: required; spec.form.groups[0].fields[0]: spec.b is not in the schema
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{title: A}]}, | spec.form.fields[0].path: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, widget: Text Area, hidden: 1}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].widget: must be the name of a widget in lower case, such as textarea, not "Text Area"; spec.form.fields[0].hidden: must be a boolean
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.source: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {source: Secrets}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.source: must be StorageClasses or Applications, not "Secrets"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {source: Applications}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.resource: required
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {source: Applications, resource: redises}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.resource: must be a resource with its API group, such as redises.apps.example.com, not "redises"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {source: StorageClasses, resource: redises.apps.example.com}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.resource: only the source Applications has a resource
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: StorageClasses}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options: must be an object
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, options: {source: StorageClasses, size: 1}}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].options.size: unknown field
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, form: {fields: [{path: spec.c, color: red}]}, | spec.form.fields[0].path: spec.c is not in the schema; spec.form.fields[0].color: unknown field
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: string, jsonPath: .spec.values.password}]}, | spec.status.fields[0].jsonPath: must begin with .status: ".spec.values.password"
            names: {kind: Redis, plural: redises}, | names: {kind: Redis, plural: redises}, status: {fields: [{name: a, type: string, jsonPath: ..password}]}, | spec.status.fields[0].jsonPath: must begin with .status: "..password"
            schema: {openAPIV3Schema:        | schema: {openAPISchema:                | spec.versions[0].schema.openAPIV3Schema: required; spec.versions[0].schema.openAPISchema: unknown field; did you mean "openAPIV3Schema"?
            {type: object, properties: {spec | {properties: {spec                     | spec.versions[0].schema.openAPIV3Schema.type: required
            {type: object, properties: {spec | {type: string, properties: {spec       | spec.versions[0].schema.openAPIV3Schema.type: must be object, not "string"
            {type: object, properties: {spec | {type: object, required: [spec], properties: {spec | spec.versions[0].schema.openAPIV3Schema.required: is not supported here, only in the schema of spec
            properties: {spec: {             | properties: {status: {type: object}, spec: { | spec.versions[0].schema.openAPIV3Schema.properties.status: must not be declared, because the server sets the status of an object
            properties: {spec: {             | properties: {data: {type: object}, spec: {   | spec.versions[0].schema.openAPIV3Schema.properties.data: unknown field
            properties: {spec: {             | properties: {metadata: {type: object, properties: {}}, spec: { | spec.versions[0].schema.openAPIV3Schema.properties.metadata.properties: unknown field
            properties: {spec: {             | properties: {kind: {type: object}, spec: {   | spec.versions[0].schema.openAPIV3Schema.properties.kind.type: must be string, not "object"
            properties: {spec: {             | properties: {specs: {                  | spec.versions[0].schema.openAPIV3Schema.properties.spec: required; spec.versions[0].schema.openAPIV3Schema.properties.specs: unknown field; did you mean "spec"?
            prefix: redis-                   | labels: {}                             | spec.release.prefix: required, but may be empty
            prefix: redis-                   | prefix: Redis-                         | spec.release.prefix: must be at most 52 lower case letters, digits and '-', with a letter or digit first, not "Redis-"
            prefix: redis-                   | prefix: -redis                         | spec.release.prefix: must be at most 52 lower case letters, digits and '-', with a letter or digit first, not "-redis"
            chartRef: {                      | chartref: {                            | spec.release.chartRef: required; spec.release.chartref: unknown field; did you mean "chartRef"?
            OCIRepository                    | HelmRepository                         | spec.release.chartRef.kind: must be OCIRepository, HelmChart or ExternalArtifact, not "HelmRepository"
            name: redis}                     | nam: redis}                            | spec.release.chartRef.name: required; spec.release.chartRef.nam: unknown field; did you mean "name"?
            name: redis}                     | name: redis, namespace: a.b}           | spec.release.chartRef.namespace: must be a DNS-1123 label, not "a.b"
            prefix: redis-                   | prefix: redis-, labels: {a b: c}       | spec.release.labels: the key must be a label key, not "a b"
            prefix: redis-                   | prefix: redis-, labels: {x.io/a: -c}   | spec.release.labels[x.io/a]: must be a label value, not "-c"
            prefix: redis-                   | prefix: redis-, labels: {a: 5}         | spec.release.labels.a: must be a string
            prefix: redis-                   | prefix: redis-, interval: 5            | spec.release.interval: must be a string
            prefix: redis-                   | prefix: redis-, interval: 5 minutes    | spec.release.interval: must be a duration such as 5m or 1h30m, not "5 minutes"
            prefix: redis-                   | prefix: redis-, retryInterval: ''      | spec.release.retryInterval: must be a duration such as 5m or 1h30m, not ""
            prefix: redis-                   | prefix: redis-, installTimeout: 0s     | spec.release.installTimeout: must be longer than zero
            prefix: redis-                   | prefix: redis-, upgradeTimeout: -5m    | spec.release.upgradeTimeout: must be a duration such as 5m or 1h30m, not "-5m"
            prefix: redis-                   | prefix: redis-, maxHistory: -1         | spec.release.maxHistory: must be an integer from 0 to 2147483647, not -1
            prefix: redis-                   | prefix: redis-, maxHistory: 2147483648 | spec.release.maxHistory: must be an integer from 0 to 2147483647, not 2147483648
            prefix: redis-                   | prefix: redis-, maxHistory: 1.5        | spec.release.maxHistory: must be an integer from 0 to 2147483647, not 1.5
            prefix: redis-                   | prefix: redis-, disableWait: yes       | spec.release.disableWait: must be a boolean
            prefix: redis-                   | prefix: redis-, waitStrategy: watcher  | spec.release.waitStrategy: must be poller or legacy, not "watcher"
            prefix: redis-                   | prefix: redis-, healthCheckExprs: [{apiVersion: v1, kind: Pod}] | spec.release.healthCheckExprs[0].current: required
            prefix: redis-                   | prefix: redis-, healthCheckExprs: [x]  | spec.release.healthCheckExprs[0]: must be an object
            prefix: redis-                   | prefix: redis-, labels: {apps.example.com-team: a} | spec.release.labels: "apps.example.com-team" must not begin with "apps.example.com-", the prefix of the object's own labels
            prefix: redis-                   | prefix: redis-, annotations: {apps.example.com-a/b: c} | spec.release.annotations: "apps.example.com-a/b" must not begin with "apps.example.com-", the prefix of the object's own annotations
            prefix: redis-                   | prefix: redis-, labels: {apps.example.com/application.kind: Pod} | spec.release.labels: "apps.example.com/application.kind" is set by the server itself
            prefix: redis-                   | prefix: redis-, annotations: {apps.example.com/application.managed-fields: '[]'} | spec.release.annotations: "apps.example.com/application.managed-fields" is set by the server itself
            prefix: redis-                   | prefix: redis-, annotations: {a b: c} | spec.release.annotations: the key must be a label key, not "a b"
            prefix: redis-                   | prefix: redis-, annotations: {a: 1}  | spec.release.annotations.a: must be a string
            prefix: redis-                   | prefix: redis-, stalledAfter: -1     | spec.release.stalledAfter: must be an integer from 0 to 2147483647, not -1
            prefix: redis-                   | prefix: redis-, stalledAfter: never  | spec.release.stalledAfter: must be an integer from 0 to 2147483647, not "never"
            prefix: redis-                   | prefix: redis-, rollout: {}          | spec.release.rollout.perMinute: required
            prefix: redis-                   | prefix: redis-, rollout: true        | spec.release.rollout: must be an object
            prefix: redis-                   | prefix: redis-, rollout: {perMinute: 0} | spec.release.rollout.perMinute: must be an integer from 1 to 2147483647, not 0
            prefix: redis-                   | prefix: redis-, rollout: {perMinute: 6, maxUnready: 0} | spec.release.rollout.maxUnready: must be an integer from 1 to 2147483647, not 0
            prefix: redis-                   | prefix: redis-, rollout: {perMinute: 6, pause: true} | spec.release.rollout.pause: unknown field; did you mean "paused"?
            prefix: redis-                   | prefix: redis-, timeout: soon        | spec.release.timeout: must be a duration such as 5m or 1h30m, not "soon"
            prefix: redis-                   | prefix: redis-, install: {strategy: {}} | spec.release.install.strategy.name: required
            prefix: redis-                   | prefix: redis-, install: {strategy: {name: Retry}} | spec.release.install.strategy.name: must be RetryOnFailure or RemediateOnFailure, not "Retry"
            prefix: redis-                   | prefix: redis-, install: {strategy: {name: RemediateOnFailure, retryInterval: 5s}} | spec.release.install.strategy.retryInterval: is allowed only with the strategy RetryOnFailure
            prefix: redis-                   | prefix: redis-, install: {remediation: {retries: 3}} | spec.release.install.remediation: is allowed only with the strategy RemediateOnFailure
            prefix: redis-                   | prefix: redis-, upgrade: {strategy: {name: RetryOnFailure}, remediation: {}} | spec.release.upgrade.remediation: is allowed only with the strategy RemediateOnFailure
            prefix: redis-                   | prefix: redis-, upgrade: {strategy: {name: RemediateOnFailure}, remediation: {retries: -2}} | spec.release.upgrade.remediation.retries: must be an integer from -1 to 2147483647, not -2
            prefix: redis-                   | prefix: redis-, upgrade: {strategy: {name: RemediateOnFailure}, remediation: {strategy: roll}} | spec.release.upgrade.remediation.strategy: must be rollback or uninstall, not "roll"
            prefix: redis-                   | prefix: redis-, install: {strategy: {name: RemediateOnFailure}, remediation: {strategy: rollback}} | spec.release.install.remediation.strategy: unknown field
            prefix: redis-                   | prefix: redis-, allowForce: always   | spec.release.allowForce: must be a boolean
            prefix: redis-                   | prefix: redis-, serviceAccountName: Tenant | spec.release.serviceAccountName: must be a DNS-1123 subdomain, not "Tenant"
            prefix: redis-                   | prefix: redis-, serviceAccountName: {} | spec.release.serviceAccountName: must be a string
            prefix: redis-                   | prefix: redis-, driftDetection: {mode: on} | spec.release.driftDetection.mode: must be enabled, warn or disabled, not "on"
            prefix: redis-                   | prefix: redis-, driftDetection: {ignore: [{}]} | spec.release.driftDetection.ignore[0].paths: must contain at least one path
            prefix: redis-                   | prefix: redis-, driftDetection: {ignore: [{paths: [spec]}]} | spec.release.driftDetection.ignore[0].paths[0]: must be a JSON pointer such as /spec/replicas, or empty for the whole object, not "spec"
            prefix: redis-                   | prefix: redis-, driftDetection: {ignore: [{paths: [/a], target: {labelSelector: 'a in b'}}]} | spec.release.driftDetection.ignore[0].target.labelSelector: must be a label selector: unable to parse requirement: found 'b' expected: '('
            prefix: redis-                   | prefix: redis-, driftDetection: {ignore: [{paths: [/a], target: {uid: a}}]} | spec.release.driftDetection.ignore[0].target.uid: unknown field
            prefix: redis-                   | prefix: redis-, chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: a}}} | spec.release.chart: must not be set together with chartRef
            chartRef: {kind: OCIRepository, name: redis} | chart: {} | spec.release.chart.spec: required
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {}} | spec.release.chart.spec.chart: required; spec.release.chart.spec.sourceRef: required
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {chart: a, sourceRef: {kind: OCIRepository, name: a}}} | spec.release.chart.spec.sourceRef.kind: must be HelmRepository, GitRepository or Bucket, not "OCIRepository"
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {chart: a, reconcileStrategy: Now, sourceRef: {kind: Bucket, name: a}}} | spec.release.chart.spec.reconcileStrategy: must be ChartVersion or Revision, not "Now"
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {chart: a, valuesFiles: [''], sourceRef: {kind: Bucket, name: a}}} | spec.release.chart.spec.valuesFiles[0]: must be a path, not ""
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {chart: a, sourceRef: {kind: Bucket, name: a}, verify: {}}} | spec.release.chart.spec.verify.provider: required
            chartRef: {kind: OCIRepository, name: redis} | chart: {spec: {chart: a, interval: 0s, sourceRef: {kind: Bucket, name: a}}} | spec.release.chart.spec.interval: must be longer than zero
            chartRef: {kind: OCIRepository, name: redis} | chart: {metadata: {labels: {a: b c}}, spec: {chart: a, sourceRef: {kind: Bucket, name: a}}} | spec.release.chart.metadata.labels.a: must be a label value, not "b c"
            prefix: redis-                   | prefix: redis-, valuesFrom: [{kind: Pod, name: a}] | spec.release.valuesFrom[0].kind: must be Secret or ConfigMap, not "Pod"
            prefix: redis-                   | prefix: redis-, valuesFrom: [{kind: Secret, name: a, key: b}] | spec.release.valuesFrom[0].key: unknown field
            prefix: redis-                   | prefix: redis-, valuesFrom: [{kind: Secret, name: a, optional: maybe}] | spec.release.valuesFrom[0].optional: must be a boolean
            """)
    void invalidFieldIsRejectedWithItsPath(String good, String bad, String problems) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(
                        () -> reader.read(KindDefinitionReaderTest.editedIn(KindDefinitionReaderTest.FLOW, good, bad)))
                .withMessage(problems);
    }
}
