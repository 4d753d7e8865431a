import { platform } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '../base/limits.ts'

type Identity = Readonly<{ uid: number; gid: number }>

/** A way to start a decoding process apart from the service, and what it leaves unseparated. */
export type Enclosure = Readonly<{
  name: 'namespaces' | 'user namespace' | 'user' | 'none'
  /** The user that the command is started as; null: the service's own. */
  identity: Identity | null
  /** What a process that was taken over could still reach; empty if it is enclosed whole. */
  open: readonly string[]
  /** The command that runs a program which may read these paths. */
  command: (program: readonly string[], readable: readonly string[]) => readonly string[]
}>

const script = fileURLToPath(new URL('./enclose.sh', import.meta.url))
const project = fileURLToPath(new URL('../../', import.meta.url))

const { uid } = limits.images
const decoderUser: Identity = { uid, gid: uid }

/** The project's code, without the data directory, which may stand beside it. */
export const readableBy = (program: URL): readonly string[] => {
  const code = ['src', 'node_modules', 'package.json'].map((name) => path.join(project, name))
  return [...code, path.dirname(fileURLToPath(program))]
}

/**
 * In new namespaces a process sees no network, no process but its own and only what `enclose.sh`
 * mounts. If the kernel kills its starter, it ends too.
 */
const enclosed =
  (user: readonly string[], identity: string): Enclosure['command'] =>
  (program, readable) => [
    'unshare',
    ...user,
    ...['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child=KILL'],
    ...['/bin/sh', script, identity],
    ...readable,
    process.execPath,
    '--',
    ...program,
  ]

const plain: Enclosure['command'] = (program) => program

const byRoot: Enclosure = {
  name: 'namespaces',
  identity: null,
  open: [],
  command: enclosed([], `--reuid ${uid} --regid ${uid} --clear-groups`),
}

/** The kernel sees the service's own user, who has no right outside of the new namespaces. */
const byAnyUser = (identity: Identity | null): Enclosure => ({
  name: 'user namespace',
  identity,
  open: [],
  command: enclosed(['--user', '--map-root-user'], ''),
})

const byUser: Enclosure = {
  name: 'user',
  identity: decoderUser,
  open: ['the network', 'files that every user may read'],
  command: plain,
}

const byNothing: Enclosure = {
  name: 'none',
  identity: null,
  open: ['the network', "the service's files", "the service's processes"],
  command: plain,
}

/** The ways that may work here, the closest first. */
export function enclosuresHere(
  system: string = platform(),
  isRoot: boolean = process.getuid?.() === 0,
): readonly Enclosure[] {
  const isLinux = system === 'linux'
  if (!isRoot) return isLinux ? [byAnyUser(null), byNothing] : [byNothing]
  return isLinux ? [byRoot, byAnyUser(decoderUser), byUser, byNothing] : [byUser, byNothing]
}
