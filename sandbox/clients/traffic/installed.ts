import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** A dependency of this package: where it lies and its version. */
export function installed(name: string): Readonly<{ folder: string; version: string }> {
  const folder = path.join(import.meta.dirname, '..', 'node_modules', ...name.split('/'))
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
  return { folder, version: Package.parse(JSON.parse(text)).version }
}
