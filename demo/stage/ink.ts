import { styleText } from 'node:util'

export type Ink = Readonly<{
  strong: (text: string) => string
  quiet: (text: string) => string
  good: (text: string) => string
  bad: (text: string) => string
}>

type Style = Parameters<typeof styleText>[0]

/** Colours for a terminal; elsewhere, and where NO_COLOR asks for none, the text stays as it is. */
export function inkFor(
  stream: Readonly<{ isTTY?: boolean }>,
  env: Readonly<Record<string, string | undefined>>,
): Ink {
  const plain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  const coloured = stream.isTTY === true && !plain
  const ink = (style: Style) => (text: string) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  return { strong: ink('bold'), quiet: ink('dim'), good: ink('green'), bad: ink('red') }
}
