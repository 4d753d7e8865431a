import { sql } from 'kysely'
import { z } from 'zod'
import { macsOfCode } from '../../src/platform/access/one-time-codes/otp.ts'
import type { SignedInOperator } from '../make/operator.ts'
import { senderOf } from '../storms/asked.ts'
import type { Node } from '../storms/node.ts'
import { appKey, unitsIn } from '../storms/providers.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game, Wanted } from './cast.ts'
import type { Replacement } from './schedule.ts'

type Wish = Readonly<{
  id: number
  asset: Wanted['asset']
  isLarge: boolean
  patience: number | null
}>

const codesMs = 120_000

/** The least amounts; each withdrawal of a user is one unit, or a rupiah, more than the last. */
const least = {
  BTC: { small: 100_000n, large: 500_000n },
  ETH: { small: 6n * 10n ** 15n, large: 6n * 10n ** 16n },
  IDR: { small: 60_000n, large: 3_500_000n },
} as const
const scales = { BTC: 8, ETH: 18 } as const

/** A user withdraws, with new codes; without an answer, the same request is sent again. */
export async function withdraw(game: Game, actor: Actor, wish: Wish): Promise<void> {
  // A newcomer has no bank account.
  const asset = actor.hasFunds ? wish.asset : 'BTC'
  const { wanted } = actor.facts
  // The database may be down or frozen.
  const renewed = () =>
    renewCodes(game, actor).then(
      () => true,
      () => false,
    )
  await game.stage.until('new codes', renewed, codesMs)
  const one = wantedBy(actor, asset, wish)
  wanted.push(one)
  const name = `withdraw ${asset}`
  const { since } = game.payoutFees
  const { data, answer } = await untilAnswered(
    game,
    { name, first: wish.id, patience: wish.patience },
    senderOf(one),
  )
  one.answer = answer
  if (data === null) return
  one.requestId = data.request_id
  one.held = asset === 'IDR' ? one.units + unitsIn(data.fee, 2) : one.units
  one.fate = data.status === 'PENDING_APPROVAL' ? 'waiting' : 'sent'
  if (asset === 'IDR' && !game.payoutFees.all.slice(since).includes(data.fee))
    game.surprises.push(`${one.requestId} has a fee of ${data.fee}, which was not in force`)
  count(game, `${name}: ${data.status}`)
}

function wantedBy(actor: Actor, asset: Wanted['asset'], { id, isLarge }: Wish): Wanted {
  const { by, outside, facts } = actor
  const amount = least[asset][isLarge ? 'large' : 'small'] + BigInt(facts.wanted.length)
  const coinOf = (symbol: 'BTC' | 'ETH') => ({
    symbol,
    network: symbol,
    scale: scales[symbol],
    address: outside[symbol],
  })
  return {
    by,
    asset,
    kind: asset === 'IDR' ? 'CASH' : 'COIN',
    ...(asset !== 'IDR' && { coin: coinOf(asset) }),
    units: asset === 'IDR' ? amount * 100n : amount,
    key: `chaos-withdrawal-${id}`,
    requestId: null,
    answer: '',
    fate: 'refused',
    held: 0n,
    replacements: [],
  }
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
  const last = one.replacements.at(-1)
  if (last !== undefined) return mine(game, one, last, outcome === 'paid')
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

type Replaced = Wanted['replacements'][number]

/** The chain mines the last replacement or, late, the first transaction; it drops the others. */
async function mine(game: Game, one: Wanted, last: Replaced, isLast: boolean): Promise<boolean> {
  const { path, paid } = moves.COIN
  const id = isLast ? last.id : one.requestId
  await game.providers.control('POST', `${path}/${id}`, { status: paid })
  one.fate = isLast && last.how === 'drop' ? 'failed' : 'paid'
  count(game, `finish ${isLast ? last.how : 'what was replaced'}: ${one.fate}`)
  return true
}

const Replacing = z.object({ id: z.string() })

/** Staff of custody boost or drop the user's oldest transaction of ether that is not mined. */
export async function replace(game: Game, actor: Actor, how: Replacement): Promise<void> {
  const one = actor.facts.wanted.find(({ asset, fate }) => asset === 'ETH' && fate === 'sent')
  const last = one?.replacements.at(-1)
  if (one === undefined || last?.how === 'drop') return
  const path = `${moves.COIN.path}/${last?.id ?? one.requestId}`
  const replaceIt = async () => {
    await game.providers.control('POST', path, { status: 'BROADCASTING' })
    return Replacing.parse(await game.providers.control('POST', `${path}/${how}`, {}))
  }
  const made = await replaceIt().catch(() => null)
  if (made !== null) one.replacements.push({ id: made.id, how })
  count(game, `${how}: ${made === null ? 'not there yet' : 'made'}`)
}
