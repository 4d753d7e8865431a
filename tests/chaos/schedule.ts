import fc from 'fast-check'
import { type CrashPoint, crashPoints } from '../../src/base/crash-point.ts'
import type { ListingState } from '../../src/core/reference/listing.rules.ts'
import { type Way, ways } from '../storms/judge-rupiah.ts'
import type { PairName } from '../storms/traders.ts'

/** The time in ms after which an app gives up its first try of a request; null: it waits. */
type Patience = number | null

/** How staff of custody replace a transaction that is not mined. */
export type Replacement = 'boost' | 'drop'

/** What becomes of an operator's proposal. */
export type Verdict = 'agree' | 'withdraw'

/** Guarded settings, and their value for a size of 1 to 48. Drawn payouts exceed each minimum. */
export const drawnSettings = {
  'withdrawal.idr_fee': (size: number) => `${size * 100}`,
  'withdrawal.idr_minimum': (size: number) => `${10_000 + size * 500}`,
  'deposit.qris_ttl_hours': (size: number) => `${size}`,
} as const
export type DrawnSetting = keyof typeof drawnSettings

/** What a user, an operator or a provider does; `which` is an index of the user's orders. */
export type Act =
  | Readonly<{ kind: 'sign-up' }>
  | Readonly<{
      kind: 'coin-deposit'
      coin: 'BTC' | 'ETH' | 'XRP'
      units: bigint
      statuses: readonly string[]
      versions: readonly (1 | 2)[]
      owned: boolean
    }>
  | Readonly<{ kind: 'pay'; way: Way; rupiah: number }>
  | Readonly<{
      kind: 'place'
      pair: PairName
      side: 'BUY' | 'SELL'
      type: 'LIMIT' | 'MARKET'
      /** From 0 to 1, the distance to the market price. */
      away: number
      patience: Patience
    }>
  | Readonly<{ kind: 'fill'; which: number; percent: number }>
  | Readonly<{ kind: 'expire'; which: number }>
  | Readonly<{ kind: 'cancel'; which: number }>
  | Readonly<{ kind: 'cancel-all' }>
  | Readonly<{
      kind: 'withdraw'
      asset: 'BTC' | 'ETH' | 'IDR'
      isLarge: boolean
      patience: Patience
    }>
  | Readonly<{ kind: 'decide'; verdict: 'approve' | 'reject' }>
  | Readonly<{ kind: 'finish'; outcome: 'paid' | 'failed' }>
  | Readonly<{ kind: 'replace'; how: Replacement }>
  | Readonly<{ kind: 'transfer'; to: 'outside' | 'treasury'; milli: number }>
  | Readonly<{ kind: 'refund'; percent: number }>
  | Readonly<{ kind: 'return' }>
  | Readonly<{ kind: 'assign' }>
  | Readonly<{ kind: 'propose'; setting: DrawnSetting; size: number; verdict: Verdict }>
  | Readonly<{ kind: 'list'; what: 'pair' | 'asset'; state: ListingState }>
  | Readonly<{ kind: 'close-taxes'; pays: boolean }>
  | Readonly<{ kind: 'correct-tax'; percent: number }>
  | Readonly<{ kind: 'park'; way: 'close' | 'replay' | 'book' }>
  | Readonly<{ kind: 'replay'; provider: string; at: number }>
  | Readonly<{ kind: 'forge'; at: number }>
  | Readonly<{ kind: 'look' }>

/** One act of the schedule; `id` is its place, which it keeps when the schedule is shrunk. */
export type Operation = Readonly<{ id: number; user: number; act: Act }>

/** What breaks. Times are in ms. */
export type Misfortune =
  | Readonly<{ kind: 'kill'; node: 0 | 1 }>
  | Readonly<{ kind: 'crash-at'; node: 0 | 1; point: CrashPoint }>
  | Readonly<{ kind: 'freeze'; node: 0 | 1; ms: number }>
  | Readonly<{ kind: 'clock'; node: 0 | 1; hours: 1 | -1; ms: number }>
  | Readonly<{ kind: 'cut'; ms: number }>
  | Readonly<{ kind: 'database-kill'; ms: number }>
  | Readonly<{ kind: 'database-freeze'; ms: number }>
  | Readonly<{ kind: 'disk-full'; ms: number }>
  | Readonly<{ kind: 'redis-kill'; ms: number }>
  | Readonly<{ kind: 'stream'; how: 'drop' | 'terminate' }>
  | Readonly<{ kind: 'provider'; provider: string; fault: string; times: number; path?: string }>

