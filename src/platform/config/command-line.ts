import { parseArgs } from 'node:util'
import { StartRefused } from '../../base/settings/start-refused.ts'

/** Each is a command of its own; without any, a node starts. */
const options = {
  'check-config': { type: 'boolean' },
  'create-operator': { type: 'string' },
  'load-catalogue': { type: 'boolean' },
  reseal: { type: 'boolean' },
  'after-restore': { type: 'boolean' },
} as const

export type CommandLine = ReturnType<typeof parse>

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: false }).values

/**
 * Reads the arguments of the process. What is unknown, incomplete or a second command is refused
 * with `StartRefused`: a mistyped command must not start a node.
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parsed(args)
  const commands = Object.keys(values)
  if (commands.length > 1) refuse(`--${commands.join(' and --')} are two commands`)
  return values
}

function parsed(args: readonly string[]): CommandLine {
  try {
    return parse(args)
  } catch (error) {
    return refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

function refuse(problem: string): never {
  const known = Object.keys(options).map((name) => `--${name}`)
  throw new StartRefused(`${problem}: nothing was started. The options are ${known.join(', ')}.`)
}
