/**
 * Runs the steps of a Dockerfile without a container engine: each stage is a folder, its base comes
 * from debootstrap, `RUN` is a chroot in namespaces of its own. It needs root, debootstrap, and an
 * npm and a Debian mirror that answer. The image's process runs with what the compose file grants:
 * its own user, no capabilities, a root that is read-only, a `/tmp` of its own.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { commandOf, type Instruction, isIgnored, pairsOf, stagesOf } from './dockerfile.ts'

const run = promisify(execFile)
const project = path.resolve(import.meta.dirname, '../..')
const minutes = { timeout: 600_000, maxBuffer: 32 * 1024 * 1024 }

export type Image = Readonly<{
  root: string
  user: string
  directory: string
  env: Readonly<Record<string, string>>
  command: readonly string[]
  healthCheck: readonly string[]
}>

type Building = {
  root: string
  user: string
  directory: string
  env: Readonly<Record<string, string>>
  command: readonly string[]
  healthCheck: readonly string[]
}

/** Builds the image of a Dockerfile below `folder`. */
export async function buildImage(dockerfile: string, folder: string): Promise<Image> {
  const debian = path.join(folder, 'debian')
  await debootstrap(debian)
  const built = new Map<string, Building>()
  let last: Building | null = null
  const stages = stagesOf(await readFile(dockerfile, 'utf8'))
  for (const [at, { base, alias, instructions }] of stages.entries()) {
    const root = path.join(folder, `stage-${at}`)
    await run('cp', ['--archive', debian, root], minutes)
    if (base.startsWith('node:')) await addNpm(root)
    else if (base !== 'debian:bookworm-slim') throw new RangeError(`nothing stands in for ${base}`)
    last = {
      root,
      user: '0:0',
      directory: '/',
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      command: [],
      healthCheck: [],
    }
    for (const one of instructions) await execute(one, last, built)
    if (alias !== null) built.set(alias, last)
  }
  if (last === null) throw new RangeError(`${dockerfile} has no stage`)
  return last
}

/** The packages of `debian:bookworm-slim`, whose mirrors this machine uses. */
async function debootstrap(root: string): Promise<void> {
  await run('debootstrap', ['--variant=minbase', 'bookworm', root], minutes)
  // What the official image leaves out as well.
  const away = ['doc', 'man', 'info', 'locale'].map((name) => `usr/share/${name}`)
  for (const name of [...away, 'var/cache/apt', 'var/lib/apt/lists']) {
    await rm(path.join(root, name), { recursive: true })
  }
  await mkdir(path.join(root, 'var/cache/apt/archives/partial'), { recursive: true })
  const settings = path.join(root, 'etc/apt/apt.conf.d/docker-clean')
  await writeFile(settings, 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };\n')
  await copyFile('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'))
}

/** Adds what the image `node` has beyond Debian's: Node and npm. */
async function addNpm(root: string): Promise<void> {
  const own = path.join(root, 'usr/local')
  await copyFile(process.execPath, path.join(own, 'bin/node'))
  const { stdout } = await run('npm', ['root', '--global'], minutes)
  const npm = await realpath(path.join(stdout.trim(), 'npm'))
  await cp(npm, path.join(own, 'lib/npm'), { recursive: true })
  for (const [name, script] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ] as const) {
    await run('ln', ['-s', `../lib/npm/bin/${script}`, path.join(own, 'bin', name)])
  }
  // Node's library, which Debian's smallest system lacks. Its folder has the architecture's name.
  const [libraries = ''] = globSync('usr/lib/*-linux-gnu', { cwd: root })
  const library = path.join(libraries, 'libatomic.so.1')
  await cp(await realpath(`/${library}`), path.join(root, library))
}

async function execute(
  { name, text }: Instruction,
  stage: Building,
  built: ReadonlyMap<string, Building>,
): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      stage.directory = text
      await mkdir(path.join(stage.root, text), { recursive: true })
      return
    case 'ENV':
      stage.env = { ...stage.env, ...pairsOf(text) }
      return
    case 'USER':
      stage.user = text
      return
    case 'CMD':
      stage.command = commandOf(text)
      return
    case 'HEALTHCHECK':
      stage.healthCheck = commandOf(text)
      return
    case 'COPY':
      return copy(text, stage, built)
    case 'RUN':
      return runIn(text, stage)
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new SyntaxError(`no step for ${name}`)
  }
}

