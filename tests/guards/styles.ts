/**
 * The rules of styles: each class that a page uses is defined in a stylesheet of that page, and
 * each that is defined is used. A class of the reference app belongs to one screen.
 */
import { dirname, join } from 'node:path'
import { type Files, isTypeScript, type Offence } from './source.ts'

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
    ...pageOffences(files),
    ...unusedOffences(files),
  ]
}

/** What pages are made of: their markup, and the stylesheets that they load. */
const pageParts = [
  { markup: /^web\/app\/.*\.tsx$/, styles: /^web\/(?:ui|app)\/.*\.css$/ },
  { markup: /^web\/console\/.*\.tsx$/, styles: /^web\/(?:ui|console)\/.*\.css$/ },
  { markup: /^web\/sandbox\/.*\.tsx$/, styles: /^web\/(?:ui|sandbox)\/.*\.css$/ },
  // Parts that apps share may use a class of one of them alone.
  { markup: /^web\/ui\/.*\.tsx$/, styles: /^web\/.*\.css$/ },
  { markup: /^(?:pages|src\/platform\/http)\/.*(?<!\.test)\.ts$/, styles: /^pages\/.*\.css$/ },
] as const

function pageOffences(files: Files): readonly Offence[] {
  const matching = (form: RegExp) => Object.keys(files).filter((path) => form.test(path))
  return pageParts.flatMap(({ markup, styles }) => {
    const sheets = matching(styles)
    const defined = new Set(sheets.flatMap((path) => definedIn(files[path] ?? '')))
    return matching(markup).flatMap((path) =>
      namedIn(path, files[path] ?? '')
        .filter(({ name }) => !defined.has(name))
        .map(({ line, name }) => ({
          ...{ path, line, rule: `uses the class ${name}` },
          mend: 'define it in a stylesheet of the page, or delete it',
        })),
    )
  })
}

/** Classes that the viewer of the reference sets. */
const ofViewer: ReadonlySet<string> = new Set(['light-mode', 'dark-mode'])

/** The classes of shared stylesheets whose names stand nowhere in the sources of pages. */
function unusedOffences(files: Files): readonly Offence[] {
  const words = new Set(
    Object.entries(files)
      .filter(([path]) => pageParts.some(({ markup }) => markup.test(path)) || /^web\//.test(path))
      .filter(([path]) => isTypeScript(path))
      .flatMap(([, text]) => text.match(/[a-zA-Z][\w-]*/g) ?? []),
  )
  /** `series-0` is put together of `series-` and a number. */
  const isNamed = (name: string) =>
    ofViewer.has(name) || words.has(name) || words.has(name.replace(/[^-]+$/, ''))
  return Object.entries(files)
    .filter(([path]) => /^(?:web|pages)\/.*(?<!\.module)\.css$/.test(path))
    .flatMap(([path, text]) =>
      [...new Set(definedIn(text))]
        .filter((name) => !isNamed(name))
        .map((name) => ({
          ...{ path, line: lineOf(text, text.indexOf(`.${name}`)) },
          ...{ rule: `nothing uses .${name}`, mend: 'delete it' },
        })),
    )
}

const definedIn = (sheet: string): readonly string[] =>
  [...sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(
    ([, name = '']) => name,
  )

/** The classes that markup names in `class` or `className`. */
const namedIn = (path: string, text: string): readonly Use[] =>
  [...text.matchAll(/\bclass(?:Name)?=("[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].flatMap(
    ({ 1: value = '', index }) =>
      wordsIn(value).map((name) => ({ path, line: lineOf(text, index), name })),
  )

/** The words of an attribute's texts, but for what they are compared with or put together of. */
function wordsIn(value: string): readonly string[] {
  const own = value.replaceAll(/css\[[^\]]*\]|[=!]== '[^']*'/g, '')
  const templates = [...own.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)
  const plain = [...own.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one = '', two = '']) => one + two)
  return [...plain, ...templates.map((text) => text.replaceAll(/[\w-]*\$\{[^}]*\}[\w-]*/g, ' '))]
    .flatMap((words) => words.split(/\s+/))
    .filter((word) => /^[a-zA-Z][\w-]*$/.test(word))
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
