/**
 * `npm run generate`: writes everything that is made from the code and committed for review, and
 * strikes from the lists of what is missing whatever has been built. It never lengthens a list.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '../src/app.ts'
import { migrationsDir, readMigrations } from '../src/database/migrate.ts'
import { openApi, operatorOpenApi } from '../src/http/openapi.ts'
import {
  listed,
  missingKeysFile,
  missingPathsFile,
  provenMessages,
} from '../tests/guards/coverage.ts'
import { checksumsFile, checksumsText, isReleased } from '../tests/guards/migrations.ts'
import { parse, projectFiles } from '../tests/guards/source.ts'
import { accessText } from './access.ts'
import { configurationPage, settingSections } from './configuration.ts'
import { generate, schemaFile, tablesFile } from './generate-tables.ts'

const root = path.dirname(import.meta.dirname)

/** A committed file that is made, never edited; its path is relative to the project. */
export type Artefact = Readonly<{ path: string; text: string }>

export async function artefacts(): Promise<readonly Artefact[]> {
  const { tables, schema } = await generate()
  return [
    { path: 'docs/access.txt', text: accessText(endpoints) },
    { path: 'docs/configuration.md', text: configurationPage(settingSections) },
    { path: 'docs/openapi.json', text: openApi(endpoints) },
    { path: 'docs/operator-openapi.json', text: operatorOpenApi(endpoints) },
    { path: path.relative(root, schemaFile), text: schema },
    { path: path.relative(root, tablesFile), text: tables },
    { path: checksumsFile, text: await checksums() },
  ]
}

async function checksums(): Promise<string> {
  const committed = await readFile(path.join(root, checksumsFile), 'utf8')
  const manifest = await readFile(path.join(root, 'package.json'), 'utf8')
  return checksumsText(committed, await readMigrations(migrationsDir), isReleased(manifest))
}

function shorterLists(): readonly Artefact[] {
  const files = projectFiles()
  const mounted = endpoints.map((row) => `${row.method} ${row.path}`)
  const without = (file: string, done: readonly string[]): Artefact => ({
    path: file,
    text: listed(files, file)
      .filter((name) => !done.includes(name))
      .map((name) => `${name}\n`)
      .join(''),
  })
  return [
    without(missingPathsFile, mounted),
    without(missingKeysFile, provenMessages(parse(files))),
  ]
}

if (import.meta.main) {
  for (const { path: file, text } of [...(await artefacts()), ...shorterLists()]) {
    await writeFile(path.join(root, file), text)
  }
}
