/**
 * Released migrations never change: `checksums.txt` keeps the checksum of each, with its seeds.
 * Before version 1.0.0 none is released, and `npm run generate` rewrites the whole file.
 */
import { z } from 'zod'
import type { Offence } from './source.ts'

export const checksumsFile = 'src/core/database/schema/migrations/checksums.txt'

const Manifest = z.object({ version: z.string() })

/** Whether the version of this package.json is a release. */
export const isReleased = (manifest: string): boolean =>
  !Manifest.parse(JSON.parse(manifest)).version.startsWith('0.')

type Checksummed = Readonly<{ name: string; checksum: string }>

const lineOf = ({ name, checksum }: Checksummed): string => `${name} ${checksum}`

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

/** The output of `npm run generate`: from the first release on, it only adds lines. */
export function checksumsText(
  committed: string,
  migrations: readonly Checksummed[],
  released: boolean,
): string {
  const kept = released ? linesOf(committed) : []
  const added = migrations.filter(({ name }) => !kept.some((line) => line.startsWith(`${name} `)))
  return [...kept, ...added.map(lineOf)].map((line) => `${line}\n`).join('')
}

/** The listed migrations that were changed or removed. */
export function migrationOffences(
  committed: string,
  migrations: readonly Checksummed[],
  released: boolean,
): readonly Offence[] {
  const current = new Set(migrations.map(lineOf))
  return linesOf(committed).flatMap((line, index) => {
    if (current.has(line)) return []
    const [name = ''] = line.split(' ')
    return [
      {
        path: checksumsFile,
        line: index + 1,
        rule: `${name} or a seed of it was changed or removed`,
        mend: released
          ? 'restore it and write a new migration; if no release has it, delete this line'
          : 'run `npm run generate`',
      },
    ]
  })
}

/** What a release before may still read or write, and this statement takes away or narrows. */
const takesAway = [
  /\bdrop\s+(?:table|column|view|function|type|sequence|default|schema)\b/i,
  /\brename\b/i,
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
]

type Statements = Readonly<{ name: string; sql: string; number: number }>

/**
 * Migrations that break the release before without saying so. Those up to `first` created the
 * schema, before there was any release.
 */
export function upgradeOffences(
  migrations: readonly (Statements & Readonly<{ readableFrom: number | null }>)[],
  first: number,
): readonly Offence[] {
  return migrations.flatMap(({ name, number, sql, readableFrom }) => {
    const path = `src/core/database/schema/migrations/${name}`
    const bare = sql.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    const at = takesAway.map((pattern) => bare.search(pattern)).filter((found) => found >= 0)
    const found = at.toSorted((a, b) => a - b)[0]
    if (number <= first) return []
    if (readableFrom !== null && readableFrom >= number) {
      const mend = 'name an earlier migration: releases that have it no longer need what goes'
      return [{ path, line: 1, rule: `it is readable from ${readableFrom} only`, mend }]
    }
    if (found === undefined || readableFrom !== null) return []
    const mend =
      'add instead of changing (expand); take away in a later release (contract), with a line ' +
      '`-- Readable from NNNN`: the last migration of the first release that can do without'
    const line = bare.slice(0, found).split('\n').length
    return [{ path, line, rule: 'it breaks nodes of the release before', mend }]
  })
}
