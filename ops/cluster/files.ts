import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { User } from './programs.ts'

const templates = path.join(import.meta.dirname, 'config')

/** The values of a file's placeholders, which are written `${NAME}`. */
export type Values = Readonly<Record<string, string | number>>

/** The alert rules, by their path from `config/`. */
export const alertRules = '../../observing/alerts.yml'

/** Reads a file of `config/` with its placeholders filled in; throws if a value is missing. */
export function filled(file: string, values: Values): string {
  return readFileSync(path.join(templates, file), 'utf8').replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${file} needs a value for ${name}`)
      return String(value)
    },
  )
}

/** Makes a folder that belongs to the user of the servers. */
export function makeFolder(folder: string, user: User | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== null) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Writes a file of `config/` into a folder, filled in; returns its path. */
export function place(file: string, folder: string, values: Values, user: User | null): string {
  const target = path.join(folder, path.basename(file))
  writeFileSync(target, filled(file, values))
  const isProgram = (statSync(path.join(templates, file)).mode & 0o100) !== 0
  chmodSync(target, isProgram ? 0o700 : 0o600)
  if (user !== null) chownSync(target, user.uid, user.gid)
  return target
}