/** A fault that happens before the operation with this id starts. */
export type Fault = Readonly<{ before: number; what: Misfortune }>

export type Schedule = Readonly<{
  seed: number
  operations: readonly Operation[]
  faults: readonly Fault[]
}>

/** Users with money from the start, and the places of those who sign up during the run. */
export const cast = { funded: 24, newcomers: 4 } as const

const perMachineFault = 250
const perProviderFault = 25

/** Draws a schedule: the same seed and count give the same one. */
export function drawSchedule(seed: number, count: number): Schedule {
  const drawn = fc.sample(step, { seed, numRuns: count })
  const signedUp = new Set<number>()
  const operations = drawn.map(({ user, act }, id): Operation => {
    const isFirst = user >= cast.funded && !signedUp.has(user)
    signedUp.add(user)
    return { id, user, act: isFirst ? { kind: 'sign-up' } : act }
  })
  const ofMachines = Math.floor(count / perMachineFault)
  const ofProviders = Math.floor(count / perProviderFault)
  const places = fc.sample(fc.nat(count - 1), { seed, numRuns: ofMachines + ofProviders })
  const faults = [
    ...fc.sample(machineFault, { seed, numRuns: ofMachines }),
    ...fc.sample(providerFault, { seed, numRuns: ofProviders }),
  ].map((what, at): Fault => ({ before: places[at] ?? 0, what }))
  return { seed, operations, faults: faults.toSorted((a, b) => a.before - b.before) }
}

const always = <const Value>(value: Value) => fc.constant(value)
const which = fc.nat(9)
const patience = fc.oneof(
  { weight: 6, arbitrary: always(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
)

const coinDeposit = fc.record({
  kind: always('coin-deposit'),
  coin: fc.constantFrom('BTC', 'ETH', 'XRP'),
  units: fc.bigInt(1_000n, 900_000n),
  statuses: fc.constantFrom(
    ['CONFIRMING', 'COMPLETED'],
    ['CONFIRMING', 'COMPLETED'],
    ['COMPLETED', 'CONFIRMING'],
    ['CONFIRMING', 'COMPLETED', 'FAILED'],
    ['FAILED', 'COMPLETED'],
  ),
  versions: fc.constantFrom<readonly (1 | 2)[]>([2], [2], [1], [1, 2]),
  owned: fc.constantFrom(true, true, true, true, true, true, true, false),
})
const place = fc.record({
  kind: always('place'),
  pair: fc.constantFrom('BTC_IDR', 'BTC_IDR', 'ETH_IDR'),
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT', 'MARKET'),
  away: fc.integer({ min: 0, max: 999 }).map((parts) => parts / 1_000),
  patience,
})
const withdraw = fc.record({
  kind: always('withdraw'),
  asset: fc.constantFrom('BTC', 'ETH', 'IDR', 'IDR'),
  isLarge: fc.constantFrom(false, false, true),
  patience,
})
const finish = fc.record({
  kind: always('finish'),
  outcome: fc.constantFrom('paid', 'paid', 'paid', 'failed'),
})
const propose = fc.record({
  kind: always('propose'),
  setting: fc.constantFrom<DrawnSetting>(
    'withdrawal.idr_fee',
    'withdrawal.idr_fee',
    'withdrawal.idr_minimum',
    'deposit.qris_ttl_hours',
  ),
  size: fc.integer({ min: 1, max: 48 }),
  verdict: fc.constantFrom<Verdict>('agree', 'agree', 'agree', 'withdraw'),
})
const list = fc.oneof(
  fc.record({
    kind: always('list'),
    what: always('pair'),
    state: fc.constantFrom<ListingState>('trading', 'trading', 'sell-only', 'withdraw-only'),
  }),
  fc.record({
    kind: always('list'),
    what: always('asset'),
    state: fc.constantFrom<ListingState>('trading', 'trading', 'sell-only'),
  }),
)
const operatorAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: always('assign') }) },
  { weight: 2, arbitrary: propose },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: fc.record({ kind: always('close-taxes'), pays: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('correct-tax'),
      percent: fc.integer({ min: 0, max: 150 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('park'),
      way: fc.constantFrom('close', 'replay', 'book'),
    }),
  },
)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: coinDeposit },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: always('pay'),
      way: fc.constantFrom(...ways),
      rupiah: fc.integer({ min: 20_000, max: 200_000 }),
    }),
  },
  { weight: 22, arbitrary: place },
  {
    weight: 18,
    arbitrary: fc.record({
      kind: always('fill'),
      which,
      percent: fc.integer({ min: 1, max: 120 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: always('expire'), which }) },
  { weight: 7, arbitrary: fc.record({ kind: always('cancel'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: always('cancel-all') }) },
  { weight: 6, arbitrary: withdraw },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: always('decide'),
      verdict: fc.constantFrom('approve', 'approve', 'approve', 'reject'),
    }),
  },
  { weight: 6, arbitrary: finish },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('transfer'),
      to: fc.constantFrom('outside', 'treasury'),
      milli: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('refund'),
      percent: fc.integer({ min: 10, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: always('return') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: always('replace'),
      how: fc.constantFrom<Replacement>('boost', 'boost', 'drop'),
    }),
  },
  { weight: 11, arbitrary: operatorAct },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: always('replay'),
      provider: fc.constantFrom('custody', 'payx', 'payd'),
      at: fc.nat(999),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: always('forge'), at: fc.nat(999) }) },
  { weight: 8, arbitrary: fc.record({ kind: always('look') }) },
)
const step = fc.record({ user: fc.nat(cast.funded + cast.newcomers - 1), act })

