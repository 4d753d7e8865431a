import { parseArgs } from 'node:util'
import { ConnectionError, Refusal } from '@tukar/client'
import { operatorTextOf } from '@tukar/client/operator-texts'
import { runCommand, type Setting, SignedOutError, UsageError } from './commands.ts'
import { helpIn } from './help.ts'
import { sessionFile } from './session-file.ts'
import type { Terminal } from './terminal.ts'
import { languageOf, texts } from './texts.ts'

/** How the program ends; scripts rely on the numbers. */
const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  signedOut: 3,
  noResponse: 4,
  /** What a shell reports of a program that Ctrl-C ended. */
  interrupted: 130,
} as const

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const options = {
  url: text,
  lang: text,
  json: flag,
  help: { ...flag, short: 'h' },
  where: { ...text, short: 'w', multiple: true },
  limit: text,
  cursor: text,
  all: flag,
  code: text,
  note: text,
  amount: text,
  reason: text,
} as const

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true })

/** Runs the program with its arguments; returns its exit code. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  const parsed = parsedOf(args)
  if (parsed instanceof Error) {
    const language = languageOf(undefined, env)
    terminal.warn(`${parsed.message}\n${texts.helpHint[language]}`)
    return exitCodes.usage
  }
  const { values, positionals } = parsed
  const language = languageOf(values.lang, env)
  if (values.help === true || positionals.length === 0) {
    terminal.print(helpIn(language))
    return values.help === true ? exitCodes.done : exitCodes.usage
  }
  const setting = { options: values, language, terminal, session: sessionFile(env) }
  try {
    await runCommand(setting, positionals)
    return exitCodes.done
  } catch (error) {
    return explain(error, setting)
  }
}

function parsedOf(args: readonly string[]): ReturnType<typeof parse> | Error {
  try {
    return parse(args)
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}

function explain(error: unknown, { language, terminal }: Setting): number {
  if (error instanceof UsageError) {
    terminal.warn(`${error.message}\n${texts.helpHint[language]}`)
    return exitCodes.usage
  }
  if (error instanceof SignedOutError) {
    terminal.warn(error.message)
    return exitCodes.signedOut
  }
  if (error instanceof ConnectionError) {
    terminal.warn(texts.noResponse[language])
    return exitCodes.noResponse
  }
  // Ctrl-C or Ctrl-D at a question.
  if (error instanceof Error && error.name === 'AbortError') return exitCodes.interrupted
  if (isOfSystem(error)) {
    terminal.warn(error.message)
    return exitCodes.usage
  }
  if (!(error instanceof Refusal)) throw error
  // A proxy may answer in place of the service, which may have done it.
  if (error.status >= 500) {
    terminal.warn(`${error.message}: ${texts.noResponse[language]}`)
    return exitCodes.noResponse
  }
  const isSignedOut = error.status === 401 && error.key === 'auth.unauthenticated'
  const next = isSignedOut ? `\n${texts.signInFirst[language]}` : ''
  terminal.warn(`${error.message}: ${operatorTextOf(error, language)}${next}`)
  return isSignedOut ? exitCodes.signedOut : exitCodes.refused
}

/** The session's file cannot be written. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
