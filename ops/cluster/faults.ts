import type { Stage } from '../../tests/storms/stage.ts'
import { answers, type Cluster, type ClusterNode } from './cluster.ts'
import type { Daemon } from './daemon.ts'
import { freeze, type Member, orderPatroni, signalAll, statesFrom } from './member.ts'

/** One failure of the deployment. It ends when everything was given back. */
export type Fault = Readonly<{
  name: string
  /** What happens, as the table says it. */
  text: string
  /** True if another member must become primary, or the same one again. */
  movesPrimary: boolean
  play: (cluster: Cluster) => Promise<void>
}>

const failoverMs = 60_000

/** In the order in which they are played; the first two are the short form. */
export const faults: readonly Fault[] = [
  {
    name: 'postmaster',
    text: 'postmaster of the primary killed',
    movesPrimary: true,
    play: async (cluster) => {
      const primary = await cluster.primary()
      signalAll(primary.postgres().slice(0, 1), 'SIGKILL')
      await untilAnother(cluster, primary)
    },
  },
  {
    name: 'switchover',
    text: 'switchover',
    movesPrimary: true,
    play: async (cluster) => {
      const primary = await cluster.primary()
      await orderPatroni(primary, 'POST', '/switchover', { leader: primary.name })
      await untilAnother(cluster, primary)
    },
  },
  {
    name: 'member',
    text: 'machine of the primary lost',
    movesPrimary: true,
    play: async (cluster) => {
      const primary = await cluster.primary()
      const giveBack = loseMember(primary)
      await untilAnother(cluster, primary)
      giveBack()
    },
  },
  {
    name: 'frozen',
    text: 'primary frozen 20 s',
    // Its Patroni keeps the lock.
    movesPrimary: false,
    play: async ({ stage, primary }) => {
      const thaw = freeze(stage, await primary())
      await stage.sleep(20_000)
      thaw()
    },
  },
  {
    name: 'frozen-member',
    text: 'primary and its Patroni frozen 40 s',
    movesPrimary: true,
    play: async ({ stage, primary }) => {
      const member = await primary()
      member.patroni.send('SIGSTOP')
      const thaw = freeze(stage, member)
      await stage.sleep(40_000)
      thaw()
      member.patroni.send('SIGCONT')
    },
  },
  {
    name: 'isolated',
    text: 'network of the primary black-holed 40 s',
    // With `failsafe_mode` it may stay.
    movesPrimary: false,
    play: async ({ stage, primary }) => {
      const { links } = await primary()
      for (const link of links) link.silence()
      await stage.sleep(40_000)
      for (const link of links) link.mend()
    },
  },
  {
    name: 'cut',
    text: 'network links of both nodes to the database reset 15 s',
    movesPrimary: false,
    play: ({ stage, nodes }) => takeAway(stage, nodes, 'cut', 15_000),
  },
  {
    name: 'black-hole',
    text: 'network links of both nodes to the database black-holed 15 s',
    movesPrimary: false,
    play: ({ stage, nodes }) => takeAway(stage, nodes, 'silence', 15_000),
  },
  {
    name: 'black-hole-leader',
    text: 'network link of the leading node black-holed 20 s',
    movesPrimary: false,
    play: async (cluster) => takeAway(cluster.stage, [await leading(cluster)], 'silence', 20_000),
  },
  {
    name: 'etcd',
    text: 'etcd lost 35 s',
    movesPrimary: false,
    play: ({ stage, etcds }) => killFor(stage, etcds, 35_000),
  },
  {
    name: 'standby',
    text: 'synchronous standby frozen 20 s',
    movesPrimary: false,
    play: async (cluster) => {
      const states = await statesFrom(await cluster.primary())
      const { name } = states.find(({ role }) => role === 'sync_standby') ?? { name: '' }
      const standby = cluster.members.find((one) => one.name === name)
      if (standby === undefined) throw new Error('there is no synchronous standby')
      const thaw = freeze(cluster.stage, standby)
      await cluster.stage.sleep(20_000)
      thaw()
    },
  },
  {
    name: 'standbys',
    text: 'both standbys lost 30 s',
    movesPrimary: false,
    play: (cluster) => loseStandbys(cluster, 30_000),
  },
  {
    name: 'standbys-strict',
    text: 'both standbys lost 30 s, strict',
    movesPrimary: false,
    play: async (cluster) => {
      const primary = await cluster.primary()
      const strict = (isOn: boolean) =>
        orderPatroni(primary, 'PATCH', '/config', { synchronous_mode_strict: isOn })
      await strict(true)
      // Patroni applies it in its next rounds.
      await cluster.stage.sleep(5_000)
      await loseStandbys(cluster, 30_000)
      await strict(false)
    },
  },
  {
    name: 'redis',
    text: 'both Redis lost 10 s',
    movesPrimary: false,
    play: ({ stage, redises }) => killFor(stage, redises, 10_000),
  },
  {
    name: 'node-killed',
    text: 'leading node killed',
    movesPrimary: false,
    play: async (cluster) => {
      const { daemon } = await leading(cluster)
      daemon.send('SIGKILL')
      await cluster.stage.sleep(5_000)
    },
  },
  {
    name: 'node-paused',
    text: 'leading node paused 15 s',
    movesPrimary: false,
    play: async (cluster) => {
      const { daemon } = await leading(cluster)
      daemon.send('SIGSTOP')
      await cluster.stage.sleep(15_000)
      daemon.send('SIGCONT')
    },
  },
  {
    name: 'pgbouncer',
    text: 'both PgBouncers killed',
    movesPrimary: false,
    play: async ({ stage, nodes }) => {
      for (const { pooler } of nodes) pooler.send('SIGKILL')
      await stage.sleep(5_000)
    },
  },
]

