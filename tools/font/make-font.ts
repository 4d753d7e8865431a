/**
 * Makes `web/ui/font/inter.woff2` of the published font: the letters of English, Indonesian and
 * western European names, and the weights from regular to bold.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subset from 'subset-font'

const source = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const made = path.join(import.meta.dirname, '../../web/ui/font/inter.woff2')

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

const letters = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”•…−×→←↑↓↕≈≤≥€`

const font = await subset(
  await readFile(path.join(import.meta.dirname, 'node_modules', source)),
  letters,
  { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700, default: 400 } } },
)
await writeFile(made, font)
console.log(`${made}: ${font.length} bytes`)
