/** The Helm chart, rendered without Helm; see `chart.ts`. Run it with `npm run packaging`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { allSettings } from '../../src/platform/config/settings.ts'
import { type Fields, fieldsIn } from '../../tests/json.ts'
import { memorySources, production } from '../../tests/make/config.ts'
import {
  at,
  chartFolder,
  chartRenderer,
  exampleFile,
  fields,
  items,
  missingForChart,
  problemsOfObject,
  type Rendered,
  type Renderer,
} from './chart.ts'

/** What the service gives itself after its drain, before it ends in any case. */
const ownSeconds = 20

/** The least values with which the chart can be rendered. */
const least = {
  image: { repository: 'registry.example.com/tukar' },
  settings: {
    BASE_URL: 'https://api.example.com',
    TRUST_PROXY: '10.0.0.0/8',
    OBJECT_STORE_BASE_URL: 'https://s3.example.com',
  },
  secrets: { existingSecret: 'tukar' },
}
/** What the example leaves to fill in. */
const published = {
  settings: { CUSTODY_WEBHOOK_PUBLIC_KEY: production['CUSTODY_WEBHOOK_PUBLIC_KEY'] },
}
const valuesOfSecrets = {
  ...production,
  REDIS_URL: 'rediss://tukar:kata-sandi@redis.internal',
  OBJECT_STORE_SECRET_KEY: 's-83d0f5a2c61e497b08a5fd',
}

const only = ({ objects }: Rendered, kind: string): Fields => {
  const [found, ...others] = objects.filter((object) => object['kind'] === kind)
  assert.deepEqual(others, [])
  return found ?? assert.fail(`no ${kind}`)
}
const podOf = (rendered: Rendered): Fields =>
  fields(at(only(rendered, 'StatefulSet'), 'spec', 'template', 'spec'))
const containerOf = (rendered: Rendered): Fields => {
  const [found, ...others] = items(podOf(rendered)['containers'])
  assert.deepEqual(others, [])
  return found ?? assert.fail('no container')
}
const nameOf = (object: Fields): string => String(at(object, 'metadata', 'name'))
const named = (all: unknown, name: string): Fields =>
  items(all).find((one) => one['name'] === name) ?? assert.fail(`no ${name}`)

/** The environment of a pod's container, as Kubernetes makes it. */
function environmentOf(rendered: Rendered, pod: string): Readonly<Record<string, string>> {
  const container = containerOf(rendered)
  const map = only(rendered, 'ConfigMap')
  assert.deepEqual(container['envFrom'], [{ configMapRef: { name: nameOf(map) } }])
  const given = items(container['env']).map(({ name, value, valueFrom }) =>
    at(valueFrom, 'fieldRef', 'fieldPath') === 'metadata.name'
      ? [name, pod]
      : [name, String(value).replaceAll('$(POD_NAME)', pod)],
  )
  return { ...fields(map['data']), ...Object.fromEntries(given) }
}

/** Reads the configuration as the service in that pod does, with these secrets in its files. */
function configIn(rendered: Rendered, pod: string, secrets = valuesOfSecrets): Config {
  const volume = named(podOf(rendered)['volumes'], 'secrets')
  const { mountPath } = named(containerOf(rendered)['volumeMounts'], 'secrets')
  const files = items(at(volume, 'secret', 'items')).map(({ key, path: file }) => [
    path.join(String(mountPath), String(file)),
    String(Reflect.get(secrets, String(key)) ?? 'a certificate'),
  ])
  const sources = memorySources(Object.fromEntries(files))
  const read = readConfig(environmentOf(rendered, pod), sources)
  assert.deepEqual(read.ok ? [] : read.problems, [])
  return read.ok ? read.config : assert.fail()
}

const skip = await missingForChart()

