import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const manifest = new URL('../../package.json', import.meta.url)

/** Returns the version of this service, as `package.json` has it. */
export const readVersion = async (): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile(manifest, 'utf8'))).version
