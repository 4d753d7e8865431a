import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { z } from 'zod'
import { eventually } from '../../../tests/harness.ts'
import { fieldsIn } from '../../../tests/json.ts'
import { childrenFromNow } from '../../../tests/make/children.ts'
import { pngPicture } from '../../../tests/make/pictures.ts'
import { type Enclosure, enclosuresHere } from './enclosure.ts'
import { imageLimits } from './image-limits.ts'
import { type ImageOptions, openImages } from './images.ts'
import { startImageWorker } from './worker.ts'

const silent = pino({ level: 'silent' })
const isRoot = process.getuid?.() === 0
const whole = (all: readonly Enclosure[]) => all.filter(({ open }) => open.length === 0)
/** The enclosures for root, if the tests run as root, and those for other users. */
const wholeEnclosures = [
  ...(isRoot ? whole(enclosuresHere('linux', true)) : []),
  ...whole(enclosuresHere('linux', false)),
].map((enclosure) => ({
  enclosure,
  title: `${enclosure.name}, started as ${enclosure.identity?.uid ?? 'the service'}`,
}))

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'tukar-enclosure-'))
  t.after(() => rm(made, { recursive: true, force: true }))
  await chmod(made, 0o755)
  return made
}

/** A compromised decoder: makes its attempts and returns their results. */
const hostile = `
import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const tried = (attempt) => { try { return attempt() } catch (error) { return error.code } }
const reach = (target) => new Promise((resolve) => {
  const socket = connect(target)
  socket.on('connect', () => { socket.destroy(); resolve('connected') })
  socket.on('error', (error) => resolve(error.code))
})
const link = (name) => tried(() => readlinkSync('/proc/self/fd/' + name))
process.on('message', async () => {
  const told = process.stdin.read() ?? await new Promise((resolve) =>
    process.stdin.once('readable', () => resolve(process.stdin.read())))
  const { key, parent, port, socket, code } = JSON.parse(told)
  const report = Buffer.from(JSON.stringify({
    uid: process.getuid(),
    environment: Object.keys(process.env).sort(),
    key: tried(() => readFileSync(key, 'utf8')),
    environ: tried(() => readFileSync('/proc/' + parent + '/environ', 'latin1').length > 0),
    signal: tried(() => process.kill(parent, 0)),
    port: await reach({ port, host: '127.0.0.1' }),
    socket: await reach(socket),
    code: tried(() => writeFileSync(code, '')),
    descriptors: readdirSync('/proc/self/fd').map(link),
  }))
  process.stdout.write(report)
  process.send({ kind: 'done', picture:
    { length: report.length, mediaType: 'image/png', width: 1, height: 1 } })
})
process.send({ kind: 'ready' })`

const Report = z.object({
  uid: z.int(),
  environment: z.array(z.string()),
  key: z.string(),
  environ: z.union([z.boolean(), z.string()]),
  signal: z.union([z.boolean(), z.string()]),
  port: z.string(),
  socket: z.string(),
  code: z.string().optional(),
  descriptors: z.array(z.string()),
})

async function programOf(t: TestContext, content: string): Promise<URL> {
  const file = path.join(await folder(t), 'program.mjs')
  await writeFile(file, content)
  return pathToFileURL(file)
}

/** The same enclosure without Node's permission model, which does not restrict native code. */
const withoutPermissions = (enclosure: Enclosure): Enclosure => ({
  ...enclosure,
  command: (program, readable) =>
    enclosure.command(
      program.filter((one) => !/^--(?:permission|allow-)/.test(one)),
      readable,
    ),
})

