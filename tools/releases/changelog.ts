/** Reads and changes `CHANGELOG.md`, which follows Keep a Changelog. */

export type Section = Readonly<{
  /** Null for what is not released. */
  version: string | null
  text: string
}>

const heading = /^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?$/gm

/** Returns the sections, newest first; throws if there is none for what is not released. */
export function sectionsOf(changelog: string): readonly Section[] {
  const found = [...changelog.matchAll(heading)]
  const sections = found.map(({ 0: line, 1: name = '', index }, at) => ({
    version: name === 'Unreleased' ? null : name,
    text: changelog.slice(index + line.length, found[at + 1]?.index).trim(),
  }))
  if (sections[0]?.version !== null) throw new Error('CHANGELOG.md begins with ## [Unreleased]')
  return sections
}

/** Returns the notes of a version; throws if it has none. */
export function notesOf(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find((one) => one.version === version)
  if (!section?.text) throw new Error(`CHANGELOG.md has no notes of ${version}`)
  return section.text
}

/** The operations that lines `- Breaking: …` name in backticks, in the sections after a version. */
export function namedBreaks(changelog: string, after: string): ReadonlySet<string> {
  const sections = sectionsOf(changelog)
  const end = sections.findIndex(({ version }) => version === after)
  const newer = sections.slice(0, end === -1 ? sections.length : end)
  const items = newer.flatMap(({ text }) => text.split(/^(?=- |#)/m))
  return new Set(
    items
      .filter((item) => item.startsWith('- Breaking: '))
      .flatMap((item) => [...item.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, name = '']) => name)),
  )
}

/** Turns what is not released into the section of a version; throws if there is nothing. */
export function released(changelog: string, version: string, day: string): string {
  const [unreleased] = sectionsOf(changelog)
  if (!unreleased?.text) throw new Error('CHANGELOG.md says nothing under ## [Unreleased]')
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`)
}
