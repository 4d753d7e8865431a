import { once } from 'node:events'
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withDeadline } from '../../../base/concurrency/deadline.ts'
import { installTracer, type Span } from '../../../base/tracing.ts'
import { serviceVersion } from '../../../base/version.ts'
import type { Config } from '../../config/config.ts'

/*
 * Loaded only if tracing is configured: the packages take memory and time to load.
 */

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

const stopMs = 2_000

/**
 * Traces this process, and exports by OTLP/HTTP in the background. Spans that the collector does
 * not take in time are dropped. Returns a function that sends the rest, for at most two seconds,
 * and stops.
 */
export async function startTracing(
  settings: NonNullable<Config['tracing']>,
): Promise<() => Promise<void>> {
  const { endpoint, headers, serviceName, ratio } = settings
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': serviceVersion,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('tukar')
  const uninstall = installTracer((name, { kind = 'internal', parent, links = [], attributes }) => {
    const above = parent === null ? null : contextOf(parent)
    const span = tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        links: links.flatMap((link) => {
          const context = contextOf(link)
          return context === null ? [] : [{ context }]
        }),
        ...(attributes === undefined ? {} : { attributes }),
      },
      above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above),
    )
    const { traceId, spanId, traceFlags } = span.spanContext()
    const isSampled = (traceFlags & 1) === 1
    return {
      traceId,
      spanId,
      traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
      isSampled,
      set: (more) => void span.setAttributes(more),
      fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
    }
  })
  return async () => {
    uninstall()
    // A collector that does not answer must not delay the closings that follow.
    await withDeadline(stopMs, (late) => Promise.race([provider.shutdown(), once(late, 'abort')]))
  }
}

const traceparentForm =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

function contextOf(span: Span | string): SpanContext | null {
  if (typeof span !== 'string') {
    const { traceId, spanId, isSampled } = span
    return { traceId, spanId, traceFlags: isSampled ? 1 : 0 }
  }
  const [, traceId, spanId, flags] = traceparentForm.exec(span) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, traceFlags: Buffer.from(flags, 'hex').readUInt8() & 1, isRemote: true }
}