const listening = (t: TestContext, where: string | number) =>
  new Promise<number>((resolve) => {
    const server = createServer((socket) => socket.end())
    t.after(() => server.close())
    server.listen(where, () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })

/**
 * Returns the result of each attack by a compromised decoder; null if the enclosure cannot start
 * here.
 */
async function attack(t: TestContext, enclosure: Enclosure) {
  const own = await folder(t)
  const [key, code, socket] = ['key', 'code.ts', 'socket'].map((name) => path.join(own, name))
  await Promise.all([writeFile(key ?? '', 'secret'), writeFile(code ?? '', 'code')])
  await chmod(key ?? '', 0o600)
  const [port] = await Promise.all([listening(t, 0), listening(t, socket ?? '')])
  const worker = startImageWorker(
    await programOf(t, hostile),
    imageLimits,
    withoutPermissions(enclosure),
  )
  t.after(worker.end)
  if ((await worker.started) !== 'ready') return null
  const target = { key, code, socket, port, parent: process.pid }
  const outcome = await worker.decode(Buffer.from(JSON.stringify(target)), 'image/png')
  assert.ok(outcome.kind === 'done' && outcome.picture !== null, outcome.kind)
  return Report.parse(JSON.parse(outcome.picture.bytes.toString()))
}

const refused = (system: string) => `this machine does not allow a decoder ${system}`

describe('a decoder that was taken over', () => {
  for (const { enclosure, title } of wholeEnclosures) {
    test(`reaches no file, process, network or right of the service (${title})`, async (t) => {
      const report = await attack(t, enclosure)
      if (report === null) return t.skip(refused(title))
      const { uid, environment, environ, descriptors, ...attempts } = report
      // If the container forbids a new /proc mount, the old one is mounted, and access is denied.
      assert.match(String(environ), /^(?:ENOENT|EACCES)$/)
      assert.deepEqual(attempts, {
        key: 'ENOENT',
        signal: 'ESRCH',
        port: 'ENETUNREACH',
        socket: 'ENOENT',
        code: 'ENOENT',
      })
      assert.equal(uid, enclosure.name === 'namespaces' ? imageLimits.uid : 0)
      const bare = ['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
      const shell = ['OLDPWD', 'PATH', 'PWD', 'SHLVL', '_', 'UV_THREADPOOL_SIZE']
      assert.deepEqual(
        environment.filter((name) => !bare.includes(name) && !shell.includes(name)),
        [],
      )
      assert.deepEqual(await sharedWithUs(descriptors), [])
    })
  }

  for (const { enclosure, title } of wholeEnclosures) {
    test(`reads pictures like any other worker (${title})`, async (t) => {
      const images = openImages({ log: silent, enclosures: [enclosure] })
      t.after(images.close)
      const read = images.clean(await pngPicture(), 'image/png')
      const picture = await read.catch((error) => error.key)
      if (picture === 'api.service_unavailable') return t.skip(refused(title))
      assert.deepEqual([picture.width, picture.height], [32, 24])
    })
  }

  test('as another user alone can still not read a key, an environment, or signal', async (t) => {
    const byUser = enclosuresHere('darwin', true).find(({ name }) => name === 'user')
    assert.ok(byUser !== undefined)
    const report = isRoot ? await attack(t, byUser) : null
    if (report === null) return t.skip('only root can start a process of another user')
    assert.equal(report.uid, imageLimits.uid)
    assert.deepEqual(
      [report.key, report.environ, report.signal, report.code],
      ['EACCES', 'EACCES', 'EPERM', 'EACCES'],
    )
    assert.deepEqual(await sharedWithUs(report.descriptors), [])
  })

  test('without any enclosure reaches all of it, so these tests can fail', async (t) => {
    const [last] = enclosuresHere('darwin', false)
    assert.ok(last !== undefined && last.open.length > 0)
    const report = await attack(t, last)
    assert.ok(report !== null)
    const { key, environ, signal, port, socket, code } = report
    assert.deepEqual(
      [key, environ, signal, port, socket, code],
      ['secret', true, true, 'connected', 'connected', undefined],
    )
    assert.deepEqual(await sharedWithUs(report.descriptors), [])
  })

  test('by JavaScript alone reaches no file and no network anywhere', async (t) => {
    const own = await folder(t)
    const key = path.join(own, 'key')
    await writeFile(key, 'secret')
    const port = await listening(t, 0)
    const images = openImages({
      log: silent,
      program: await programOf(t, hostile.replace('readdirSync(', '[].concat(')),
      enclosures: enclosuresHere('darwin', false),
    })
    t.after(images.close)
    const target = { key, port, parent: process.pid, socket: path.join(own, 's'), code: key }
    const answer = await images.clean(Buffer.from(JSON.stringify(target)), 'image/png')
    const report = Report.parse(JSON.parse(answer?.bytes.toString() ?? ''))
    const denied = 'ERR_ACCESS_DENIED'
    assert.deepEqual(
      [report.key, report.environ, report.code, report.port],
      [denied, denied, denied, denied],
    )
  })

  test('gets no descriptor that the service itself was started with', async (t) => {
    const program = await programOf(t, hostile)
    const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
    const runner = `
      import { startImageWorker } from ${module('./worker.ts')}
      import { enclosuresHere } from ${module('./enclosure.ts')}
      const [plain] = enclosuresHere('darwin', false)
      const command = (program) => program.filter((one) => !/^--(permission|allow-)/.test(one))
      const bounds = { startMs: 10_000, decodeMs: 10_000 }
      const program = new URL(${JSON.stringify(program.href)})
      const worker = startImageWorker(program, bounds, { ...plain, command })
      const targets = Buffer.from('{ "socket": "/none", "port": 1 }')
      const { picture } = await worker.decode(targets, 'image/png')
      await worker.end()
      process.stdout.write(picture.bytes)`
    const file = path.join(await folder(t), 'runner.ts')
    const secret = path.join(await folder(t), 'secret')
    await Promise.all([writeFile(file, runner), writeFile(secret, 'secret')])
    // Node closes low descriptors itself; a high one represents one left open by a careless
    // starter.
    const script = `exec 9<"$1"; shift; exec "$@"`
    const filler = Array.from({ length: 36 }, () => 'ignore' as const)
    const handle = await open(secret)
    t.after(() => handle.close())
    const child = spawn('/bin/sh', ['-c', script, 'sh', secret, process.execPath, file], {
      stdio: ['ignore', 'pipe', 'inherit', ...filler, handle.fd],
    })
    assert.ok(child.stdout !== null)
    const report = Report.parse(JSON.parse(await text(child.stdout)))
    assert.deepEqual(
      report.descriptors.filter((link) => link === secret),
      [],
    )
  })
})

/** Returns the targets that a decoder's descriptors share with this process, without /dev/null. */
async function sharedWithUs(descriptors: readonly string[]): Promise<readonly string[]> {
  const names = await readdir('/proc/self/fd')
  const links = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => null)),
  )
  return descriptors.filter(
    (link) => links.includes(link) && link !== '/dev/null' && !link.startsWith('anon_inode:'),
  )
}

