import { generateSync } from 'otplib'
import { appAt, outcomeOf } from './apps.ts'
import type { Node } from './node.ts'
import type { Stage } from './stage.ts'
import type { Withdrawer } from './withdrawers.ts'

export type Kind = 'COIN' | 'CASH'

/** One intended withdrawal, identified by its amount, and the responses to its user. */
export type Asked = {
  readonly by: Withdrawer
  readonly kind: Kind
  /** The coin and where it goes; bitcoin to one address unless it is given. */
  readonly coin?: Coin
  /** In the smallest units, as requested. */
  readonly units: bigint
  /** The idempotency key; one for each user and kind unless it is given. */
  readonly key?: string
  /** Our id of an accepted request; null if it was refused or had no response. */
  requestId: string | null
  /** The last response. */
  answer: string
}

type Coin = Readonly<{ symbol: string; network: string; scale: number; address: string }>

const bitcoin: Coin = {
  symbol: 'BTC',
  network: 'BTC',
  scale: 8,
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

const tries = 160
const pauseMs = 250
let made = 0

/** Each user's intended withdrawal, with a unique amount. */
export const wishesOf = (withdrawers: readonly Withdrawer[], kind: Kind): readonly Asked[] =>
  withdrawers.map((by) => {
    made += 1
    const units = kind === 'COIN' ? 200_000n + BigInt(made) : (60_000n + BigInt(made)) * 100n
    return { by, kind, units, requestId: null, answer: '' }
  })

/** Sends the users' requests, a few at a time, as apps do: a lost one is retried with its key. */
export async function requestAll(
  stage: Stage,
  nodes: readonly Pick<Node, 'url'>[],
  wishes: readonly Asked[],
  { atOnce = 8 }: Readonly<{ atOnce?: number }> = {},
): Promise<void> {
  const waiting = [...wishes].toReversed()
  const user = async (): Promise<void> => {
    for (let wish = waiting.pop(); wish !== undefined; wish = waiting.pop()) {
      await ask(stage, nodes, wish)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, user))
}

async function ask(stage: Stage, nodes: readonly Pick<Node, 'url'>[], wish: Asked): Promise<void> {
  const first = Math.floor(Math.random() * nodes.length)
  const sending = senderOf(wish)
  for (let turn = 0; turn < tries; turn += 1) {
    stage.signal.throwIfAborted()
    const node = nodes[(first + turn) % nodes.length]
    if (node === undefined) throw new Error('users need a node')
    const { data, answer, again } = await outcomeOf(sending(node))
    wish.answer = answer
    wish.requestId = data?.request_id ?? null
    if (!again) return
    await stage.sleep(pauseMs)
  }
}

/** Builds a function that sends a request to a node: the same bytes and key each time. */
export function senderOf(wish: Asked) {
  const { by, kind, key = `storm-${kind}-${by.id}` } = wish
  const params = { header: { 'Idempotency-Key': key } }
  if (kind === 'COIN') {
    const body = coinsOf(wish)
    return (node: Pick<Node, 'url'>, timeoutMs?: number) =>
      appAt(node, by.token, timeoutMs).post('/api/withdraw/withdraw-coin', { body, params })
  }
  const body = rupiahOf(wish)
  return (node: Pick<Node, 'url'>, timeoutMs?: number) =>
    appAt(node, by.token, timeoutMs).post('/api/withdraw/withdraw-fiat', { body, params })
}

/** Codes of the next half minute are valid already, so a second request has its own code. */
const twoFACodeOf = ({ secret }: Withdrawer, aheadSeconds: number): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + aheadSeconds })

const rupiahOf = ({ by, units }: Asked) => ({
  amount: String(units / 100n),
  paymentMethod: 'payx' as const,
  bankAccount: by.bankAccount,
  otpCode: by.codes.email,
  twoFACode: twoFACodeOf(by, 30),
})

const coinsOf = ({ by, units, coin = bitcoin }: Asked) => ({
  symbol: coin.symbol,
  amount: `0.${String(units).padStart(coin.scale, '0')}`,
  toAddress: coin.address,
  network: coin.network,
  otpCode: by.codes.withdraw,
  twoFACode: twoFACodeOf(by, 0),
  residentialName: 'Storm',
  residentialAddress: 'Jakarta',
})
