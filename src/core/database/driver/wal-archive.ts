import { createReadStream, createWriteStream } from 'node:fs'
import { chown, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { isCode } from '../../../base/error-code.ts'
import { exists, type RunAs } from '../embedded/embedded-files.ts'

/*
 * The archived write-ahead log of the embedded server: one compressed file for each segment, with
 * the time of the segment's last record as its modification time.
 */

const segmentName = /^([0-9A-F]{8})([0-9A-F]{16})$/
/** Segments of 16 MiB: 256 of them share the upper half of the number in a name. */
const segmentsEach = 256n

/** A segment's name: 8 digits of timeline, then 16 of its number. */
export type Segment = Readonly<{ name: string; timeline: number; number: bigint }>

export function segmentOf(name: string): Segment | null {
  const [, timeline, place] = segmentName.exec(name) ?? []
  if (timeline === undefined || place === undefined) return null
  const high = BigInt(`0x${place.slice(0, 8)}`)
  const low = BigInt(`0x${place.slice(8)}`)
  return { name, timeline: Number.parseInt(timeline, 16), number: high * segmentsEach + low }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
/** For PostgreSQL, which replaces `%f` and the like in a command. */
const literal = (text: string): string => quoted(text).replaceAll('%', '%%')

/**
 * Settings of a server that archives. A segment that is archived already counts as success only if
 * its content is the same. A segment is ended after a minute: so much is lost with the disk.
 */
export function archiveSettings(walDir: string): Readonly<Record<string, string>> {
  const command = [
    `case "%f" in *.partial) exit 0;; esac; to=${literal(walDir)}/"%f".gz`,
    'if [ -f "$to" ]; then gzip -dc "$to" | cmp -s - "%p"',
    'else gzip -1 -c "%p" > "$to.part" && touch -r "%p" "$to.part" && sync "$to.part" &&' +
      ' mv "$to.part" "$to"; fi',
  ]
  return {
    archive_mode: 'on',
    archive_command: command.join('; '),
    archive_timeout: '60s',
  }
}

/**
 * The command by which a server in recovery reads segments: from the archive, or else from the log
 * of the cluster it replaces. A damaged file ends the recovery (a status above 125), since it must
 * not pass for the end of the log.
 */
export function restoreCommand(walDir: string, replacedWalDir: string): string {
  return [
    `from=${literal(walDir)}/"%f".gz; old=${literal(replacedWalDir)}/"%f"`,
    'if [ -f "$from" ]; then gzip -dc "$from" > "%p" || exit 200',
    'elif [ -f "$old" ]; then cp "$old" "%p" || exit 200',
    'else exit 1; fi',
  ].join('; ')
}

/** Adds files of a log to the archive, unless they are there. */
export async function archiveFiles(
  names: readonly string[],
  from: string,
  walDir: string,
  runAs: RunAs,
): Promise<void> {
  for (const name of names) {
    const target = path.join(walDir, `${name}.gz`)
    if (await exists(target)) continue
    const source = path.join(from, name)
    const fresh = `${target}.part-${process.pid}`
    try {
      const { atime, mtime } = await stat(source)
      await pipeline(createReadStream(source), createGzip({ level: 1 }), createWriteStream(fresh))
      if (runAs !== null) await chown(fresh, runAs.uid, runAs.gid)
      await utimes(fresh, atime, mtime)
      await syncPath(fresh)
      await rename(fresh, target)
    } catch (error) {
      await rm(fresh, { force: true })
      throw error
    }
  }
}

/** Waits until a file or a folder's entries are on the disk. */
export async function syncPath(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

/** The names in a folder; none if it does not exist. */
export const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })

/** The segments of complete files in the archive, by name. */
export async function archivedSegments(walDir: string): Promise<readonly Segment[]> {
  const names = await namesIn(walDir)
  return names
    .flatMap((name) => (name.endsWith('.gz') ? (segmentOf(name.slice(0, -3)) ?? []) : []))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Where a timeline left the one before it. */
export type Branch = Readonly<{ timeline: number; at: bigint }>

/** The newest timeline of the archive and its ancestors, as history files list them. */
export async function readHistory(
  walDir: string,
): Promise<Readonly<{ newest: number; ancestors: readonly Branch[] }>> {
  const newest = (await namesIn(walDir))
    .flatMap((name) => /^([0-9A-F]{8})\.history\.gz$/.exec(name)?.[1] ?? [])
    .toSorted()
    .at(-1)
  if (newest === undefined) return { newest: 1, ancestors: [] }
  const text = gunzipSync(await readFile(path.join(walDir, `${newest}.history.gz`))).toString()
  const ancestors = text.split('\n').flatMap((line) => {
    const [, timeline, at] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? []
    return timeline === undefined ? [] : [{ timeline: Number(timeline), at: positionOf(at ?? '') }]
  })
  return { newest: Number.parseInt(newest, 16), ancestors }
}

/** A position in the log, written as `16/B374D848`. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
