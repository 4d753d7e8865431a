/** The capacity model: a user's daily operations, their cost, and what many users need. */
import { table } from './markdown-table.ts'

/** What an active user does on average in a day. Its meaning is in `docs/scaling.md`. */
const mix = {
  'sign-in': 0.2,
  'balance list': 40,
  'history page': 20,
  'credited callback (payx)': 0.8,
  'coin deposit': 0.2,
  order: 4,
  'report of a fill': 4,
  'rupiah withdrawal': 0.2,
  'coin withdrawal': 0.1,
} as const

export type Operation = keyof typeof mix

/** The rate of the busiest minute over the day's mean. */
const peak = 10

const sizes = [100_000, 1_000_000, 10_000_000]
const secondsOfDay = 86_400

type Micros = Readonly<{ user: number; kernel: number }>

/** The cost of one operation: processor time in microseconds, bytes, and events of the leader. */
export type Cost = Readonly<{
  of: Operation
  service: Micros
  postgres: Micros
  logBytes: number
  rowBytes: number
  events: number
}>

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const short = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value))
const inGb = (bytes: number): string => `${short(bytes / 1e9)} GB`

const microsOf = ({ user, kernel }: Micros): number => user + kernel

const inOrder = (costs: readonly Cost[]): readonly Cost[] =>
  Object.keys(mix).flatMap((name) => costs.filter(({ of }) => of === name))

/** Builds the table of the cost of each operation. */
export const costTable = (costs: readonly Cost[]): string =>
  table(
    ['Operation', 'Service', 'PostgreSQL', 'Kernel', 'Together', 'Log', 'Rows', 'Events'],
    inOrder(costs).map(({ of, service, postgres, logBytes, rowBytes, events }) => [
      ...[of, whole(service.user), whole(postgres.user), whole(service.kernel + postgres.kernel)],
      ...[whole(microsOf(service) + microsOf(postgres)), whole(logBytes), whole(rowBytes)],
      events.toFixed(1),
    ]),
  )

export const mixTable = (): string =>
  table(
    ['Operation', 'Per user and day'],
    Object.entries(mix).map(([of, times]) => [of, String(times)]),
  )

/** Builds the table of what these numbers of users need; requires all operations of the mix. */
export function capacityTable(costs: readonly Cost[]): string {
  if (new Set(costs.map(({ of }) => of)).size !== Object.keys(mix).length) {
    throw new Error('an operation of the mix was not measured')
  }
  const perUser = (each: (cost: Cost) => number) =>
    costs.reduce((sum, cost) => sum + each(cost) * mix[cost.of], 0)
  const atPeak = (perDay: number, users: number) => (perDay * users * peak) / secondsOfDay
  const nodes = perUser(({ service }) => microsOf(service))
  const primary = perUser(({ postgres }) => microsOf(postgres))
  const events = perUser((cost) => cost.events)
  const log = perUser(({ logBytes }) => logBytes)
  const rows = perUser(({ rowBytes }) => rowBytes)
  return table(
    ['Active users', 'Events/s', 'Cores, nodes', 'Cores, primary', 'Log a day', 'Rows a day'],
    sizes.map((users) => [
      ...[whole(users), whole(atPeak(events, users)), short(atPeak(nodes, users) / 1e6)],
      ...[short(atPeak(primary, users) / 1e6), inGb(log * users), inGb(rows * users)],
    ]),
  )
}