describe('the decoder of the service', () => {
  test('runs as an unprivileged user, without capabilities, in its own network', async (t) => {
    const images = openImages({ log: silent })
    t.after(images.close)
    assert.ok((await images.clean(await pngPicture(), 'image/png')) !== null)
    const pid = await decoderPid()
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8')
    const status = await read('status')
    if (/^Seccomp:/m.test(status) && (await netOf(pid)) === (await netOf('self'))) {
      return t.skip(refused('in namespaces'))
    }
    const line = (name: string) =>
      new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]?.split('\t')
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      assert.match(String(line(set)), /^0+$/, set)
    }
    assert.deepEqual(line('NoNewPrivs'), ['1'])
    if (!isRoot) return
    const { uid } = imageLimits
    assert.deepEqual(line('Uid'), [uid, uid, uid, uid].map(String))
    assert.deepEqual(line('Gid'), [uid, uid, uid, uid].map(String))
    assert.equal(line('Groups')?.join('').trim(), '')
    assert.deepEqual(
      (await readdir(`/proc/${pid}/root`)).filter((name) =>
        /^(?:etc|home|root|run|var)$/.test(name),
      ),
      ['etc'],
    )
    assert.deepEqual(await readdir(`/proc/${pid}/root/etc`), ['ld.so.cache'])
    const project = path.resolve(import.meta.dirname, '../../..')
    const shown = await readdir(path.join(`/proc/${pid}/root`, project))
    assert.deepEqual(shown.sort(), ['node_modules', 'package.json', 'src'])
  })

  test('that never ends is ended whole, with everything it is enclosed by', async (t) => {
    const images = openImages({
      log: silent,
      program: await programOf(
        t,
        `process.send({ kind: 'ready' }); process.on('message', () => { for (;;); })`,
      ),
      bounds: { decodeMs: 500 },
    })
    t.after(images.close)
    const request = images.clean(Buffer.alloc(1), 'image/png').catch((error) => error.key)
    const pid = await eventually('its start', async () => {
      const found = await decoderPid()
      return found !== process.pid && found
    })
    assert.equal(await request, 'api.service_unavailable')
    await eventually('its end', async () => !(await isRunning(pid)))
  })

  test('can end itself if it is the first process of its namespace', async (t) => {
    const images = openImages({
      log: silent,
      program: await programOf(
        t,
        `process.send({ kind: 'ready' }); process.on('message', () => {
          process.kill(process.pid, 'SIGKILL'); process.abort() })`,
      ),
    })
    t.after(images.close)
    assert.equal(await images.clean(Buffer.alloc(1), 'image/png'), null)
  })
})

describe('the choice of an enclosure', () => {
  const plain = enclosuresHere('darwin', false)
  const failing: Enclosure = {
    name: 'namespaces',
    identity: null,
    open: [],
    command: () => ['/nowhere/unshare'],
  }

  function openWith(t: TestContext, options: Omit<ImageOptions, 'log'>) {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    const images = openImages({ log, ...options })
    t.after(images.close)
    return { images, lines }
  }

  test('is the strictest that works here, and the log names its gaps', async (t) => {
    const { images, lines } = openWith(t, { enclosures: [failing, ...plain] })
    assert.ok((await images.clean(await pngPicture(), 'image/png')) !== null)
    assert.ok((await images.clean(await pngPicture(), 'image/png')) !== null)
    const facts = lines
      .map((line) => fieldsIn(line))
      .map((fact) => [fact['enclosure'], fact['level']])
    assert.deepEqual(facts, [['none', 40]])
  })

  test('survives one slow response of the machine', async (t) => {
    const slow = { ...failing, command: () => ['/bin/sleep', '10'] }
    const { images, lines } = openWith(t, {
      enclosures: [slow, ...plain],
      bounds: { startMs: 200 },
    })
    await assert.rejects(images.clean(await pngPicture(), 'image/png'), {
      key: 'api.service_unavailable',
    })
    assert.deepEqual(lines, [])
  })

  test('is found when the service starts, if a setting requires it', async (t) => {
    const { lines } = openWith(t, { early: true })
    await eventually('the log to say it', async () => lines.length === 1)
  })
})

const netOf = (pid: number | 'self') => readlink(`/proc/${pid}/ns/net`)

const children = await childrenFromNow()

/** Returns the last process of the chain of children that starts with this process. */
async function decoderPid(from = process.pid): Promise<number> {
  const [child] = await children(from)
  return child === undefined ? from : decoderPid(child)
}

/** A process that has ended and waits to be reaped does not count as running. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return /^State:\s+[^ZX]/m.test(status)
}