export const faultNames: readonly string[] = faults.map(({ name }) => name)

/** Faults of the short form. */
export const shortNames: readonly string[] = faultNames.slice(0, 2)

async function untilAnother({ stage, primary }: Cluster, old: Member): Promise<void> {
  const look = () =>
    primary().then(
      ({ name }) => name !== old.name,
      () => false,
    )
  await stage.until('another primary', look, failoverMs)
}

/** Kills a member's PostgreSQL and its Patroni; the returned function lets them start again. */
function loseMember({ patroni, postgres }: Member): () => void {
  const giveBack = patroni.hold()
  const found = postgres()
  patroni.send('SIGKILL')
  signalAll(found, 'SIGKILL')
  return giveBack
}

async function loseStandbys({ stage, members, primary }: Cluster, forMs: number): Promise<void> {
  const { name } = await primary()
  const returns = members.filter((one) => one.name !== name).map(loseMember)
  await stage.sleep(forMs)
  for (const giveBack of returns) giveBack()
}

async function killFor(stage: Stage, daemons: readonly Daemon[], forMs: number): Promise<void> {
  const releases = daemons.map((daemon) => {
    const release = daemon.hold()
    daemon.send('SIGKILL')
    return release
  })
  await stage.sleep(forMs)
  for (const release of releases) release()
}

async function takeAway(
  stage: Stage,
  nodes: readonly ClusterNode[],
  how: 'cut' | 'silence',
  forMs: number,
): Promise<void> {
  for (const { link } of nodes) link[how]()
  await stage.sleep(forMs)
  for (const { link } of nodes) link.mend()
}

/** The node of the service that leads. */
async function leading({ stage, nodes }: Cluster): Promise<ClusterNode> {
  let found: ClusterNode | undefined
  await stage.until('a node to lead', async () => {
    for (const node of nodes) if (await answers(`${node.url}/health/leader`)) found = node
    return found !== undefined
  })
  if (found === undefined) throw new Error('no node leads')
  return found
}
