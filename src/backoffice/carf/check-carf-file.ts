import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import { fileParts } from './carf.rules.ts'
import type { CarfReport } from './carf-reports.sql.ts'
import { carfXml } from './write-carf-files.ts'

const problemChars = 2_000

/** The result of checking the files of a report; `problems` are the first ones, in words. */
export type CarfCheck = Readonly<{
  checked: 'valid' | 'invalid' | 'unchecked'
  problems: string | null
}>

/**
 * Checks the files of a report with `xmllint` and the schema that operators supply. Without either
 * they stay unchecked.
 */
export async function checkCarfFiles(
  ctx: Pick<Context, 'config' | 'db'>,
  report: CarfReport,
): Promise<CarfCheck> {
  const schema = ctx.config.carfSchema
  if (schema === null) return { checked: 'unchecked', problems: 'CARF_SCHEMA is not set' }
  const folder = await mkdtemp(path.join(tmpdir(), 'carf-'))
  try {
    for (const part of fileParts) {
      const file = path.join(folder, `${part}.xml`)
      await pipeline(Readable.from(carfXml(ctx, report, part)), createWriteStream(file))
      const found = await lint(schema, file)
      if (found.checked !== 'valid') return found
    }
    return { checked: 'valid', problems: null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks a file as a stream: as a tree, that of 100,000 users takes gigabytes. */
export function lint(schema: string, file: string): Promise<CarfCheck> {
  return new Promise((resolve) => {
    const child = spawn('xmllint', ['--noout', '--nonet', '--stream', '--schema', schema, file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => {
      // The names of our own files say nothing to operators.
      if (words.length < problemChars) words += chunk.toString().replaceAll(`${file}:`, 'line ')
    })
    child.on('error', () => resolve({ checked: 'unchecked', problems: 'xmllint is not installed' }))
    child.on('close', (code) => {
      const problems = words.slice(0, problemChars)
      resolve(code === 0 ? { checked: 'valid', problems: null } : { checked: 'invalid', problems })
    })
  })
}
