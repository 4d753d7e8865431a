/** The page that shows the plots, with the same figures in tables. */
import { table } from '../capacity/markdown-table.ts'
import { type Figures, shownConnections, type Turn } from './figures.ts'

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0)
const times = (one: number, other: number): string => `${(one / other).toFixed(1)} ×`

const loads = ({ loads: all }: Figures): string =>
  table(
    ['Operation', 'Connections', 'Per second', 'p50, ms', 'p99, ms', 'Refused'],
    all.map(({ work, connections, perSecond, p50Ms, p99Ms, refusedPercent }) => [
      ...[work, whole(connections), whole(perSecond), ms(p50Ms), ms(p99Ms)],
      `${refusedPercent} %`,
    ]),
  )

const split = ({ loads: all }: Figures): string =>
  table(
    ['µs per operation', 'Service', 'PostgreSQL', 'Kernel', 'Together'],
    all
      .filter(({ connections }) => connections === shownConnections)
      .map(({ work, micros: { service, postgres, kernel } }) => [
        ...[work, whole(service), whole(postgres), whole(kernel)],
        whole(service + postgres + kernel),
      ]),
  )

const growth = ({ growth: steps }: Figures): string =>
  table(
    ['Moves stored before', 'Service, µs', 'PostgreSQL, µs', 'Kernel, µs', 'Together, µs'],
    steps.map(({ moves, micros: { service, postgres, kernel } }) => [
      ...[whole(moves), whole(service), whole(postgres), whole(kernel)],
      whole(service + postgres + kernel),
    ]),
  )

const cost = ({ serviceMicros, serverMicros }: Turn): number => serviceMicros + serverMicros

const peers = ({ peers: { comparisons } }: Figures): string =>
  table(
    ['Operation', 'Per second', 'By the book', 'Rate', 'µs', 'By the book, µs', 'Processor time'],
    comparisons.map(({ of, ours, peer }) => [
      ...[of, whole(ours.perSecond), whole(peer.perSecond), times(ours.perSecond, peer.perSecond)],
      ...[whole(cost(ours)), whole(cost(peer)), times(cost(peer), cost(ours))],
    ]),
  )

function pgbench({ peers: { comparisons, pgbench: limit } }: Figures): string {
  const credit = comparisons.find(({ of }) => of === 'credit')
  if (limit === null || credit === undefined) return ''
  const share = (credit.ours.serverMicros / limit.serverMicros).toFixed(2)
  return `
pgbench writes the rows of a credit with a transaction each, over 32 connections, with no service in
front of PostgreSQL:

- per second: ${whole(limit.perSecond)}
- processor time of PostgreSQL for each: ${whole(limit.serverMicros)} µs
- the service's credits take this share of it: ${share}
`
}

const trial = ({ scale }: Figures): string =>
  scale >= 1
    ? ''
    : `
**This was a trial of the bench, with loads of ${whole(scale * 100)} % of their length. Its figures
are not to be quoted.**
`

export const pageOf = (figures: Figures): string => `<!-- Written by \`npm run plots\`. -->
# Performance
${trial(figures)}
Measured on ${figures.takenOn}, with the load generator and the database on the same machine:

- processor: ${figures.machine.processor}, ${figures.machine.cores} cores
- memory: ${figures.machine.memoryGb} GB
- system: ${figures.machine.system}, Node ${figures.machine.node.slice(1)}, \
PostgreSQL ${figures.machine.postgres} with fsync

Ratios and processor time per operation say more than rates, which depend on the machine and on its
other load. [The bench's page](../../bench/README.md) describes each load.

\`npm run bench -- --plot\` measures all of this anew in about seven minutes, writes
[figures.json](figures.json), the plots and this page. \`npm run plots\` draws them again from the
same figures.

## Rate and latency

Each connection has one request in flight. A credit is a payment callback, from the request to the
commit and the response. An order goes to a venue that answers at once.

![Operations per second over the number of connections](rate.svg)

![99th percentile of the latency over the number of connections](latency.svg)

${loads(figures)}

## Processor time

Service and PostgreSQL are what they compute themselves; the kernel's work for both, mostly network
and disk, is counted apart. This is with ${shownConnections} connections:

![Processor time per operation of service, PostgreSQL and kernel](processor-time.svg)

${split(figures)}

## Growth

The cost of a credit, with more and more moves in the ledger:

![Processor time per credit over the stored moves](growth.svg)

${growth(figures)}

## Peers

\`bench/peers\` does the same work by the book: Fastify, Kysely, a pool of 32 connections, and one
transaction for each request. Both get the same requests in turns, in one run, with a database each
on the same server. It is the smaller program: it sends no messages and has none of the limits,
reports, audits and recoveries of the service.

![Processor time of the same work by the service and by the book](peers.svg)

${peers(figures)}
${pgbench(figures)}`
