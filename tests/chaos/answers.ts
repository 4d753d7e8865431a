import type { OperatorClient } from '../../packages/client/src/operator.ts'
import { createOperatorClient } from '../../packages/client/src/operator.ts'
import type { SignedInOperator } from '../make/operator.ts'
import { type Outcome, outcomeOf } from '../storms/apps.ts'
import type { Node } from '../storms/node.ts'
import type { Game } from './cast.ts'

const tries = 600
const pauseMs = 150
const patienceMs = 4_000

type At = Pick<Node, 'url'>

/**
 * Sends a request until it is answered, as an app does, each time to the next node. With a
 * patience, the first answer is not awaited for longer, and is lost in any case.
 */
export async function untilAnswered<Data>(
  game: Game,
  { name, first, patience }: Readonly<{ name: string; first: number; patience: number | null }>,
  call: (node: At, timeoutMs?: number) => Promise<Data>,
): Promise<Outcome<Data>> {
  const { stage, nodes } = game
  if (patience !== null) await outcomeOf(call(nodes[first % 2] ?? nodes[0], patience))
  for (let turn = 0; turn < tries; turn += 1) {
    stage.signal.throwIfAborted()
    const outcome = await outcomeOf(call(nodes[(first + turn) % 2] ?? nodes[0]))
    const isBusy = outcome.answer.startsWith('429 ')
    if (!outcome.again && !isBusy) {
      count(game, `${name}: ${outcome.answer}`)
      return outcome
    }
    if (outcome.answer.startsWith('500')) game.surprises.push(`${name}: ${outcome.answer}`)
    await stage.sleep(pauseMs)
  }
  throw new Error(`${name} had no answer`)
}

export function count({ answers }: Game, what: string): void {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}

/** The console of an operator, on one node. */
export const consoleAt = ({ url }: At, { token }: SignedInOperator): OperatorClient =>
  createOperatorClient({
    url,
    token: () => token,
    onSignedOut: () => undefined,
    fetch: (input, init) =>
      fetch(new Request(input, init), { signal: AbortSignal.timeout(patienceMs) }),
  })
