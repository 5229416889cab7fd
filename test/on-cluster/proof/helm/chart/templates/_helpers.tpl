{{- define "shop.selectorLabels" -}}
app.oam.dev/component: {{ .name }}
app.oam.dev/name: {{ .application }}
{{- end }}

{{- define "shop.labels" -}}
app.kubernetes.io/managed-by: cdk8s-oam
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: {{ .application }}
{{ include "shop.selectorLabels" . }}
{{- end }}
