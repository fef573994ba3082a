{{- define "chartroom.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "chartroom.selector" -}}
app.kubernetes.io/name: chartroom
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "chartroom.labels" -}}
{{ include "chartroom.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "chartroom.image" -}}
{{ required "image.repository is required, for example --set image.repository=registry.example.com/chartroom" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "chartroom.secret" -}}
{{- .Values.certificates.secretName | default (printf "%s-certificates" (include "chartroom.fullname" .)) -}}
{{- end -}}

{{/* The account of the server as the only subject of a binding. */}}
{{- define "chartroom.subjects" -}}
- kind: ServiceAccount
  name: {{ include "chartroom.fullname" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* The settings that Pod Security "restricted" requires of a pod. */}}
{{- define "chartroom.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "chartroom.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/*
The groups of the values and of the definitions in the values, as {"groups": {NAME: {"versions": {}, "resources": {}}}}.
*/}}
{{- define "chartroom.groups" -}}
{{- $groups := dict -}}
{{- range .Values.groups -}}
{{- $group := get $groups .name | default (dict "versions" dict "resources" dict) -}}
{{- range .versions -}}{{- $_ := set $group.versions . true -}}{{- end -}}
{{- range .resources -}}{{- $_ := set $group.resources . true -}}{{- end -}}
{{- $_ := set $groups .name $group -}}
{{- end -}}
{{- range $file, $definition := .Values.kinds.definitions -}}
{{- if eq $definition.kind "KindDefinition" -}}
{{- $group := get $groups $definition.spec.group | default (dict "versions" dict "resources" dict) -}}
{{- range $definition.spec.versions -}}
{{- if .served -}}{{- $_ := set $group.versions .name true -}}{{- end -}}
{{- end -}}
{{- $_ := set $group.resources $definition.spec.names.plural true -}}
{{- $_ := set $groups $definition.spec.group $group -}}
{{- end -}}
{{- end -}}
{{- if .Values.computedKinds -}}
{{- $_ := set $groups "computed.chartroom.dev" (dict "versions" (dict "v1alpha1" true) "resources" dict) -}}
{{- end -}}
{{- dict "groups" $groups | toJson -}}
{{- end -}}

{{/* The names of the APIServices, as a JSON object {"names": [...]}. */}}
{{- define "chartroom.apiServices" -}}
{{- $names := list -}}
{{- range $name, $group := (include "chartroom.groups" . | fromJson).groups -}}
{{- range $version := keys $group.versions | sortAlpha -}}
{{- $names = append $names (printf "%s.%s" $version $name) -}}
{{- end -}}
{{- end -}}
{{- dict "names" $names | toJson -}}
{{- end -}}

{{/* Whether definitions are in a ConfigMap. */}}
{{- define "chartroom.readsConfigMap" -}}
{{- if or .Values.kinds.configMap.enabled .Values.kinds.definitions -}}true{{- end -}}
{{- end -}}

{{/* The configuration file. */}}
{{- define "chartroom.config" -}}
{{- $kinds := dict -}}
{{- if .Values.kinds.customResources -}}{{- $_ := set $kinds "customResources" true -}}{{- end -}}
{{- if include "chartroom.readsConfigMap" . -}}
{{- $_ := set $kinds "configMap" (dict "namespace" .Release.Namespace "name" .Values.kinds.configMap.name) -}}
{{- end -}}
{{- $tls := dict "certificateFile" "/etc/chartroom-tls/tls.crt" "keyFile" "/etc/chartroom-tls/tls.key" -}}
{{- if eq .Values.certificates.mode "selfManaged" -}}
{{- $tls = dict "selfManaged" (dict "secret" (include "chartroom.secret" .) "service" (include "chartroom.fullname" .)) -}}
{{- end -}}
{{- $config := dict
  "listen" (dict "address" "0.0.0.0" "port" .Values.port)
  "tls" $tls
  "namespace" .Release.Namespace
  "kinds" $kinds
  "releases" (dict "events" .Values.rights.eventMirror) -}}
{{- $names := list -}}
{{- range $group, $of := (include "chartroom.groups" . | fromJson).groups -}}
{{- range $version, $_ := $of.versions -}}{{- $names = append $names (printf "%s.%s" $version $group) -}}{{- end -}}
{{- end -}}
{{- if $names -}}{{- $_ := set $config "apiServices" ($names | sortAlpha) -}}{{- end -}}
{{- if .Values.computedKinds -}}
{{- $_ := set $config "computedKinds" true -}}
{{- end -}}
{{- if .Values.console.enabled -}}
{{- $console := dict "listen" (dict "address" "0.0.0.0" "port" .Values.console.port) -}}
{{- with .Values.console.oidc -}}{{- $_ := set $console "oidc" . -}}{{- end -}}
{{- $_ := set $config "console" $console -}}
{{- end -}}
{{- if not .Values.rights.quotas -}}
{{- $_ := set $config "quotas" false -}}
{{- end -}}
{{- if .Values.rights.placements -}}
{{- $_ := set $config "stores" (dict "placements" (dict "namespace" .Release.Namespace "name" "chartroom-stores")) -}}
{{- end -}}
{{- mergeOverwrite $config (deepCopy .Values.config) | toYaml -}}
{{- end -}}
