import fc from 'fast-check'
import { type CrashPoint, crashPoints } from '../../src/base/crash-point.ts'

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

const always = <const Value>(value: Value) => fc.constant(value)

const node = fc.constantFrom<0 | 1>(0, 1)
/** Mostly short: a node that is away for more than five seconds loses its leadership. */
const ms = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 200, max: 1_500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_500, max: 6_000 }) },
)
export const machineFault: fc.Arbitrary<Misfortune> = fc.oneof(
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
export const providerFault: fc.Arbitrary<Misfortune> = fc.oneof(
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
