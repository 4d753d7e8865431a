import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { orderNoOf } from '../../packages/client/src/client.ts'
import { appAt } from '../storms/apps.ts'
import type { CoinDeposit } from '../storms/judge-coins.ts'
import { ask, pay, payAccount, untilAvailable } from '../storms/rupiah.ts'
import { market, type Wish } from '../storms/traders.ts'
import { count, untilAnswered } from './answers.ts'
import type { Actor, Game } from './cast.ts'
import { signUp } from './newcomers.ts'
import { park } from './parking.ts'
import { changeListing, changeSetting } from './proposing.ts'
import type { Act, Operation } from './schedule.ts'
import { refund, returnPayout, transfer } from './staff.ts'
import { assign, bookRefund, giveBack, payIntoNoAccount } from './suspense.ts'
import { closeTaxes, correctTax } from './taxing.ts'
import { decide, finish, replace, withdraw } from './withdrawing.ts'

type Play = Readonly<{ game: Game; actor: Actor; id: number }>
type Acting<Kind> = (play: Play, act: Extract<Act, { kind: Kind }>) => Promise<void>

/** Plays one operation. The user's earlier ones have ended, so their results are known. */
export async function playOperation(game: Game, { id, user, act }: Operation): Promise<void> {
  if (act.kind === 'sign-up') {
    game.actors.set(user, await signUp(game))
    return count(game, 'sign-up: 200')
  }
  const actor = game.actors.get(user)
  // A user whose sign-up was shrunk away does nothing.
  if (actor === undefined) return
  const play = { game, actor, id }
  switch (act.kind) {
    case 'withdraw':
    case 'decide':
    case 'finish':
    case 'replace':
    case 'transfer':
    case 'refund':
    case 'return':
      return moveOut(play, act)
    case 'stray':
    case 'assign':
    case 'give-back':
    case 'book-refund':
      return suspend(play, act)
    case 'propose':
      return changeSetting(game, id, act)
    case 'list':
      return changeListing(game, id, act)
    case 'close-taxes':
      return closeTaxes(game, id, act)
    case 'correct-tax':
      return correctTax(game, actor, id, act)
    case 'park':
      return park(game, actor, id, act.way)
    default:
      return playUser(play, act)
  }
}

type MovingOut = Extract<
  Act,
  { kind: 'withdraw' | 'decide' | 'finish' | 'replace' | 'transfer' | 'refund' | 'return' }
>

/** Money on its way out, and what operators, providers and staff do with it. */
async function moveOut({ game, actor, id }: Play, act: MovingOut): Promise<void> {
  switch (act.kind) {
    case 'withdraw':
      return withdraw(game, actor, { ...act, id })
    case 'decide':
      return decide(game, actor, act.verdict)
    case 'finish':
      await finish(game, actor, act.outcome)
      return
    case 'replace':
      return replace(game, actor, act.how)
    case 'transfer':
      return transfer(game, act)
    case 'refund':
      return refund(game, actor, act)
    case 'return':
      return returnPayout(game, actor)
    default:
      act satisfies never
  }
}

type Suspending = Extract<Act, { kind: 'stray' | 'assign' | 'give-back' | 'book-refund' }>

/** Money without an owner, and what operators decide about it. */
async function suspend({ game, actor, id }: Play, act: Suspending): Promise<void> {
  switch (act.kind) {
    case 'stray':
      return payIntoNoAccount(game, id, act.rupiah)
    case 'assign':
      return assign(game, actor, act.what)
    case 'give-back':
      return giveBack(game, id, act)
    case 'book-refund':
      return bookRefund(game, id)
    default:
      act satisfies never
  }
}

type ByUser = Exclude<
  Act,
  | MovingOut
  | Suspending
  | Readonly<{ kind: 'sign-up' | 'propose' | 'list' }>
  | Readonly<{ kind: 'close-taxes' | 'correct-tax' | 'park' }>
>

async function playUser(play: Play, act: ByUser): Promise<void> {
  switch (act.kind) {
    case 'coin-deposit':
      return depositCoins(play, act)
    case 'pay':
      return payIn(play, act)
    case 'place':
      return placeOrder(play, act)
    case 'fill':
      return fill(play, act)
    case 'expire':
      return atVenue(play, act.which, (orderNo) => ({
        path: '/venue/orders/end',
        body: { clientOrderId: orderNo, status: 'EXPIRED' },
      }))
    case 'cancel':
      return cancel(play, act)
    case 'cancel-all':
      return cancelAll(play, act)
    case 'replay':
      return replay(play, act)
    case 'forge':
      return forge(play, act)
    case 'look':
      return look(play, act)
    default:
      act satisfies never
  }
}

const CustodyTransaction = z.object({ id: z.string() })
const kinds = {
  BTC: { assetId: 3, scale: 8 },
  ETH: { assetId: 4, scale: 18 },
  XRP: { assetId: 6, scale: 6 },
} as const

const depositCoins: Acting<'coin-deposit'> = async ({ game, actor }, act) => {
  const { coin, units, statuses, versions, owned } = act
  const { assetId, scale } = kinds[coin]
  const address = `0x${randomBytes(20).toString('hex')}`
  const place = owned ? actor.places[coin] : { address, ...(coin === 'XRP' && { tag: '77' }) }
  const deposit = await game.providers.control('POST', '/custody/deposits', {
    ...place,
    assetId: coin,
    amount: `0.${units.toString().padStart(scale, '0')}`,
    statuses,
    versions,
  })
  const custodyId = CustodyTransaction.parse(deposit).id
  const made: CoinDeposit = { custodyId, assetId, units, user: owned ? actor.by.id : null }
  if (owned) actor.facts.coins.push(made)
  else game.unowned.push({ what: 'coins', deposit: made, fate: 'waiting' })
  count(game, 'coin-deposit: made')
}

