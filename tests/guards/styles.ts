/** The rules of the reference app's styles: each class is of one stylesheet, and each is used. */
import { dirname, join } from 'node:path'
import type { Files, Offence } from './source.ts'

const root = 'web/app/'
const list = `${root}styles.ts`

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Returns what breaks the rules of `web/app`. */
export function styleOffences(files: Files): readonly Offence[] {
  const styles = Object.keys(files).filter((path) => path.startsWith(root) && path.endsWith('.css'))
  const modules = styles.filter((path) => path.endsWith('.module.css'))
  return [
    ...styles
      .filter((path) => !modules.includes(path))
      .map((path) => ({
        ...{ path, line: 1, rule: 'is a style of every page' },
        mend: 'name it *.module.css, and use its classes as css[name]',
      })),
    ...modules.flatMap((path) => listOffences(path, files)),
    ...modules.flatMap((path) => classOffences(path, files)),
  ]
}

function listOffences(path: string, files: Files): readonly Offence[] {
  const line = `import './${path.slice(root.length)}'`
  if ((files[list] ?? '').includes(line)) return []
  return [{ path, line: 1, rule: 'is not on the page', mend: `write ${line} in ${list}` }]
}

function classOffences(path: string, files: Files): readonly Offence[] {
  const text = files[path] ?? ''
  const defined = new Map(
    [...text.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(({ 1: name = '', index }) => [
      name,
      lineOf(text, index),
    ]),
  )
  const used = usesOf(path, files)
  const missing = used.filter(({ name }) => !defined.has(name))
  const composed = [...text.matchAll(/composes: ([\w-]+)/g)].map(({ 1: name }) => name)
  const names = new Set([...used.map(({ name }) => name), ...composed])
  return [
    ...missing.map(({ path: user, line, name }) => ({
      ...{ path: user, line, rule: `uses the class ${name}` },
      mend: `define it in ${path}`,
    })),
    ...[...defined]
      .filter(([name]) => !names.has(name))
      .map(([name, line]) => ({ path, line, rule: `nothing uses .${name}`, mend: 'delete it' })),
  ]
}

type Use = Readonly<{ path: string; line: number; name: string }>

/** The classes that scripts take from a module, by name. */
const usesOf = (path: string, files: Files): readonly Use[] =>
  Object.entries(files).flatMap(([user, text]) => {
    const named = /import css from '(\.{1,2}\/[^']+)'/.exec(text)?.[1]
    if (named === undefined || join(dirname(user), named) !== path) return []
    return [...text.matchAll(/css\['([\w-]+)'\]/g)].map(({ 1: name = '', index }) => ({
      path: user,
      line: lineOf(text, index),
      name,
    }))
  })