describe('the Helm chart', { skip, timeout: 300_000 }, () => {
  let renderer: Renderer
  let plain: Rendered
  let example: Rendered
  before(async () => {
    renderer = await chartRenderer()
    plain = await renderer.render(least)
    example = await renderer.render(exampleFile, published)
  })
  after(() => renderer.remove())

  test('every object fits the schemas of Kubernetes, with no field that they lack', () => {
    const kinds = ['ConfigMap', 'NetworkPolicy', 'PodDisruptionBudget']
    const services = ['Service', 'Service', 'Service', 'ServiceAccount', 'StatefulSet']
    for (const { objects } of [plain, example]) {
      assert.deepEqual(objects.map(({ kind }) => kind).toSorted(), [...kinds, ...services])
      assert.deepEqual(objects.flatMap(problemsOfObject), [])
      const names = objects.map((object) => `${object['kind']} ${nameOf(object)}`)
      assert.equal(new Set(names).size, names.length)
    }
  })

  test('a misspelt field and a wrong type would be found', () => {
    const service = example.objects.find(({ kind }) => kind === 'Service') ?? {}
    const [port] = items(at(service, 'spec', 'ports'))
    const withPort = (change: Fields) => ({
      ...service,
      spec: { ...fields(service['spec']), ports: [{ ...port, ...change }] },
    })
    assert.deepEqual(problemsOfObject(withPort({ targetport: 'http' })), [
      '/spec/ports/0/targetport is no field',
    ])
    assert.match(problemsOfObject(withPort({ port: '3000' })).join(), /must be|type/)
  })

  test('two nodes, each with a name and a disk of its own, on different machines', () => {
    const set = only(plain, 'StatefulSet')
    assert.equal(at(set, 'spec', 'replicas'), 2)
    const [claim] = items(at(set, 'spec', 'volumeClaimTemplates'))
    const { mountPath } = named(containerOf(plain)['volumeMounts'], nameOf(claim ?? {}))
    assert.equal(mountPath, environmentOf(plain, 'tukar-0')['DATA_DIR'])
    const [spread] = items(podOf(plain)['topologySpreadConstraints'])
    assert.equal(spread?.['topologyKey'], 'kubernetes.io/hostname')
    assert.equal(spread?.['whenUnsatisfiable'], 'DoNotSchedule')
    assert.equal(at(only(plain, 'PodDisruptionBudget'), 'spec', 'maxUnavailable'), 1)
  })

  test('a node has no privilege, no token, and writes only to its disk and /tmp', () => {
    for (const rendered of [plain, example]) {
      const pod = podOf(rendered)
      const security = fields(pod['securityContext'])
      assert.equal(security['runAsNonRoot'], true)
      assert.equal(security['runAsUser'], 10001)
      assert.equal(security['fsGroup'], 10001)
      assert.deepEqual(security['seccompProfile'], { type: 'RuntimeDefault' })
      assert.equal(pod['automountServiceAccountToken'], false)
      assert.equal(pod['enableServiceLinks'], false)
      assert.equal(pod['serviceAccountName'], nameOf(only(rendered, 'ServiceAccount')))
      assert.equal(only(rendered, 'ServiceAccount')['automountServiceAccountToken'], false)
      assert.deepEqual(containerOf(rendered)['securityContext'], {
        allowPrivilegeEscalation: false,
        privileged: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounts = items(containerOf(rendered)['volumeMounts'])
      const writable = mounts.filter(({ readOnly }) => readOnly !== true)
      assert.deepEqual(
        writable.map(({ mountPath }) => mountPath),
        ['/var/lib/tukar', '/tmp'],
      )
    }
  })

  test('the probes ask the public listener, and a stop leaves time to drain', () => {
    for (const rendered of [plain, example]) {
      const container = containerOf(rendered)
      const { port, drainSeconds } = settingsOf(rendered)
      assert.equal(named(container['ports'], 'http')['containerPort'], port)
      for (const [probe, page] of [
        ['startupProbe', '/health/live'],
        ['livenessProbe', '/health/live'],
        ['readinessProbe', '/health/ready'],
      ] as const) {
        assert.deepEqual(at(container, probe, 'httpGet'), { path: page, port: 'http' })
      }
      const ready = fields(container['readinessProbe'])
      assert.ok(Number(ready['periodSeconds']) * Number(ready['failureThreshold']) < drainSeconds)
      const grace = podOf(rendered)['terminationGracePeriodSeconds']
      assert.ok(Number(grace) > drainSeconds + ownSeconds)
    }
  })

  const settingsOf = (rendered: Rendered) => {
    const { PORT, DRAIN_SECONDS } = environmentOf(rendered, 'tukar-0')
    return { port: Number(PORT), drainSeconds: Number(DRAIN_SECONDS) }
  }

  test("the service accepts the example's settings, with its secrets as files", () => {
    const config = configIn(example, 'tukar-0')
    assert.equal(config.mode, 'production')
    assert.equal(config.databaseUrl, production['DATABASE_URL'])
    assert.deepEqual(config.appKeys, [Buffer.from(production['APP_KEY'] ?? '', 'base64')])
    const withoutKey = { ...valuesOfSecrets, APP_KEY: 'short' }
    assert.throws(() => configIn(example, 'tukar-0', withoutKey), /not 32 bytes/)
  })

  test('each node has an address of its own, at which the others are served', () => {
    const [first, second] = ['tukar-0', 'tukar-1'].map((pod) => configIn(example, pod))
    assert.equal(first?.nodeUrl, 'http://tukar-0.tukar-nodes.money.svc:3100')
    assert.equal(second?.nodeUrl, 'http://tukar-1.tukar-nodes.money.svc:3100')
    assert.deepEqual(first?.internal, { host: '0.0.0.0', port: 3100 })
    assert.equal(at(only(example, 'StatefulSet'), 'spec', 'serviceName'), 'tukar-nodes')
    const nodes = serviceNamed(example, 'tukar-nodes')
    assert.equal(at(nodes, 'spec', 'clusterIP'), 'None')
    assert.equal(at(nodes, 'spec', 'publishNotReadyAddresses'), true)
    assert.equal(at(nodes, 'spec', 'ports', 0, 'port'), 3100)
  })

  const serviceNamed = ({ objects }: Rendered, name: string): Fields =>
    objects.find((object) => object['kind'] === 'Service' && nameOf(object) === name) ??
    assert.fail(`no service ${name}`)

  test('every selector finds the pods, and every port of a service one of theirs', () => {
    const labels = fields(
      at(only(example, 'StatefulSet'), 'spec', 'template', 'metadata', 'labels'),
    )
    const selectors = example.objects.flatMap(({ spec }) => [
      ...[at(spec, 'selector', 'matchLabels'), at(spec, 'podSelector', 'matchLabels')],
      at(spec, 'clusterIP') !== undefined || at(spec, 'type') !== undefined
        ? at(spec, 'selector')
        : undefined,
    ])
    const used = selectors.filter((selector) => selector !== undefined)
    assert.equal(used.length, 6)
    for (const selector of used) assert.deepEqual({ ...labels, ...fields(selector) }, labels)
    const ports = example.objects
      .filter(({ kind, spec }) => kind === 'Service' && at(spec, 'clusterIP') !== 'None')
      .flatMap(({ spec }) => items(at(spec, 'ports')))
    assert.ok(ports.length > 0)
    for (const { port, targetPort } of ports) {
      const target = named(containerOf(example)['ports'], String(targetPort))
      assert.equal(target['containerPort'], port)
    }
  })

  test('operators and metrics are on a service of their own, or on the public one', async () => {
    assert.equal(at(serviceNamed(plain, 'tukar-internal'), 'spec', 'ports', 0, 'port'), 3100)
    const one = await renderer.render(least, { settings: { INTERNAL_PORT: '' } })
    assert.deepEqual(one.objects.filter(({ kind }) => kind === 'Service').map(nameOf), [
      'tukar',
      'tukar-nodes',
    ])
    const { NODE_URL, INTERNAL_HOST } = environmentOf(one, 'tukar-0')
    assert.equal(NODE_URL, 'http://tukar-0.tukar-nodes.money.svc:3000')
    assert.equal(INTERNAL_HOST, undefined)
    const split = await renderer.render(exampleFile, published, {
      settings: { CALLBACK_PORT: '3200' },
    })
    assert.deepEqual(configIn(split, 'tukar-0').callbacks, { host: '0.0.0.0', port: 3200 })
    assert.equal(at(serviceNamed(split, 'tukar-callbacks'), 'spec', 'ports', 0, 'port'), 3200)
  })

  test('only nodes and named peers reach the internal listener; all providers are reached', () => {
    const peersOf = (rendered: Rendered, port: number) =>
      items(at(only(rendered, 'NetworkPolicy'), 'spec', 'ingress'))
        .filter((rule) => items(rule['ports']).some((its) => its['port'] === port))
        .map(({ from }) => (from === undefined ? 'any' : Object.keys(items(from)[0] ?? {}).join()))
    assert.deepEqual(peersOf(plain, 3100), ['podSelector'])
    assert.deepEqual(peersOf(plain, 3000), ['any'])
    assert.deepEqual(peersOf(example, 3100), ['podSelector', 'namespaceSelector'])
    assert.deepEqual(peersOf(example, 3000), ['namespaceSelector'])
    const egress = items(at(only(example, 'NetworkPolicy'), 'spec', 'egress'))
    const open = new Set(egress.flatMap(({ ports }) => items(ports).map(({ port }) => port)))
    const addresses = Object.entries(environmentOf(example, 'tukar-0')).filter(([, value]) =>
      /^(?:https|wss):/.test(value),
    )
    assert.ok(addresses.length > 12)
    for (const [name, value] of addresses) {
      assert.ok(open.has(Number(new URL(value).port || 443)), name)
    }
  })

  test('no secret is in a ConfigMap or an environment, and the chart makes no Secret', async () => {
    const secretSettings = allSettings.flatMap(({ name, secret }) => (secret ? [name] : []))
    const keys = Object.fromEntries(secretSettings.map((name) => [name, `key-of-${name}`]))
    const rendered = await renderer.render(least, { secrets: { keys } })
    const environment = environmentOf(rendered, 'tukar-0')
    const mounted = items(at(named(podOf(rendered)['volumes'], 'secrets'), 'secret', 'items'))
    assert.ok(secretSettings.length > 10)
    for (const name of secretSettings) {
      assert.equal(environment[name], undefined, name)
      assert.equal(environment[`${name}_FILE`], `/etc/tukar/secrets/${name}`)
      assert.ok(
        mounted.some((one) => one['key'] === keys[name] && one['path'] === name),
        name,
      )
    }
    for (const { objects } of [plain, example, rendered]) {
      assert.ok(objects.every(({ kind }) => kind !== 'Secret'))
    }
  })

  test('values that are missing or unsafe are refused, and the message names them', async () => {
    const { OBJECT_STORE_BASE_URL: _, ...withoutStore } = least.settings
    const cases: readonly (readonly [Fields, RegExp])[] = [
      [{}, /settings\.BASE_URL: set the public address/],
      [{ ...least, image: {} }, /image\.repository: name the image/],
      [{ ...least, secrets: {} }, /secrets\.existingSecret: name the Secret/],
      [{ ...least, settings: { BASE_URL: 'https://a.example' } }, /settings\.TRUST_PROXY: list/],
      [{ ...least, settings: withoutStore }, /settings\.OBJECT_STORE_BASE_URL: required/],
      ...['APP_KEY', 'DATABASE_URL'].map((name) => {
        const secrets = { ...least.secrets, keys: { [name]: '' } }
        return [
          { ...least, secrets },
          new RegExp(`secrets\\.keys\\.${name}: name its key`),
        ] as const
      }),
      ...(
        [
          ['APP_KEY', 'c2VjcmV0', /settings.*APP_KEY/],
          ['DRAIN_SECOND', '9', /settings.*DRAIN_SECOND/],
          ['DRAIN_SECONDS', 9, /settings\/DRAIN_SECONDS must be string/],
          [
            'VENUE_BASE_URL',
            'https://u:pass@v.example',
            /settings\.VENUE_BASE_URL contains a pass/,
          ],
        ] as const
      ).map(([name, value, message]) => {
        return [{ ...least, settings: { ...least.settings, [name]: value } }, message] as const
      }),
    ]
    for (const [values, message] of cases) await assert.rejects(renderer.render(values), message)
  })

  test('one node needs no object store; its notes name the services', async () => {
    const { OBJECT_STORE_BASE_URL: _, ...settings } = least.settings
    const one = await renderer.render({ ...least, replicas: 1, settings })
    assert.equal(at(only(one, 'StatefulSet'), 'spec', 'replicas'), 1)
    assert.match(one.notes, /port-forward service\/tukar-internal 3100:3100/)
    assert.match(one.notes, /exec tukar-0 -- node start\.js --create-operator/)
  })

  test('values for the scheduler, the registry and the disk arrive in the pod', async () => {
    const given = {
      imagePullSecrets: [{ name: 'registry' }],
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'money', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
    }
    const rendered = await renderer.render(least, given, {
      image: { digest: `sha256:${'0f'.repeat(32)}` },
      podAnnotations: { 'example.com/team': 'money' },
      persistence: { storageClassName: 'fast' },
      service: { annotations: { 'example.com/internal': 'true' } },
      networkPolicy: { enabled: false },
    })
    assert.deepEqual(rendered.objects.flatMap(problemsOfObject), [])
    for (const [name, value] of Object.entries(given)) {
      assert.deepEqual(podOf(rendered)[name], value)
    }
    assert.match(String(containerOf(rendered)['image']), /\/tukar@sha256:(?:0f){32}$/)
    const set = fields(only(rendered, 'StatefulSet')['spec'])
    assert.equal(at(set['volumeClaimTemplates'], 0, 'spec', 'storageClassName'), 'fast')
    const annotations = fields(at(set['template'], 'metadata', 'annotations'))
    assert.equal(annotations['example.com/team'], 'money')
    assert.ok(rendered.objects.every(({ kind }) => kind !== 'NetworkPolicy'))
  })

  test('a change of a setting restarts the nodes', async () => {
    const checksum = (rendered: Rendered) =>
      at(only(rendered, 'StatefulSet'), 'spec', 'template', 'metadata', 'annotations')
    const changed = await renderer.render(least, { settings: { LOG_LEVEL: 'debug' } })
    assert.notDeepEqual(checksum(changed), checksum(plain))
  })

  test("its appVersion is the project's", async () => {
    const chart = fields(parse(await readFile(path.join(chartFolder, 'Chart.yaml'), 'utf8')))
    const manifest = await readFile(path.join(chartFolder, '../../../package.json'), 'utf8')
    assert.equal(chart['appVersion'], fieldsIn(manifest)['version'])
  })
})