const payIn: Acting<'pay'> = async ({ game, actor, id }, { way, rupiah }) => {
  const paymentId = `chaos-payment-${id}`
  if (way === 'va') await payAccount(game, actor.desk, rupiah, paymentId)
  else await untilAvailable(game, () => pay[way](game, actor.desk, rupiah))
  const named = way === 'va' ? { paymentId } : {}
  actor.facts.paid.push({ way, user: actor.by.id, rupiah, ...named })
  count(game, `pay by ${way}: made`)
}

const placeOrder: Acting<'place'> = async ({ game, actor, id }, act) => {
  const { by, facts } = actor
  const { side, type, patience } = act
  const { price, away, first, digits } = market[act.pair]
  // Each order of a user has a volume of its own, by which the oracle finds it.
  const volume = `0.${(first + facts.wishes.length).toString().padStart(digits, '0')}`
  const distance = Math.floor(away * act.away)
  const at = side === 'BUY' ? price - distance : price + distance
  const limit = type === 'LIMIT' ? { type, price: at.toString() } : { type }
  const wish: Wish = { user: by.id, txPair: act.pair, volume, orderNo: null }
  facts.wishes.push(wish)
  const params = { header: { 'Idempotency-Key': `chaos-order-${id}` } }
  const body = { side, txPair: act.pair, volume, ...limit }
  const { data } = await untilAnswered(game, { name: 'place', first: id, patience }, (node, ms) =>
    appAt(node, by.token, ms).post('/api/exchange/venue/order', { body, params }),
  )
  if (data !== null) wish.orderNo = orderNoOf(data)
}

const orderAt = ({ actor }: Play, which: number) => {
  const known = actor.facts.wishes.filter(({ orderNo }) => orderNo !== null)
  return known.at(-1 - (which % Math.max(1, known.length)))
}

type AtVenue = Readonly<{ path: string; body: unknown }>

/** Something that happens to an order at the venue, which refuses it for an order that ended. */
async function atVenue(
  play: Play,
  which: number,
  build: (orderNo: string, volume: string) => AtVenue,
): Promise<void> {
  const order = orderAt(play, which)
  if (order === undefined || order.orderNo === null) return
  const { path, body } = build(order.orderNo, order.volume)
  const done = await play.game.providers.control('POST', path, body).then(
    () => 'done',
    () => 'refused by the venue',
  )
  count(play.game, `${path}: ${done}`)
}

const fill: Acting<'fill'> = (play, { which, percent }) =>
  atVenue(play, which, (orderNo, volume) => {
    const lots = Math.max(1, Math.floor((Number.parseInt(volume.slice(2), 10) * percent) / 100))
    const quantity = `0.${lots.toString().padStart(volume.length - 2, '0')}`
    return { path: '/venue/fills', body: { clientOrderId: orderNo, quantity } }
  })

const cancel: Acting<'cancel'> = async (play, { which }) => {
  const { game, actor, id } = play
  const order = orderAt(play, which)
  if (order === undefined || order.orderNo === null) return
  const path = { orderNo: order.orderNo }
  await untilAnswered(game, { name: 'cancel', first: id, patience: null }, (node, ms) =>
    appAt(node, actor.by.token, ms).delete('/api/exchange/venue/order/{orderNo}', {
      params: { path },
    }),
  )
}

const cancelAll: Acting<'cancel-all'> = async ({ game, actor, id }) => {
  await untilAnswered(game, { name: 'cancel-all', first: id, patience: null }, (node, ms) =>
    appAt(node, actor.by.token, ms).delete('/api/exchange/venue/allOrders'),
  )
}

const Callbacks = z.array(
  z.object({
    id: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
)
const newest = 200

const callbacksOf = async ({ providers }: Game, provider: string) => {
  const listed = await providers.control('GET', `/callbacks?provider=${provider}&limit=${newest}`)
  return Callbacks.parse(listed).filter(({ path }) => !path.endsWith('inquiry'))
}

/** A provider delivers one of its newest callbacks again. */
const replay: Acting<'replay'> = async ({ game }, { provider, at }) => {
  const sent = await callbacksOf(game, provider)
  const one = sent[at % Math.max(1, sent.length)]
  if (one === undefined) return
  await game.providers.control('POST', `/callbacks/${one.id}/resend`)
  count(game, `replay of ${provider}: made`)
}

/** A stranger sends a callback of custody with another amount, and so with a wrong signature. */
const forge: Acting<'forge'> = async ({ game, id }, { at }) => {
  const sent = await callbacksOf(game, 'custody')
  const one = sent[at % Math.max(1, sent.length)]
  if (one === undefined) return
  const body = one.body.replace(/"amount":"[0-9.]+"/, '"amount":"9.99"')
  if (body === one.body) return
  const node = game.nodes[id % 2] ?? game.nodes[0]
  const status = await fetch(node.url + one.path, { method: 'POST', headers: one.headers, body })
    .then((answer) => answer.status)
    .catch(() => 0)
  count(game, `forged callback: ${status}`)
  if (![401, 503, 0].includes(status)) game.surprises.push(`a forged callback got ${status}`)
}

/** The user reads balances, messages and histories: each answer must be one. */
const look: Acting<'look'> = async ({ game, actor }) => {
  const query = { currencyType: 'FIAT' as const, per_page: 100 }
  await ask(game, actor.by, (app) => app.get('/api/users/coins'))
  await ask(game, actor.by, (app) =>
    app.get('/api/users/history/deposit-withdraw', { params: { query } }),
  )
  count(game, 'look: 200')
}