async function copy(
  text: string,
  { root, directory }: Building,
  built: ReadonlyMap<string, Building>,
): Promise<void> {
  const words = text.split(/\s+/)
  const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice(7) : undefined
  const to = words.pop() ?? ''
  const target = path.join(root, path.resolve(directory, to))
  if (from !== undefined) {
    const source = built.get(from)?.root
    if (source === undefined) throw new RangeError(`no stage ${from}`)
    for (const word of words) {
      await mkdir(target, { recursive: true })
      await run('cp', ['--archive', '--no-target-directory', path.join(source, word), target])
    }
    return
  }
  const ignored = await readFile(path.join(project, '.dockerignore'), 'utf8')
  for (const word of words) {
    const isWhole = word === '.'
    const isInto = isWhole || words.length > 1 || to.endsWith('/') || to === '.'
    for (const file of isWhole ? filesOf(project) : [word]) {
      if (isIgnored(file, ignored)) {
        if (!isWhole) throw new RangeError(`.dockerignore keeps ${file} out, which is copied`)
        continue
      }
      const place = isInto ? path.join(target, isWhole ? file : path.basename(file)) : target
      await mkdir(path.dirname(place), { recursive: true })
      await copyFile(path.join(project, file), place)
      await chown(place, 0, 0)
      await chmod(place, 0o644)
    }
  }
}

const filesOf = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true, exclude: (one) => left.has(one.name) })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))

const left = new Set(['node_modules', '.git', 'data'])

/** Makes `/proc` and `/dev` for a command in `root`, which ends with the namespaces. */
const mounts = (root: string): readonly string[] => [
  `mount -t proc proc ${root}/proc`,
  `mount -t tmpfs -o mode=0755,size=64k tmpfs ${root}/dev`,
  ...['null', 'zero', 'random', 'urandom'].flatMap((name) => [
    `touch ${root}/dev/${name}`,
    `mount --bind /dev/${name} ${root}/dev/${name}`,
  ]),
  `ln -s /proc/self/fd ${root}/dev/fd`,
]

const apart = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child=KILL']

async function runIn(text: string, { root, directory, env }: Building): Promise<void> {
  const command = [...mounts(root), `exec chroot ${root} /bin/sh -ec "cd $0 && $1"`].join(' && ')
  const registry = (await run('npm', ['config', 'get', 'registry'], minutes)).stdout.trim()
  const authority = await certificates(root)
  await run('unshare', [...apart, 'sh', '-c', command, directory, text], {
    ...minutes,
    env: {
      ...env,
      HOME: '/tmp',
      DEBIAN_FRONTEND: 'noninteractive',
      ...authority,
      ...(registry === 'undefined' ? {} : { npm_config_registry: registry }),
    },
  })
}

/** A machine with an authority of its own needs it in a step that downloads. */
async function certificates(root: string): Promise<Readonly<Record<string, string>>> {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  if (file === undefined) return {}
  await copyFile(file, path.join(root, 'tmp/authorities.pem'))
  return { NODE_EXTRA_CA_CERTS: '/tmp/authorities.pem', npm_config_cafile: '/tmp/authorities.pem' }
}

export type Settings = Readonly<Record<string, string>>

/** Starts a command as the image's user; the process ends with its starter. */
export function start(image: Image, settings: Settings, dataDir: string): ChildProcess {
  return inside(image, settings, dataDir, image.command)
}

export function inside(
  { root, user, directory, env }: Image,
  settings: Settings,
  dataDir: string,
  command: readonly string[],
): ChildProcess {
  const [uid, gid] = user.split(':')
  const all = { ...env, ...settings }
  const script = [
    'set -e',
    `mount --bind ${root} ${root}`,
    `mount --bind ${dataDir} ${root}${all['DATA_DIR']}`,
    ...mounts(root),
    `mount -t tmpfs -o mode=1777,size=256m tmpfs ${root}/tmp`,
    `mount -o remount,bind,ro ${root}`,
    `cd ${root}`,
    'chroot=$(PATH=/usr/sbin:/usr/bin:/bin command -v chroot)',
    [
      `exec $chroot ${root} setpriv --reuid ${uid} --regid ${gid} --clear-groups`,
      '--bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs',
      `sh -c 'cd ${directory} && exec "$@"' sh "$@"`,
    ].join(' '),
  ].join('\n')
  return spawn('unshare', [...apart, 'sh', '-c', script, 'sh', ...command], { env: all })
}
