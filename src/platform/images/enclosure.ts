import { platform } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { imageLimits } from './image-limits.ts'

type Identity = Readonly<{ uid: number; gid: number }>

/** A way to isolate a decoding process from the service. */
export type Enclosure = Readonly<{
  name: 'namespaces' | 'user namespace' | 'user' | 'none'
  /** The user that runs the command; null: the service's own. */
  identity: Identity | null
  /** The resources a compromised process could still reach; empty if isolation is complete. */
  open: readonly string[]
  /** Builds the command that runs a program, which may read these paths. */
  command: (program: readonly string[], readable: readonly string[]) => readonly string[]
}>

const script = fileURLToPath(new URL('./enclose.sh', import.meta.url))
const project = fileURLToPath(new URL('../../../', import.meta.url))

const { uid } = imageLimits
const decoderUser: Identity = { uid, gid: uid }

/**
 * Lists the paths a decoder may read: the project's code and its program's folder, but not the data
 * directory, which may be in the project's folder.
 */
export const readableBy = (program: URL): readonly string[] => {
  const code = ['src', 'node_modules', 'package.json'].map((name) => path.join(project, name))
  return [...code, path.dirname(fileURLToPath(program))]
}

/**
 * Builds a command that runs in new namespaces: the process sees no network, only its own processes
 * and only the paths that `enclose.sh` mounts. It ends if its starter is killed.
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

/** For the kernel this is the service's own user, without rights outside of the new namespaces. */
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

/** Lists the enclosures that may work on this system, the strictest first. */
export function enclosuresHere(
  system: string = platform(),
  isRoot: boolean = process.getuid?.() === 0,
): readonly Enclosure[] {
  const isLinux = system === 'linux'
  if (!isRoot) return isLinux ? [byAnyUser(null), byNothing] : [byNothing]
  return isLinux ? [byRoot, byAnyUser(decoderUser), byUser, byNothing] : [byUser, byNothing]
}
