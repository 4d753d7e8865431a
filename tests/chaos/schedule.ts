import fc from 'fast-check'
import type { ListingState } from '../../src/core/reference/listing.rules.ts'
import { type Way, ways } from '../storms/judge-rupiah.ts'
import type { PairName } from '../storms/traders.ts'
import { type Misfortune, machineFault, providerFault } from './faults.ts'

/** The time in ms after which an app gives up its first try of a request; null: it waits. */
type Patience = number | null

/** How staff of custody replace a transaction that is not mined. */
export type Replacement = 'boost' | 'drop'

/** What becomes of an operator's proposal. */
export type Verdict = 'agree' | 'withdraw'

/** Received money without an owner. */
export type Suspense = 'coins' | 'rupiah'

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
  | Readonly<{ kind: 'stray'; rupiah: number }>
  | Readonly<{ kind: 'assign'; what: Suspense }>
  | Readonly<{ kind: 'give-back'; what: Suspense; isNoted: boolean }>
  | Readonly<{ kind: 'book-refund' }>
  | Readonly<{ kind: 'propose'; setting: DrawnSetting; size: number; verdict: Verdict }>
  | Readonly<{ kind: 'list'; what: 'pair' | 'asset'; state: ListingState }>
  | Readonly<{ kind: 'close-taxes'; pays: boolean }>
  | Readonly<{ kind: 'correct-tax'; percent: number }>
  | Readonly<{ kind: 'park'; way: 'close' | 'replay' | 'book' }>
  | Readonly<{ kind: 'replay'; provider: string; at: number }>
  | Readonly<{ kind: 'forge'; at: number }>
  | Readonly<{ kind: 'look' }>

/** Acts that need no earlier act of their user to have ended. */
export const independent: ReadonlySet<Act['kind']> = new Set([
  'book-refund',
  'close-taxes',
  'coin-deposit',
  'correct-tax',
  'forge',
  'give-back',
  'list',
  'look',
  'propose',
  'replay',
  'stray',
  'transfer',
])

/** One act of the schedule; `id` is its place, which it keeps when the schedule is shrunk. */
export type Operation = Readonly<{ id: number; user: number; act: Act }>

/** A fault that happens before the operation with this id starts. */
export type Fault = Readonly<{ before: number; what: Misfortune }>

/** Users with money from the start, and the places of those who sign up during the run. */
export type Cast = Readonly<{ funded: number; newcomers: number }>

export type Schedule = Readonly<{
  seed: number
  cast: Cast
  operations: readonly Operation[]
  faults: readonly Fault[]
}>

const operationsPerUser = 40
const fewestFunded = 24
const mostFunded = 240
const fundedPerNewcomer = 6

/** More users for a longer run, so that few operations wait for their user's earlier ones. */
function castOf(count: number): Cast {
  const wanted = Math.ceil(count / operationsPerUser)
  const funded = Math.min(mostFunded, Math.max(fewestFunded, wanted))
  return { funded, newcomers: Math.ceil(funded / fundedPerNewcomer) }
}

/** Faults of machines per 1,000 operations, unless a run wants others. */
export const usualFaults = 4

const perProviderFault = 25

/** Draws a schedule: the same seed and numbers give the same one. */
export function drawSchedule(seed: number, count: number, faultsPerMille = usualFaults): Schedule {
  const cast = castOf(count)
  const { funded, newcomers } = cast
  const user = fc.nat(funded + newcomers - 1)
  const drawn = fc.sample(fc.record({ user, act }), { seed, numRuns: count })
  const signedUp = new Set<number>()
  const operations = drawn.map(({ user: place, act: drawnAct }, id): Operation => {
    const isFirst = place >= funded && !signedUp.has(place)
    signedUp.add(place)
    return { id, user: place, act: isFirst ? { kind: 'sign-up' } : drawnAct }
  })
  const ofMachines = Math.floor((count * faultsPerMille) / 1_000)
  const ofProviders = Math.floor(count / perProviderFault)
  const places = fc.sample(fc.nat(count - 1), { seed, numRuns: ofMachines + ofProviders })
  const faults = [
    ...fc.sample(machineFault, { seed, numRuns: ofMachines }),
    ...fc.sample(providerFault, { seed, numRuns: ofProviders }),
  ].map((what, at): Fault => ({ before: places[at] ?? 0, what }))
  return { seed, cast, operations, faults: faults.toSorted((a, b) => a.before - b.before) }
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
const suspense = fc.constantFrom<Suspense>('coins', 'rupiah')
const operatorAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: always('assign'), what: suspense }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: always('give-back'), what: suspense, isNoted: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ kind: always('book-refund') }) },
  { weight: 3, arbitrary: propose },
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
    weight: 3,
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
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('stray'),
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
  { weight: 14, arbitrary: operatorAct },
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
/** A schedule as lines, in its order. */
export function inWords({
  operations,
  faults,
}: Pick<Schedule, 'faults' | 'operations'>): readonly string[] {
  const text = (what: unknown) =>
    JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return [
    ...operations.map(({ id, user, act: one }) => ({ at: id, line: `user ${user} ${text(one)}` })),
    ...faults.map(({ before, what }) => ({ at: before - 0.5, line: `fault ${text(what)}` })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, line }) => `${Math.ceil(at)} ${line}`)
}
