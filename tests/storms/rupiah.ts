import { z } from 'zod'
import type { Tukar } from '../../packages/client/src/client.ts'
import { appAt, outcomeOf } from './apps.ts'
import { judgeRupiah, type PaidIn, type Way, ways } from './judge-rupiah.ts'
import { leaderOf, type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import { between, type Storm, shuffled } from './stage.ts'
import { makeWithdrawers, type Withdrawer } from './withdrawers.ts'

/** Users pay by every channel at once; payx and payd report it twice, late and in any order. */
export const rupiah: Storm = {
  name: 'rupiah',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    const users = await makeWithdrawers(pair.db, appKey, 'payer', stage.scaled(40, 4))
    const desks = await openDesks(pair, users)
    stage.print(`${desks.length} users have a virtual account each`)
    const made: PaidIn[] = []
    const weathers = [[], ['duplicate'], ['reorder'], ['duplicate', 'reorder']]
    for (const [at, faults] of weathers.entries()) {
      await dial(pair, faults)
      const paying = payMany(pair, desks, stage.scaled(160, 8))
      if (at === weathers.length - 1) await killLeader(pair)
      made.push(...(await paying))
      await pair.providers.control('DELETE', '/faults')
      stage.print(`${made.length} payments; reported ${faults.join(' and ') || 'once each'}`)
    }
    await resend(pair, stage.scaled(800, 40))
    await judgeRupiah(pair, users, made)
  },
}

async function dial({ providers }: Pair, faults: readonly string[]): Promise<void> {
  for (const provider of ['payx', 'payd']) {
    for (const fault of faults) {
      await providers.control('POST', '/faults', { provider, fault: `${fault}-callbacks` })
    }
  }
}

/** What the users and payers of this storm need. */
export type Counter = Pick<Pair, 'stage' | 'nodes' | 'providers'>

export type Desk = Readonly<{
  user: Withdrawer
  account: string
  bankCode: string
  paydNumber: string
}>

/** Calls a node, and the other one if it is down; each user has a first one. */
export async function ask<Data>(
  { stage, nodes }: Counter,
  { id, token }: Pick<Withdrawer, 'id' | 'token'>,
  call: (app: Tukar) => Promise<Data>,
): Promise<Data> {
  for (let turn = 0; turn < 600; turn += 1) {
    stage.signal.throwIfAborted()
    const { data, answer, again } = await outcomeOf(
      call(appAt(nodes[(id + turn) % 2] ?? nodes[0], token)),
    )
    if (data !== null) return data
    if (!again && !answer.startsWith('429 ')) throw new Error(`a call was answered ${answer}`)
    await stage.sleep(100)
  }
  throw new Error('a call had no answer')
}

const providerTries = 20
const providerPauseMs = 1_000

/** Repeats a call that is refused while a provider does not answer, as a user does. */
export async function untilAvailable<Data>(
  { stage }: Pick<Counter, 'stage'>,
  call: () => Promise<Data>,
): Promise<Data> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await call()
    } catch (error) {
      const isAway = /_unavailable\b/.test(String(error))
      if (!isAway || turn >= providerTries) throw error
      await stage.sleep(providerPauseMs)
    }
  }
}

const banks = ['BCA', 'BNI', 'BRI', 'MANDIRI'] as const

/** Opens a virtual account at payx and a number at payd for each user. */
export async function openDesks(
  pair: Counter,
  users: readonly Withdrawer[],
): Promise<readonly Desk[]> {
  const { stage } = pair
  const desks: Desk[] = []
  const waiting = [...users]
  const opener = async () => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) {
      const bankCode = banks[user.id % 4] ?? 'BCA'
      const opened = await ask(pair, user, (app) =>
        app.post('/api/payx/virtual-accounts', { body: { bankCode } }),
      )
      let number = opened.accountNumber
      await stage.until('a virtual account', async () => {
        if (number !== null) return true
        const listed = await ask(pair, user, (app) => app.get('/api/payx/virtual-accounts'))
        number = listed[0]?.accountNumber ?? null
        return number !== null
      })
      const { vaNumber } = await ask(pair, user, (app) => app.get('/api/payd/virtual-account'))
      desks.push({ user, account: number ?? '', bankCode, paydNumber: vaNumber })
    }
  }
  await Promise.all(Array.from({ length: 8 }, opener))
  return desks
}

