import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Call, Client } from './client.ts'

/** A call that a test made, with the outcome that was expected of it. */
export type Seen = Readonly<{
  client: Client
  name: string
  failsBecause: Call['failsBecause']
}>

const Package = z.object({ dependencies: z.record(z.string(), z.string()) })

/** Markdown: a section per client, a line per call. */
export function matrixOf(seen: readonly Seen[]): string {
  const file = path.join(import.meta.dirname, 'package.json')
  const { dependencies } = Package.parse(JSON.parse(readFileSync(file, 'utf8')))
  const sections = [...new Set(seen.map(({ client }) => client))].map((client) => {
    const lines = seen
      .filter((row) => row.client === client)
      .map(({ name, failsBecause }) =>
        failsBecause === undefined
          ? `- works: \`${name}\``
          : `- fails: \`${name}\`: ${failsBecause}`,
      )
    const heading = `## ${client.package} ${dependencies[client.package]}, ${client.emulator}`
    return [heading, '', client.setUp, '', ...lines, ''].join('\n')
  })
  return [
    '# Clients of the providers that the sandbox serves',
    '',
    'Written by `WRITE_MATRIX=yes npm run clients`. Each line is a call that a test made with the',
    'published client, unchanged.',
    '',
    ...sections,
  ].join('\n')
}
