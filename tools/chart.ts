/** The Helm chart's values.schema.json: every setting in one of two parts, secrets in the other. */
import { masked } from '../src/base/settings/environment.ts'
import { describeConfig } from '../src/platform/config/config.ts'
import { configOf, production } from '../tests/make/config.ts'
import { settingSections } from './configuration.ts'

/** Everything that can hold a secret is set, with a password where an address can have one. */
const withSecrets = {
  ...production,
  METRICS_TOKEN: 'm-61fa3b8507d9e2c48b3f90ae',
  APP_KEY_NEXT: 'Zc8MZr1n0e5W3b7yTtVx2Kc9uJd6hLg4sFpQaYwEiRk=',
  APP_KEY_PREVIOUS: 'Lk8MZr1n0e5W3b7yTtVx2Kc9uJd6hLg4sFpQaYwEiRo=',
  DATABASE_READ_URL: 'postgresql://tukar:kata-sandi@standby.internal/tukar',
  REDIS_URL: 'rediss://tukar:kata-sandi@redis.internal',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=t-3f8a61d0925cbe47a1f06d',
}

/** The settings whose value the service itself masks, in whole or its password. */
export const secretSettings: readonly string[] = describeConfig(configOf(withSecrets))
  .map((line) => line.split('='))
  .flatMap(([names = '', ...value]) => (value.join('=').includes(masked) ? names.split(', ') : []))

const text = { type: 'string' }
const list = { type: 'array' }
const strict = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
})
const named = (names: readonly string[]) =>
  strict(Object.fromEntries(names.map((name) => [name, text])))

/** Helm refuses values that differ: a name that is no setting, or a secret among the settings. */
export function chartSchema(): string {
  const names = settingSections.flatMap(({ settings }) => settings.map(({ name }) => name))
  const isSecret = new Set(secretSettings)
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...strict({
      global: { type: 'object' },
      fullnameOverride: text,
      replicas: { type: 'integer', minimum: 1 },
      image: strict({ repository: text, tag: text, digest: text, pullPolicy: text }),
      imagePullSecrets: list,
      settings: named(names.filter((name) => !isSecret.has(name))),
      secrets: strict({
        existingSecret: text,
        keys: named(names.filter((name) => isSecret.has(name))),
        files: { type: 'array', items: text },
      }),
      persistence: strict({ storageClassName: text, size: text }),
      service: strict({ annotations: { type: 'object' } }),
      networkPolicy: strict({
        enabled: { type: 'boolean' },
        from: strict({ http: list, internal: list, callbacks: list }),
        egress: list,
      }),
      startupSeconds: { type: 'integer', minimum: 5 },
      resources: { type: 'object' },
      seccompProfile: { type: 'object' },
      podAnnotations: { type: 'object' },
      nodeSelector: { type: 'object' },
      tolerations: list,
      affinity: { type: 'object' },
      priorityClassName: text,
    }),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
