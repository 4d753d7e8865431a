/** The files that have the project's version, and how a release changes them. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

export const levels = ['major', 'minor', 'patch'] as const
export type Level = (typeof levels)[number]

/** Returns the next version. Before 1.0.0 a breaking change is a minor version. */
export function nextVersion(version: string, level: Level): string {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/
    .exec(version)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 10))
  const [major, minor, patch] = parts ?? []
  if (major === undefined || minor === undefined || patch === undefined) {
    throw new Error(`${version} is no version`)
  }
  const next = {
    major: [major + 1, 0, 0],
    minor: [major, minor + 1, 0],
    patch: [major, minor, patch + 1],
  }
  return next[level].join('.')
}

/** Places of the version, each with the words around it. */
const places: readonly (readonly [file: string, place: RegExp])[] = [
  ['package.json', /(?<="version": ")[^"]+/],
  ['packages/client/package.json', /(?<="version": ")[^"]+/],
  ['packages/cli/package.json', /(?<="(?:version|@tukar\/client)": ")[^"]+/g],
  ['packages/ccxt/package.json', /(?<="version": ")[^"]+/],
  ['packages/client/README.md', /(?<=tukar-client-)\d+\.\d+\.\d+/g],
  ['packages/cli/README.md', /(?<=tukar-cli-)\d+\.\d+\.\d+/g],
  ['packages/ccxt/README.md', /(?<=tukar-ccxt-)\d+\.\d+\.\d+/g],
  ['examples/typescript/package.json', /(?<="@tukar\/client": ")[^"]+/],
  ['ops/helm/tukar/Chart.yaml', /(?<=^(?:version: |appVersion: "))[\d.]+/gm],
]

export async function readProjectVersion(root: string): Promise<string> {
  const manifest = await readFile(path.join(root, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}

/** Writes a version to every place; throws, before it writes, if a file lacks its place. */
export async function writeVersion(root: string, version: string): Promise<void> {
  const changed = await Promise.all(
    places.map(async ([name, place]) => {
      const file = path.join(root, name)
      const text = await readFile(file, 'utf8')
      if (!new RegExp(place.source, place.flags.replace('g', '')).test(text)) {
        throw new Error(`${name} has no version`)
      }
      return { file, text: text.replace(place, version) }
    }),
  )
  for (const { file, text } of changed) await writeFile(file, text)
}
