/** The Helm chart's values.schema.json: every setting in one of two parts, secrets in the other. */
import { allSettings } from '../src/platform/config/settings.ts'

const isSecret = new Set(
  allSettings.filter(({ secret }) => secret !== undefined).map(({ name }) => name),
)

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
  const names = allSettings.map(({ name }) => name)
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
