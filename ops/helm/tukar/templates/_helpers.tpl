{{- define "tukar.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "tukar.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "tukar.labels" -}}
{{ include "tukar.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}

{{- define "tukar.image" -}}
{{- $need := "image.repository: name the image that ops/package/Dockerfile builds" -}}
{{- $repository := required $need .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" $repository .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{- /* Settings that are not secret, as JSON: those of the values over those of a container. */ -}}
{{- define "tukar.settings" -}}
{{- $all := dict "NODE_ENV" "production" "HOST" "0.0.0.0" "PORT" "3000" -}}
{{- $all = merge (dict "DATA_DIR" "/var/lib/tukar" "DRAIN_SECONDS" "5") $all -}}
{{- if .Values.settings.INTERNAL_PORT }}{{ $_ := set $all "INTERNAL_HOST" "0.0.0.0" }}{{ end -}}
{{- range $name, $value := .Values.settings -}}
{{- if $value }}{{ $_ := set $all $name $value }}{{ end -}}
{{- end -}}
{{- /* The container's own environment has it, since each pod's value differs. */ -}}
{{- toJson (omit $all "NODE_URL") -}}
{{- end }}

{{- /* The listeners as JSON: name and port. */ -}}
{{- define "tukar.listeners" -}}
{{- $settings := include "tukar.settings" . | fromJson -}}
{{- $all := list (dict "name" "http" "port" $settings.PORT) -}}
{{- with $settings.INTERNAL_PORT -}}
{{- $all = append $all (dict "name" "internal" "port" .) -}}
{{- end -}}
{{- with $settings.CALLBACK_PORT -}}
{{- $all = append $all (dict "name" "callbacks" "port" .) -}}
{{- end -}}
{{- toJson $all -}}
{{- end }}

{{- /* The port at which nodes reach each other, in the order of the service's own default. */ -}}
{{- define "tukar.nodePort" -}}
{{- $settings := include "tukar.settings" . | fromJson -}}
{{- $settings.INTERNAL_PORT | default $settings.CALLBACK_PORT | default $settings.PORT -}}
{{- end }}

{{- /* Refuses values with which money, pictures or secrets would be at risk. */ -}}
{{- define "tukar.check" -}}
{{- $settings := .Values.settings -}}
{{- $_ := required "settings.BASE_URL: set the public address of the API" $settings.BASE_URL -}}
{{- $need := "settings.TRUST_PROXY: list the networks of your proxies, or none" -}}
{{- $_ = required $need $settings.TRUST_PROXY -}}
{{- $need = "secrets.existingSecret: name the Secret that holds the secrets" -}}
{{- $_ = required $need .Values.secrets.existingSecret -}}
{{- range list "APP_KEY" "DATABASE_URL" -}}
{{- $need = printf "secrets.keys.%s: name its key in the Secret" . -}}
{{- $_ = required $need (index $.Values.secrets.keys .) -}}
{{- end -}}
{{- range $name, $value := $settings -}}
{{- if regexMatch "://[^/?#]*:[^/?#]*@" (toString $value) -}}
{{- fail (printf "settings.%s contains a password: put it into the Secret" $name) -}}
{{- end -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- if not $settings.OBJECT_STORE_BASE_URL -}}
{{- fail "settings.OBJECT_STORE_BASE_URL: required, because all nodes share the pictures" -}}
{{- end -}}
{{- end -}}
{{- end }}
