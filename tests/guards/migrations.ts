/**
 * Released migrations never change: `checksums.txt` keeps the checksum of each, with its seeds.
 * Before version 1.0.0 none is released, and `npm run generate` rewrites the whole file.
 */
import { z } from 'zod'
import type { Offence } from './source.ts'

export const checksumsFile = 'src/database/migrations/checksums.txt'

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
