import { z } from 'zod'
import { knocker } from './door.ts'
import { judgeRupiah, type PaidIn, type Way, ways } from './judge-rupiah.ts'
import { leaderOf, type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import { between, type Storm, shuffled } from './stage.ts'
import { makeWithdrawers, type Withdrawer } from './withdrawers.ts'

/** Users pay by every way at once, and payx and payd tell of it twice, late and in any order. */
export const rupiah: Storm = {
  name: 'rupiah',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    const users = await makeWithdrawers(pair.db, appKey, 'payer', stage.scaled(40, 4))
    const desks = await openDesks(pair, users)
    stage.say(`${desks.length} users have a virtual account each`)
    const made: PaidIn[] = []
    const weathers = [[], ['duplicate'], ['reorder'], ['duplicate', 'reorder']]
    for (const [at, faults] of weathers.entries()) {
      await dial(pair, faults)
      const paying = payMany(pair, desks, stage.scaled(160, 8))
      if (at === weathers.length - 1) await killLeader(pair)
      made.push(...(await paying))
      await pair.providers.control('DELETE', '/faults')
      stage.say(`${made.length} payments; told ${faults.join(' and ') || 'once each'}`)
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

type Desk = Readonly<{ user: Withdrawer; account: string; bankCode: string; paydNumber: string }>

const Account = z.object({
  data: z.object({ bankCode: z.string(), accountNumber: z.string().nullable() }),
})
const Accounts = z.object({
  data: z.array(z.object({ bankCode: z.string(), accountNumber: z.string().nullable() })),
})
const Fixed = z.object({ data: z.object({ vaNumber: z.string() }) })
const Code = z.object({ data: z.object({ externalId: z.string() }) })
const Order = z.object({ data: z.object({ merchantOrderId: z.string() }) })

type Ask = (method: 'GET' | 'POST', to: string, token: string, body?: unknown) => Promise<unknown>

/** Asks either node, again where it is not there. */
function asker({ stage, nodes }: Pair, connections: number) {
  const doors = nodes.map((node) => knocker(node, connections))
  const ask: Ask = async (method, to, token, body) => {
    for (let turn = 0; turn < 200; turn += 1) {
      stage.signal.throwIfAborted()
      const door = doors[turn % doors.length]
      const said = await door
        ?.knock({ method, to, token, ...(body === undefined ? {} : { body }) })
        .catch(() => null)
      if (said?.status === 200) return JSON.parse(said.text)
      if (said != null && said.status < 500 && said.status !== 429) {
        throw new Error(`${to} was answered ${said.status}: ${said.text}`)
      }
      await stage.sleep(100)
    }
    throw new Error(`${to} had no answer`)
  }
  return { ask, close: () => doors.map((door) => door.close()) }
}

async function openDesks(pair: Pair, users: readonly Withdrawer[]): Promise<readonly Desk[]> {
  const { stage } = pair
  const { ask, close } = asker(pair, 8)
  const desks: Desk[] = []
  const waiting = [...users]
  const opener = async () => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) {
      const bankCode = ['BCA', 'BNI', 'BRI', 'MANDIRI'][user.id % 4] ?? 'BCA'
      const opened = Account.parse(
        await ask('POST', '/api/payx/virtual-accounts', user.token, { bankCode }),
      )
      let number = opened.data.accountNumber
      await stage.until('a virtual account', async () => {
        if (number !== null) return true
        const listed = Accounts.parse(await ask('GET', '/api/payx/virtual-accounts', user.token))
        number = listed.data[0]?.accountNumber ?? null
        return number !== null
      })
      const fixed = Fixed.parse(await ask('GET', '/api/payd/virtual-account', user.token))
      desks.push({ user, account: number ?? '', bankCode, paydNumber: fixed.data.vaNumber })
    }
  }
  await Promise.all(Array.from({ length: 8 }, opener))
  close()
  return desks
}

async function payMany(
  pair: Pair,
  desks: readonly Desk[],
  count: number,
): Promise<readonly PaidIn[]> {
  const { ask, close } = asker(pair, 8)
  const made: PaidIn[] = []
  let turns = 0
  const payer = async () => {
    for (let turn = turns; turn < count; turn = turns) {
      turns += 1
      const desk = desks[turn % desks.length]
      const way = ways[Math.floor(turn / desks.length) % ways.length] ?? 'va'
      if (desk === undefined) return
      const paid = between(20_000, 200_000)
      await pay[way](pair, ask, desk, paid)
      made.push({ way, user: desk.user.id, rupiah: paid })
    }
  }
  await Promise.all(Array.from({ length: 8 }, payer))
  close()
  return made
}

type Pay = (pair: Pair, ask: Ask, desk: Desk, rupiah: number) => Promise<void>

const Inquired = z.object({ callbackId: z.string().nullable() })

const pay: { readonly [Each in Way]: Pay } = {
  va: async ({ providers }, _ask, { account, bankCode }, amount) => {
    const paid = { accountNumber: account, bankCode, amount }
    await providers.control('POST', '/payx/va-payments', paid)
  },
  qris: async ({ providers }, ask, { user }, amount) => {
    const opened = Code.parse(await ask('POST', '/api/payx/qris', user.token, { amount }))
    await providers.control('POST', '/payx/qr-payments', { externalId: opened.data.externalId })
  },
  'payd-order': async ({ providers }, ask, { user }, amount) => {
    const wanted = { amount, paymentMethod: 'BC' }
    const opened = Order.parse(await ask('POST', '/api/payd/deposits', user.token, wanted))
    const { merchantOrderId } = opened.data
    await providers.control('POST', '/payd/payments', { merchantOrderId, amount: String(amount) })
  },
  // The payer tries again where the bank could not ask about the number.
  'payd-number': async ({ stage, providers }, _ask, { paydNumber }, amount) => {
    await stage.until('an answered inquiry', async () => {
      const paid = { vaNo: paydNumber, amount: String(amount) }
      const told = Inquired.parse(await providers.control('POST', '/payd/va-payments', paid))
      return told.callbackId !== null
    })
  },
}

async function killLeader(pair: Pair): Promise<void> {
  const leader = await leaderOf(pair)
  leader.strike('SIGKILL')
  await leader.ready()
  pair.stage.say(`the leader, ${leader.name}, was killed`)
}

const Sent = z.array(z.object({ id: z.string(), path: z.string() }))

/** What was delivered long ago comes again, in any order. */
async function resend({ stage, providers }: Pair, most: number): Promise<void> {
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
  stage.say('callbacks of before were delivered again')
}
