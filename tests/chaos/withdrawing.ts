import { sql } from 'kysely'
import { macsOfCode } from '../../src/platform/access/one-time-codes/otp.ts'
import type { SignedInOperator } from '../make/operator.ts'
import { senderOf } from '../storms/asked.ts'
import type { Node } from '../storms/node.ts'
import { appKey, unitsIn } from '../storms/providers.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game, Wanted } from './cast.ts'

type Wish = Readonly<{
  id: number
  asset: 'COIN' | 'CASH'
  isLarge: boolean
  patience: number | null
}>

const codesMs = 120_000

/** The least amounts; each withdrawal of a user is one unit, or a rupiah, more than the last. */
const least = {
  COIN: { small: 100_000n, large: 500_000n },
  CASH: { small: 60_000n, large: 3_500_000n },
} as const

/** A user withdraws, with new codes; without an answer, the same request is sent again. */
export async function withdraw(game: Game, actor: Actor, wish: Wish): Promise<void> {
  // A newcomer has no bank account.
  const kind = actor.hasFunds ? wish.asset : 'COIN'
  const { wanted } = actor.facts
  const amount = least[kind][wish.isLarge ? 'large' : 'small'] + BigInt(wanted.length)
  // The database may be down or frozen.
  const renewed = () =>
    renewCodes(game, actor).then(
      () => true,
      () => false,
    )
  await game.stage.until('new codes', renewed, codesMs)
  const one: Wanted = {
    by: actor.by,
    kind,
    coin: { symbol: 'BTC', network: 'BTC', scale: 8, address: actor.outside },
    units: kind === 'COIN' ? amount : amount * 100n,
    key: `chaos-withdrawal-${wish.id}`,
    requestId: null,
    answer: '',
    fate: 'refused',
    held: 0n,
  }
  wanted.push(one)
  const name = `withdraw ${kind}`
  const { data, answer } = await untilAnswered(
    game,
    { name, first: wish.id, patience: wish.patience },
    senderOf(one),
  )
  one.answer = answer
  if (data === null) return
  one.requestId = data.request_id
  one.held = kind === 'COIN' ? one.units : one.units + unitsIn(data.fee, 2)
  one.fate = data.status === 'PENDING_APPROVAL' ? 'waiting' : 'sent'
  count(game, `${name}: ${data.status}`)
}

/** The user's codes count again and the gate is open, as if some minutes had passed. */
async function renewCodes({ db }: Game, { by }: Actor): Promise<void> {
  const { id, email, codes } = by
  const macOf = (purpose: 'withdraw' | 'email', code: string) =>
    macsOfCode({ config: { appKeys: [appKey] } }, { purpose, identity: email, user: id, code })[0]
  const [short, long] = [macOf('withdraw', codes.withdraw), macOf('email', codes.email)]
  await db.inTransaction(async (tx) => {
    await sql`update totp_secrets set last_step = 0 where user_id = ${id}`.execute(tx)
    await sql`delete from withdrawal_gates where user_id = ${id}`.execute(tx)
    await sql`delete from otp_codes where user_id = ${id}`.execute(tx)
    await sql`
      insert into otp_codes (purpose, identity, user_id, mac, expires_at)
      values
        ('withdraw', ${email}, ${id}, ${short}, now() + interval '1 hour'),
        ('email', ${email}, ${id}, ${long}, now() + interval '1 hour')
    `.execute(tx)
  })
}

const nextOf = ({ facts }: Actor, fate: Wanted['fate']) =>
  facts.wanted.find((one) => one.fate === fate)

/** Operators decide on the user's oldest waiting withdrawal: both approve, or one rejects. */
export async function decide(
  game: Game,
  actor: Actor,
  verdict: 'approve' | 'reject',
): Promise<void> {
  const one = nextOf(actor, 'waiting')
  if (one?.requestId == null) return
  const params = { path: { id: one.requestId } }
  const [first, second] = game.operators
  const say = (operator: SignedInOperator) =>
    untilAnswered(game, { name: verdict, first: actor.by.id, patience: null }, (node) =>
      verdict === 'approve'
        ? consoleAt(node, operator).post('/operator/api/withdrawals/{id}/approve', {
            params,
            body: { note: 'known' },
          })
        : consoleAt(node, operator).post('/operator/api/withdrawals/{id}/reject', {
            params,
            body: { reason: 'not known' },
          }),
    )
  await say(first)
  // A lost answer leaves the decision unknown, and a repeated one is refused: so it is read.
  const read = (node: Pick<Node, 'url'>) =>
    consoleAt(node, first).get('/operator/api/withdrawals/{id}', { params })
  const seen = async () =>
    (await untilAnswered(game, { name: 'read', first: actor.by.id, patience: null }, read)).data
      ?.status
  if ((await seen()) === 'PENDING_APPROVAL') await say(second)
  const status = await seen()
  const isRejected = status === 'REJECTED'
  if (status === 'PENDING_APPROVAL' || isRejected !== (verdict === 'reject'))
    game.surprises.push(`${verdict} of ${one.requestId} made it ${status}`)
  one.fate = isRejected ? 'rejected' : 'sent'
}

const moves = {
  COIN: { path: '/custody/withdrawals', paid: 'COMPLETED', failed: 'FAILED' },
  CASH: { path: '/payx/payouts', paid: 'SUCCEEDED', failed: 'FAILED' },
} as const

/** A provider ends the user's oldest withdrawal that it has; returns whether there was one. */
export async function finish(
  game: Game,
  actor: Actor,
  outcome: 'paid' | 'failed',
): Promise<boolean> {
  const one = nextOf(actor, 'sent')
  if (one === undefined) return false
  const { path, ...statuses } = moves[one.kind]
  const body = { status: statuses[outcome] }
  const isThere = await game.providers.control('POST', `${path}/${one.requestId}`, body).then(
    () => true,
    () => false,
  )
  if (isThere) one.fate = outcome
  count(game, `finish ${one.kind}: ${isThere ? outcome : 'not there yet'}`)
  return isThere
}
