import type { SignedInOperator } from '../make/operator.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game } from './cast.ts'

/** Two operators assign the oldest coins without an owner to a user, if suspense has them yet. */
export async function assign(game: Game, { by }: Actor): Promise<void> {
  const place = game.unowned.findIndex(({ assigned }) => assigned === undefined)
  const one = game.unowned[place]
  if (one === undefined) return
  // Acts of other users go on meanwhile: they take the next coins.
  game.unowned[place] = { ...one, assigned: by.id }
  const id = await itemOf(game, by.id, one.custodyId)
  if (id === undefined) {
    game.unowned[place] = one
    return count(game, 'assign: not in suspense yet')
  }
  const [first, second] = game.operators
  for (const operator of [first, second]) await propose(game, operator, id, by.id)
  const path = { id }
  const { data } = await untilAnswered(game, { name: 'read', ...from(by.id) }, (node) =>
    consoleAt(node, first).get('/operator/api/suspense/{id}', { params: { path } }),
  )
  if (data?.state !== 'assigned' || data.assignedUser !== by.id)
    game.surprises.push(`the assignment of suspense item ${id} made it ${data?.state}`)
}

const from = (first: number) => ({ first, patience: null })

/** A repeated proposal is refused, so a lost answer changes nothing. */
const propose = (game: Game, operator: SignedInOperator, id: number, userId: number) =>
  untilAnswered(game, { name: 'assign', ...from(userId) }, (node) =>
    consoleAt(node, operator).post('/operator/api/suspense/{id}/assign', {
      params: { path: { id } },
      body: { userId, reason: 'known' },
    }),
  )

async function itemOf(game: Game, user: number, custodyId: string): Promise<number | undefined> {
  const query = { provider: 'custody', state: 'open', limit: 100 } as const
  const { data } = await untilAnswered(game, { name: 'suspense', ...from(user) }, (node) =>
    consoleAt(node, game.operators[0]).get('/operator/api/suspense', { params: { query } }),
  )
  return data?.data.find(({ reference }) => reference.startsWith(`${custodyId}:`))?.id
}
