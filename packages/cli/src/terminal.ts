import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Where the program reads and writes. */
export type Terminal = Readonly<{
  /** Whether a person answers questions here. */
  isInteractive: boolean
  print: (text: string) => void
  warn: (text: string) => void
  /** Asks for a line; the line is not shown if it is `hidden`. */
  ask: (question: string, options?: Readonly<{ hidden?: boolean }>) => Promise<string>
}>

/** The terminal of this process. Without a person, `ask` reads the next line of the input. */
export function ownTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY === true
  const lines = isInteractive ? null : createInterface({ input: process.stdin })
  const rest = lines?.[Symbol.asyncIterator]()
  const warn = (text: string) => void process.stderr.write(`${text}\n`)
  return {
    isInteractive,
    print: (text) => void process.stdout.write(`${text}\n`),
    warn,
    ask: async (question, { hidden = false } = {}) => {
      if (rest !== undefined) return (await rest.next()).value ?? ''
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const output = hidden ? silent : process.stderr
      if (hidden) process.stderr.write(`${question} `)
      const reader = createInterface({ input: process.stdin, output, terminal: true })
      const answer = await reader.question(hidden ? '' : `${question} `)
      reader.close()
      if (hidden) process.stderr.write('\n')
      return answer
    },
  }
}
