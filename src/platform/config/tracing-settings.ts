import { z } from 'zod'
import type { Settings } from '../../base/settings/environment.ts'
import { refusePlain } from './encryption.ts'

/** Where traces go, by OTLP/HTTP, and which part of them is kept. */
export type TracingSettings = Readonly<{
  /** Without `/v1/traces`. */
  endpoint: string
  /** A secret: usually holds the collector's token. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** From 0 to 1. */
  ratio: number
}>

/** Reads the standard variables of OpenTelemetry; null, the default, means no tracing. */
export function readTracing(settings: Settings, production: boolean): TracingSettings | null {
  const endpoint = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const headers = readHeaders(settings)
  const serviceName = settings.text('OTEL_SERVICE_NAME') ?? 'tukar'
  const given = settings.text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = z.coerce.number().min(0).max(1).safeParse(given).data
  if (ratio === undefined) {
    settings.refuse('OTEL_TRACES_SAMPLER_ARG', 'is not a ratio', 'use a number from 0 to 1')
  }
  if (endpoint === null || ratio === undefined) return null
  if (production) refusePlain(settings, 'OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  return { endpoint, headers, serviceName, ratio }
}

/** Reads `name=value,name=value` with URL-encoded values, as OpenTelemetry defines it. */
function readHeaders(settings: Settings): Readonly<Record<string, string>> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS'
  const found: Record<string, string> = {}
  for (const pair of settings.text(name)?.split(',') ?? []) {
    const [, header, value] = /^\s*([\w-]+)\s*=\s*([^\s,]+)\s*$/.exec(pair) ?? []
    const decoded = value === undefined ? null : decode(value)
    if (header === undefined || decoded === null) {
      settings.refuse(name, 'cannot be read', 'write name=value, with commas between')
      return {}
    }
    found[header] = decoded
  }
  return found
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
