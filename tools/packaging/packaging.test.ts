/** What public linters and systemd say of the packaging. Run it with `npm run packaging`. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parseDocument } from 'yaml'
import { readConfig } from '../../src/platform/config/config.ts'
import { memorySources, production } from '../../tests/make/config.ts'
import { commandOf, isIgnored, stagesOf } from './dockerfile.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const root = path.resolve(here, '../..')
const place = path.join(root, 'ops/package')
const textOf = (file: string): Promise<string> => readFile(path.join(place, file), 'utf8')

/** Runs a linter of this package; fails with what it printed. */
async function lint(tool: string, ...args: readonly string[]): Promise<string> {
  const binary = path.join(here, 'node_modules/.bin', tool)
  const { stdout } = await run(binary, args, { cwd: root }).catch((error: unknown) =>
    assert.fail(`${Reflect.get(Object(error), 'stdout')}\n${error}`),
  )
  return stdout
}

const secondsOf = (text: string, name: string): number => {
  const match = new RegExp(`^\\s*${name}[=:]\\s*"?(\\d+)s?"?$`, 'm').exec(text)
  return Number(match?.[1] ?? assert.fail(`no ${name}`))
}

const drainSeconds = (): number => {
  const read = readConfig(production, memorySources())
  return read.ok ? read.config.drainSeconds : assert.fail('the sample configuration is refused')
}
/** What the service gives itself after its drain, before it ends in any case. */
const ownSeconds = 20

describe('the image', () => {
  test("passes dockerfilelint and the language server's checks", async (t) => {
    await lint('dockerfile-utils', 'lint', 'ops/package/Dockerfile')
    const folder = await mkdtemp(path.join(tmpdir(), 'tukar-lint-'))
    t.after(() => rm(folder, { recursive: true }))
    // dockerfilelint takes the hyphen in this one option for a mistake.
    const text = (await textOf('Dockerfile')).replace(/ --start-period=\d+s/, '')
    await writeFile(path.join(folder, 'Dockerfile'), text)
    assert.match(await lint('dockerfilelint', path.join(folder, 'Dockerfile')), /None found/)
  })

  test('each linter reports a Dockerfile with a known mistake', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tukar-lint-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'Dockerfile')
    await writeFile(file, 'FROM debian:12\nRUN apt-get install curl\nEXPOSE http\n')
    await assert.rejects(lint('dockerfilelint', file), /`apt-get` should include a `-y` flag/)
    await assert.rejects(lint('dockerfile-utils', 'lint', file), /Invalid containerPort: http/)
  })

  test('has the pinned Node, a user who is not root, and a health check', async () => {
    const [version, dockerfile] = [
      await readFile(path.join(root, '.node-version'), 'utf8'),
      await textOf('Dockerfile'),
    ]
    const [build, final] = stagesOf(dockerfile)
    assert.equal(build?.base, `node:${version.trim()}-bookworm-slim`)
    const steps = new Map(final?.instructions.map(({ name, text }) => [name, text]))
    assert.match(steps.get('USER') ?? '', /^[1-9]\d*:[1-9]\d*$/)
    assert.deepEqual(commandOf(steps.get('CMD') ?? ''), ['node', 'start.js'])
    assert.ok(commandOf(steps.get('HEALTHCHECK') ?? '').length > 0)
    const builds = build?.instructions.map(({ text }) => text).join('\n') ?? ''
    assert.match(builds, /npm ci --omit=dev/)
  })

  test('takes the code and the documents that the service serves, and nothing else', async () => {
    const ignored = await readFile(path.join(root, '.dockerignore'), 'utf8')
    const isIn = (file: string) => !isIgnored(file, ignored)
    for (const file of [
      ...['start.js', 'package-lock.json', 'src/main.ts', 'src/platform/images/enclose.sh'],
      ...['web/console/main.tsx', 'docs/operators/README.md', 'packages/client/src/client.ts'],
      ...['src/core/database/schema/migrations/0001-foundation.sql', 'ops/package/health-check.js'],
    ]) {
      assert.ok(isIn(file), file)
    }
    for (const file of [
      ...['.git/HEAD', 'data/secrets.json', 'ops/package/secrets/app_key', 'ops/package/tukar.env'],
      ...['node_modules/zod/package.json', 'tests/harness.ts', 'sandbox/main.ts', '.env'],
      ...['src/base/values/money.test.ts', 'tools/contracts/package.json'],
    ]) {
      assert.ok(!isIn(file), file)
    }
  })
})

