import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = new URL('../../package.json', import.meta.url)

/** The version of this service, as `package.json` has it. */
export const serviceVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(manifest, 'utf8'))).version
