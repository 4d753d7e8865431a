/** docs/configuration.md: every setting, its default and an example. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { providerSetting } from '../src/platform/config/providers.ts'

const Sections = z.array(
  z.strictObject({
    title: z.string(),
    settings: z.array(
      z.strictObject({
        name: z.string().regex(/^[A-Z0-9_]+$/),
        /** Markdown; missing if a real provider needs the setting. */
        default: z.string().optional(),
        /** Markdown. */
        text: z.string(),
      }),
    ),
  }),
)
export type SettingSections = z.output<typeof Sections>

export const settingSections: SettingSections = Sections.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'settings.json'), 'utf8')),
)

const columns = 100

export function configurationPage(sections: SettingSections): string {
  const groups = sections.map(({ title, settings }) =>
    [`## ${title}`, '', ...settings.map(item)].join('\n'),
  )
  return `${[introduction, ...groups].join('\n\n')}\n`
}

const introduction = `# Configuration

No setting is required: without any, the service starts with an embedded PostgreSQL and emulated
providers. Settings are environment variables; each can also be read from a file that
\`<NAME>_FILE\` names. \`npm start -- --check-config\` prints the configuration with its secrets
masked, or every problem with how to fix it.

A provider is emulated until its address is set. From then on its settings without a default are
required; the examples show their form.`

function item(setting: SettingSections[number]['settings'][number]): string {
  const example = providerSetting(setting.name)?.example
  const parts = [
    `\`${setting.name}\`: ${setting.text}`,
    ...(setting.default === undefined ? [] : [`Default: ${setting.default}.`]),
    ...(example === undefined ? [] : [`Example: \`${example}\`.`]),
  ]
  return wrapped(`- ${parts.join(' ')}`)
}

/** Breaks between words; the lines that follow are indented like an item of a list. */
export function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= columns) {
      lines[lines.length - 1] = `${line} ${word}`
    } else {
      lines.push(line === undefined ? word : `  ${word}`)
    }
  }
  return lines.join('\n')
}
