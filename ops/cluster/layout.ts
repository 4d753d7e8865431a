import { randomBytes } from 'node:crypto'
import { freePort } from '../../tests/free-port.ts'

export const host = '127.0.0.1'
export const memberNames = ['one', 'two', 'three'] as const
export const nodeNames = ['first', 'second'] as const
export type MemberName = (typeof memberNames)[number]
export type NodeName = (typeof nodeNames)[number]

/** Every port of the cluster by its purpose, as `postgres one` or `service`. */
export type Ports = (purpose: string) => number

const purposes = [
  'service',
  'monitoring',
  'prometheus',
  'primary',
  'replicas',
  'redis',
  'sandbox',
  'sandbox mail',
  ...memberNames.flatMap((name) => [
    `postgres ${name}`,
    `link postgres ${name}`,
    `rest ${name}`,
    `link rest ${name}`,
    `etcd ${name}`,
    `etcd peer ${name}`,
    `sentinel ${name}`,
    ...memberNames.map((other) => `link etcd ${name} ${other}`),
  ]),
  ...nodeNames.flatMap((name) => [
    `node ${name}`,
    `internal ${name}`,
    `pgbouncer ${name}`,
    `link database ${name}`,
  ]),
  'redis one',
  'redis two',
]

/** Ports from `base` on, in the order above; without one, free ports. */
export async function choosePorts(base: number | null): Promise<Ports> {
  const ports = new Map<string, number>()
  for (const [at, purpose] of purposes.entries()) {
    ports.set(purpose, base === null ? await freePort() : base + at)
  }
  return (purpose) => {
    const port = ports.get(purpose)
    if (port === undefined) throw new Error(`there is no port for ${purpose}`)
    return port
  }
}

const password = (): string => randomBytes(18).toString('hex')

/** The cluster's own secrets, by the placeholders of its files. */
export const makeSecrets = () => ({
  SUPERUSER_PASSWORD: password(),
  REPLICATION_PASSWORD: password(),
  REST_PASSWORD: password(),
  TUKAR_PASSWORD: password(),
  REDIS_PASSWORD: password(),
  APP_KEY: randomBytes(32).toString('base64'),
})

export type Secrets = ReturnType<typeof makeSecrets>