const node = fc.constantFrom<0 | 1>(0, 1)
const ms = fc.integer({ min: 200, max: 6_000 })
const machineFault: fc.Arbitrary<Misfortune> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: always('kill'), node }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('crash-at'),
      node,
      point: fc.constantFrom(...crashPoints),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: always('freeze'), node, ms }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('clock'),
      node,
      hours: fc.constantFrom<1 | -1>(1, -1),
      ms,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: always('cut'), ms }) },
  { weight: 1, arbitrary: fc.record({ kind: always('database-kill'), ms }) },
  { weight: 1, arbitrary: fc.record({ kind: always('database-freeze'), ms }) },
  { weight: 1, arbitrary: fc.record({ kind: always('disk-full'), ms }) },
  { weight: 1, arbitrary: fc.record({ kind: always('redis-kill'), ms }) },
)

/** Fewer failures at once than open a circuit breaker for long. */
const times = fc.integer({ min: 1, max: 4 })
/** The service doubles its pause after each failed call: from the third one a run only waits. */
const fewTimes = fc.integer({ min: 1, max: 2 })
const atVenue = ['/api/v3/order', '/api/v3/myTrades'] as const
const answers = ['drop-response', 'drop-response', 'error-500', 'bad-json', 'timeout'] as const
const rail = fc.constantFrom(
  { provider: 'custody', path: '/v1/transactions' },
  { provider: 'payx', path: '/v2/payouts' },
  { provider: 'venue', path: atVenue[0] },
  { provider: 'venue', path: atVenue[1] },
)
const providerFault: fc.Arbitrary<Misfortune> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ rail, fault: fc.constantFrom(...answers), times: fewTimes })
      .map(({ rail: where, fault, times: often }) => {
        return { kind: 'provider' as const, ...where, fault, times: often }
      }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: always('provider'),
      provider: fc.constantFrom('custody', 'payx', 'payd', 'venue'),
      fault: fc.constantFrom(
        'duplicate-callbacks',
        'reorder-callbacks',
        'lose-callbacks',
        'odd-texts',
      ),
      times,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: always('stream'), how: fc.constantFrom('drop', 'terminate') }),
  },
)

/** A schedule as lines, in its order. */
export function inWords({ operations, faults }: Schedule): readonly string[] {
  const text = (what: unknown) =>
    JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return [
    ...operations.map(({ id, user, act: one }) => ({ at: id, line: `user ${user} ${text(one)}` })),
    ...faults.map(({ before, what }) => ({ at: before - 0.5, line: `fault ${text(what)}` })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, line }) => `${Math.ceil(at)} ${line}`)
}