describe('the compose file', () => {
  type Fields = Readonly<Record<string, unknown>>
  const fields = (value: unknown): Fields => Object(value)

  async function services(): Promise<Readonly<Record<string, Fields>>> {
    const document = parseDocument(await textOf('compose.yaml'), { merge: true, strict: true })
    assert.deepEqual([...document.errors, ...document.warnings], [])
    const read = fields(document.toJS())
    const entries = Object.entries(fields(read['services']))
    return Object.fromEntries(entries.map(([name, value]) => [name, fields(value)]))
  }

  const inProfile = (all: Readonly<Record<string, Fields>>, profile: string) =>
    Object.keys(all).filter((name) => {
      const profiles = all[name]?.['profiles']
      return !Array.isArray(profiles) || profiles.includes(profile)
    })

  test('has one node, two nodes behind a balancer, and Redis as profiles', async () => {
    const all = await services()
    assert.deepEqual(inProfile(all, 'one'), ['node', 'postgres'])
    assert.deepEqual(inProfile(all, 'two'), ['node-1', 'node-2', 'balancer', 'postgres'])
    assert.deepEqual(inProfile(all, 'redis'), ['postgres', 'redis'])
  })

  test('a node changes no file of its image, gains no right, ends its requests', async () => {
    const all = await services()
    for (const name of ['node', 'node-1', 'node-2']) {
      const node = all[name] ?? {}
      assert.equal(node['read_only'], true)
      assert.deepEqual(node['cap_drop'], ['ALL'])
      assert.deepEqual(node['security_opt'], ['no-new-privileges:true'])
      const grace = Number.parseInt(String(node['stop_grace_period']), 10)
      const environment = fields(node['environment'])
      assert.ok(grace > Number(environment['DRAIN_SECONDS']) + ownSeconds)
      assert.equal(environment['NODE_URL'], `http://${name}:${environment['INTERNAL_PORT']}`)
    }
  })

  test('no secret is in its text or in the environment of a container', async () => {
    const found = Object.values(await services())
      .flatMap((service) => Object.entries(fields(service['environment'])))
      .filter(([name]) => /(?:KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL)(?:_FILE)?$/.test(name))
    assert.deepEqual([...new Set(found.map(([name]) => name))].toSorted(), [
      'APP_KEY_FILE',
      'DATABASE_URL_FILE',
      'POSTGRES_PASSWORD_FILE',
    ])
    for (const [name, value] of found) {
      assert.match(`${name}=${value}`, /_FILE=\/run\/secrets\//)
    }
  })

  test('its settings, with secrets as files, are accepted at a start', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tukar-secrets-'))
    t.after(() => rm(folder, { recursive: true }))
    await run(path.join(place, 'make-secrets.sh'), [folder])
    const { node } = await services()
    const given = Object.entries(fields(node?.['environment'])).map(([name, value]) => [
      name,
      String(value)
        .replace('/run/secrets', folder)
        .replace(/^\$\{\w+:-\}$/, ''),
    ])
    const { APP_KEY: _, DATABASE_URL: __, ...rest } = production
    const readFileOf = Object.fromEntries(
      await Promise.all(
        ['app_key', 'database_url'].map(async (name) => {
          const file = path.join(folder, name)
          return [file, await readFile(file, 'utf8')]
        }),
      ),
    )
    const read = readConfig({ ...rest, ...Object.fromEntries(given) }, memorySources(readFileOf))
    assert.deepEqual(read.ok ? [] : read.problems, [])
  })

  test('the balancer notices a node that stops before it drains', async () => {
    const text = await textOf('haproxy.cfg')
    const checks = [...text.matchAll(/inter (\d+)s fall (\d+)/g)]
    assert.ok(checks.length > 0)
    for (const [, inter, fall] of checks) {
      assert.ok(Number(inter) * Number(fall) < drainSeconds())
    }
    assert.match(text, /option redispatch/)
  })
})

describe('the unit', () => {
  const { error } = spawnSync('systemd-analyze', ['--version'])
  const noSystemd = error !== undefined && "needs systemd-analyze, of Debian's package systemd"
  /** Checks the unit with the Node of this project in the place of the installed one. */
  async function unitFile(folder: string): Promise<string> {
    const unit = await textOf('tukar.service')
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, 'tukar.service')
    await writeFile(file, unit.replace('/srv/tukar/node_modules/.bin/node', process.execPath))
    return file
  }

  test("passes systemd's own verification, and its rating of exposure is below 3", {
    skip: noSystemd,
  }, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tukar-unit-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = await unitFile(folder)
    const { stdout, stderr } = await run('systemd-analyze', ['verify', file])
    assert.equal(`${stdout}${stderr}`, '')
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', file])
  })

  test('leaves the decoder of pictures its enclosure', async () => {
    const unit = await textOf('tukar.service')
    assert.match(unit, /^RestrictNamespaces=(?=.*\buser\b)(?=.*\bmnt\b)(?=.*\bnet\b).*\bpid\b/m)
    assert.match(unit, /^SystemCallFilter=.*@mount/m)
    assert.doesNotMatch(unit, /^(?:PrivateUsers|MemoryDenyWriteExecute)=/m)
  })

  test('gives the node time to drain and to finish', async () => {
    const seconds = secondsOf(await textOf('tukar.service'), 'TimeoutStopSec')
    assert.ok(seconds > drainSeconds() + ownSeconds)
  })
})
