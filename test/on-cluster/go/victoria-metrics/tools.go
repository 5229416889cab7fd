package victoriametrics

import _ "github.com/VictoriaMetrics/VictoriaMetrics/app/vmagent"
