import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { accountModel, type Input, type Output } from './account.ts'
import { type Call, linearize } from './checker.ts'

type Step = Call<Input, Output>

/** A call from one moment to another. */
const call = (input: Input, startedMs: number, atMs: number, output: Output): Step => ({
  input,
  startedMs,
  ended: { atMs, output },
})
const unknown = (input: Input, startedMs: number): Step => ({ input, startedMs, ended: null })

const done = { kind: 'done' } as const
const refused = { kind: 'refused' } as const
const read = { kind: 'read' } as const
const deposit = (units: bigint) => ({ kind: 'deposit', units }) as const
const hold = (id: string, units: bigint) => ({ kind: 'hold', id, units }) as const
const release = (id: string) => ({ kind: 'release', id }) as const
const capture = (id: string) => ({ kind: 'capture', id }) as const
const seen = (available: bigint, locked = 0n) => ({ kind: 'seen', available, locked }) as const

const isLinearizable = (steps: readonly Step[], initial = 0n): boolean =>
  linearize(accountModel(initial), steps).linearizable

describe('a history is linearizable', () => {
  for (const [what, steps] of [
    ['without calls', []],
    ['in sequence', [call(deposit(5n), 0, 1, done), call(read, 2, 3, seen(5n))]],
    [
      'if a concurrent read sees the old or the new balance',
      [
        call(deposit(5n), 0, 10, done),
        call(read, 1, 2, seen(0n)),
        call(read, 3, 4, seen(5n)),
        call(read, 5, 6, seen(5n)),
      ],
    ],
    [
      'if one of two concurrent holds of all money is refused',
      [
        call(deposit(5n), 0, 1, done),
        call(hold('a', 5n), 2, 5, refused),
        call(hold('b', 5n), 3, 4, done),
        call(read, 6, 7, seen(0n, 5n)),
      ],
    ],
    [
      'if a call without an answer took effect late',
      [unknown(deposit(5n), 0), call(read, 1, 2, seen(0n)), call(read, 3, 4, seen(5n))],
    ],
    ['if it never did', [unknown(deposit(5n), 0), call(read, 1, 2, seen(0n))]],
    [
      'if a hold is captured unseen',
      [
        call(deposit(5n), 0, 1, done),
        call(hold('a', 2n), 2, 3, done),
        unknown(capture('a'), 2),
        call(read, 4, 5, seen(3n, 2n)),
        call(read, 6, 7, seen(3n)),
        call(release('a'), 8, 9, refused),
      ],
    ],
    [
      'if calls that touch in time count as concurrent',
      [call(deposit(5n), 0, 1, done), call(read, 1, 2, seen(0n))],
    ],
  ] as const) {
    test(what, () => assert.ok(isLinearizable(steps)))
  }
})

describe('a history is not linearizable', () => {
  for (const [what, steps] of [
    ['if a later read is stale', [call(deposit(5n), 0, 1, done), call(read, 2, 3, seen(0n))]],
    [
      'if a read sees an older balance than a read before it',
      [call(deposit(5n), 0, 10, done), call(read, 1, 2, seen(5n)), call(read, 3, 4, seen(0n))],
    ],
    ['if money comes from nowhere', [call(read, 0, 1, seen(1n))]],
    [
      'if both holds of all money succeed',
      [
        call(deposit(5n), 0, 1, done),
        call(hold('a', 5n), 2, 4, done),
        call(hold('b', 5n), 3, 5, done),
      ],
    ],
    [
      'if a hold is refused though there was money throughout',
      [call(deposit(5n), 0, 1, done), call(hold('a', 5n), 2, 3, refused)],
    ],
    [
      'if a read sees money that is neither available nor held',
      [
        call(deposit(5n), 0, 1, done),
        call(hold('a', 2n), 2, 5, done),
        call(read, 3, 4, seen(3n, 0n)),
      ],
    ],
    [
      'if a call without an answer takes effect and is undone',
      [unknown(deposit(5n), 0), call(read, 1, 2, seen(5n)), call(read, 3, 4, seen(0n))],
    ],
    [
      'if a call took effect before it began',
      [call(read, 0, 1, seen(5n)), call(deposit(5n), 2, 3, done)],
    ],
  ] as const) {
    test(what, () => assert.ok(!isLinearizable(steps)))
  }
})

test('a history with many calls without an answer is decided in few steps', () => {
  const lost = Array.from({ length: 24 }, (_, at) => unknown(release(`${at}`), at))
  assert.ok(isLinearizable([...lost, call(read, 50, 51, seen(0n))]))
  assert.ok(!isLinearizable([...lost, call(read, 50, 51, seen(1n))]))
})

test('the longest possible order is reported', () => {
  const good = call(deposit(5n), 0, 1, done)
  const verdict = linearize(accountModel(0n), [good, call(read, 2, 3, seen(9n))])
  assert.deepEqual(verdict, { linearizable: false, longest: [good] })
})

const drawnInput = fc.oneof(
  fc.record({ kind: fc.constant('deposit' as const), units: fc.bigInt({ min: 1n, max: 3n }) }),
  fc.record({
    kind: fc.constant('hold' as const),
    id: fc.constantFrom('a', 'b', 'c'),
    units: fc.bigInt({ min: 1n, max: 4n }),
  }),
  fc.record({
    kind: fc.constantFrom('release' as const, 'capture' as const),
    id: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.constant(read),
)
const drawnOutput = fc.oneof(
  fc.constant(done),
  fc.constant(refused),
  fc.record({
    kind: fc.constant('seen' as const),
    available: fc.bigInt({ min: 0n, max: 4n }),
    locked: fc.bigInt({ min: 0n, max: 4n }),
  }),
  fc.constant(null),
)
const drawnCall = fc
  .tuple(drawnInput, drawnOutput, fc.nat(12), fc.nat(6))
  .map(([input, output, startedMs, tookMs]): Step => {
    const ended = output === null ? null : { atMs: startedMs + tookMs, output }
    return { input, startedMs, ended }
  })

test('the verdict is that of trying every order', () => {
  fc.assert(
    fc.property(fc.array(drawnCall, { maxLength: 6 }), (steps) => {
      assert.equal(isLinearizable(steps, 2n), triedEveryOrder(steps, 2n))
    }),
    { numRuns: 2_000 },
  )
})

/** Whether the calls are possible in some order that keeps calls apart in time in their order. */
function triedEveryOrder(steps: readonly Step[], initial: bigint): boolean {
  const { initial: state, step } = accountModel(initial)
  const possible = (left: readonly Step[], account: typeof state): boolean => {
    if (left.length === 0) return true
    const firstEnd = Math.min(...left.map(({ ended }) => ended?.atMs ?? Number.POSITIVE_INFINITY))
    return left.some((one) => {
      if (one.startedMs > firstEnd) return false
      const next = step(account, one.input, one.ended?.output ?? null)
      return (
        next !== null &&
        possible(
          left.filter((other) => other !== one),
          next,
        )
      )
    })
  }
  return possible(steps, state)
}
