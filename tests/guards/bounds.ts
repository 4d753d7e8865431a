import { type Files, isTest } from './source.ts'

/** Returns the settings that a document lists as bounds of an amount of money. */
export function boundsIn(document: string): readonly string[] {
  const entries = document.matchAll(/^- (`[a-z][^\n]*(?:\n {2}\S[^\n]*)*)/gm)
  return [...entries].flatMap(([, entry = '']) => {
    const [head = '', said = ''] = entry.split(/\):\s+/, 2)
    if (!(head.includes('`rupiah`') && /^(?:bounds|smallest|largest|limit) /.test(said))) return []
    return [...head.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, key = '']) => key)
  })
}

/** Rooms that show settings, and decide about no money. */
const shows = /^src\/(?:app\/content|backoffice\/users)\//

/** Finds bounds that no decision about money reads, or that no test sets. */
export function unkeptBounds(keys: readonly string[], files: Files): readonly string[] {
  const all = Object.entries(files).filter(([path]) => path.endsWith('.ts'))
  const deciding = all.filter(
    ([path]) => path.startsWith('src/app/') && !(isTest(path) || shows.test(path)),
  )
  const setting = all.filter(
    ([path, text]) => isTest(path) && /update settings|putSetting|putAgreed/.test(text),
  )
  const names = (where: typeof all, key: string) =>
    where.some(([, text]) => text.includes(`'${key}'`))
  return keys.flatMap((key) => [
    ...(names(deciding, key) ? [] : [`${key} is only shown; read it where the money is decided`]),
    ...(names(setting, key) ? [] : [`no test sets ${key}; set it, and show that it is kept`]),
  ])
}