async function payMany(
  pair: Pair,
  desks: readonly Desk[],
  count: number,
): Promise<readonly PaidIn[]> {
  const made: PaidIn[] = []
  let turns = 0
  const payer = async () => {
    for (let turn = turns; turn < count; turn = turns) {
      turns += 1
      const desk = desks[turn % desks.length]
      const way = ways[Math.floor(turn / desks.length) % ways.length] ?? 'va'
      if (desk === undefined) return
      const paid = between(20_000, 200_000)
      await pay[way](pair, desk, paid)
      made.push({ way, user: desk.user.id, rupiah: paid })
    }
  }
  await Promise.all(Array.from({ length: 8 }, payer))
  return made
}

type Pay = (pair: Counter, desk: Desk, rupiah: number) => Promise<void>

/** Fewer retries a minute than the inquiries that one number may have. */
const payerPauseMs = 4_000

const Inquired = z.object({ callbackId: z.string().nullable() })

/** Pays into a user's virtual account, under an id of the payer's if one is given. */
export async function payAccount(
  { providers }: Counter,
  { account, bankCode }: Pick<Desk, 'account' | 'bankCode'>,
  amount: number,
  paymentId?: string,
): Promise<void> {
  const paid = { accountNumber: account, bankCode, amount, paymentId }
  await providers.control('POST', '/payx/va-payments', paid)
}

export const pay: { readonly [Each in Way]: Pay } = {
  va: payAccount,
  qris: async (pair, { user }, rupiah) => {
    const body = { amount: String(rupiah) }
    const { externalId } = await ask(pair, user, (app) => app.post('/api/payx/qris', { body }))
    await pair.providers.control('POST', '/payx/qr-payments', { externalId })
  },
  'payd-order': async (pair, { user }, rupiah) => {
    const body = { amount: String(rupiah), paymentMethod: 'BC' } as const
    const opened = await ask(pair, user, (app) => app.post('/api/payd/deposits', { body }))
    const { merchantOrderId } = opened
    await pair.providers.control('POST', '/payd/payments', { merchantOrderId, amount: body.amount })
  },
  // The payer retries if the bank could not inquire about the number.
  'payd-number': async ({ stage, providers }, { paydNumber }, amount) => {
    const paid = { vaNo: paydNumber, amount: String(amount) }
    await stage.until('an answered inquiry', async () => {
      const inquired = Inquired.parse(await providers.control('POST', '/payd/va-payments', paid))
      if (inquired.callbackId === null) await stage.sleep(payerPauseMs)
      return inquired.callbackId !== null
    })
  },
}

async function killLeader(pair: Pair): Promise<void> {
  const leader = await leaderOf(pair)
  leader.sendSignal('SIGKILL')
  await leader.ready()
  pair.stage.print(`the leader, ${leader.name}, was killed`)
}

const Sent = z.array(z.object({ id: z.string(), path: z.string() }))

/** Repeats old deliveries of payx and payd in random order. */
export async function resend({ stage, providers }: Counter, most: number): Promise<void> {
  const sent = [
    ...Sent.parse(await providers.control('GET', '/callbacks?provider=payx')),
    ...Sent.parse(await providers.control('GET', '/callbacks?provider=payd')),
  ].filter(({ path }) => !path.endsWith('inquiry'))
  const again = [...shuffled(sent).slice(0, most)]
  const sender = async () => {
    for (let one = again.pop(); one !== undefined; one = again.pop()) {
      await providers.control('POST', `/callbacks/${one.id}/resend`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sender))
  stage.print('earlier callbacks were delivered again')
}
