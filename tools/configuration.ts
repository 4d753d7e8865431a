/** docs/configuration.md: every setting, its default and an example. */
import type { Setting } from '../src/base/settings/setting.ts'
import { sections } from '../src/platform/config/settings.ts'

const columns = 100

export function configurationPage(): string {
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

const inProduction = { required: 'Required in production.', refused: 'Refused in production.' }

function item(setting: Setting<unknown>): string {
  const { name, meaning, inProduction: rule, example, default: text } = setting
  const without = setting.without ?? (text === undefined ? undefined : `\`${text}\``)
  const parts = [
    `\`${name}\`: ${meaning}`,
    ...(rule === undefined || rule === 'encrypted' ? [] : [inProduction[rule]]),
    ...(without === undefined ? [] : [`Default: ${without}.`]),
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
