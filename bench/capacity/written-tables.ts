/** Tables of a document that the bench renews, each between two markers. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const scalingPage = path.join(import.meta.dirname, '../../docs/scaling.md')

/** Renews the tables by their names; throws if the page lacks the markers of one. */
export async function writeTables(
  page: string,
  tables: Readonly<Record<string, string>>,
): Promise<void> {
  let text = await readFile(page, 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [from, to] = [`<!-- measured: ${name} -->\n`, `\n<!-- end: ${name} -->`]
    const [start, end] = [text.indexOf(from), text.indexOf(to)]
    if (start < 0 || end < start) throw new Error(`${page} has no place for ${name}`)
    text = `${text.slice(0, start + from.length)}${table}${text.slice(end)}`
  }
  await writeFile(page, text)
}
