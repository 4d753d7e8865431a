import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { drawAll } from './charts.ts'
import { folder, readFigures } from './figures.ts'
import { pageOf } from './page.ts'

const figures = await readFigures()
for (const [name, svg] of await drawAll(figures)) {
  await writeFile(path.join(folder, `${name}.svg`), svg)
}
await writeFile(path.join(folder, 'README.md'), pageOf(figures))
