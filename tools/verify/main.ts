/** Checks a ledger from outside: a database or a dump. It shares no code with the service. */
import { parseArgs } from 'node:util'
import { openDatabase } from './database.ts'
import { openDump } from './dump.ts'
import { textOf } from './finding.ts'
import { verifyLedger } from './verify.ts'

const usage = `usage: npm run verify -- URL|DUMP [--seals FILE] [--linked-seconds N]

  URL               a PostgreSQL database, as postgresql://user@host/name
  DUMP              a file of pg_dump in the plain format
  --seals FILE      compares /.well-known/ledger-seals.json as it was kept outside
  --linked-seconds  the age at which postings must have a link (600)

Exits with 0 if nothing was found, with 1 if something was, with 2 if it could not check.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seals: { type: 'string' },
      'linked-seconds': { type: 'string', default: '600' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [place] = positionals
  const linkedSeconds = Number(values['linked-seconds'])
  if (values.help === true || place === undefined || positionals.length > 1) {
    console.log(usage)
    return values.help === true ? 0 : 2
  }
  if (!Number.isSafeInteger(linkedSeconds) || linkedSeconds < 0) throw new Error(usage)
  const startedMs = performance.now()
  const isUrl = /^postgres(?:ql)?:/.test(place)
  const source = await (isUrl ? openDatabase(place) : openDump(place))
  try {
    const { findings, notes } = await verifyLedger(source, {
      keptSeals: values.seals ?? null,
      linkedSeconds,
    })
    for (const finding of findings.shown) console.log(textOf(finding))
    const more = findings.count - findings.shown.length
    if (more > 0) console.log(`… and ${more} more`)
    for (const note of notes) console.log(note)
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    console.log(findings.count === 0 ? `verified in ${seconds} s` : `${findings.count} findings`)
    return findings.count === 0 ? 0 : 1
  } finally {
    await source.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
