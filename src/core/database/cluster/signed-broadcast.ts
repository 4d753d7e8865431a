/**
 * Every message carries a MAC, the leader's epoch and a sequence number: otherwise any client of
 * PostgreSQL or Redis could show all apps any price.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { cachedCalls } from '../../../base/concurrency/cache.ts'
import type { AppKeys } from '../../../base/secrets/app-keys.ts'
import { equalSecrets, hmacSha256, keyFor } from '../../../base/secrets/crypto.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { broadcastLimits } from '../database-limits.ts'

/** What carries the signed texts. */
export type Transport = Readonly<{
  publish: (channel: string, signed: string) => Promise<void>
  /** Calls `receive` with each text of a channel, from any sender. */
  subscribe: (channel: string, receive: (signed: string) => void) => void
  close: () => Promise<void>
}>

/**
 * Why a message was refused. `forged`: no key of this deployment signed it. `outdated`: it is a
 * repeat, or its sender does not lead. `unreadable`: the receiver threw.
 */
export const refusedMessages = ['forged', 'outdated', 'unreadable'] as const

export type RefusedMessage = (typeof refusedMessages)[number]

/** Texts of the leader to all nodes. One may be lost, so each must be repeated or replaceable. */
export type Broadcast = Readonly<{
  /**
   * Sends at most `broadcastLimits.bytes` to all nodes, this one included, from the leader of this
   * epoch. Throws if it fails.
   */
  publish: (channel: string, epoch: number, text: string) => Promise<void>
  /**
   * Calls `receive` with the texts of a channel until closed, in their order. A text that it
   * throws at is counted, and the next ones follow.
   */
  subscribe: (channel: string, receive: (text: string) => void) => void
  close: () => Promise<void>
}>

export type SigningOptions = Readonly<{
  keys: AppKeys
  /** Reads the epoch of the leader from the database. */
  readEpoch: () => Promise<number>
  /** Counts the messages that this node refused. */
  onRefused: (reason: RefusedMessage) => void
  log: Logger
  clock: Clock
}>

type Message = Readonly<{ epoch: number; sequence: number; text: string }>

export function signedBroadcast(transport: Transport, options: SigningOptions): Broadcast {
  const { clock } = options
  const { sign, open } = signerWith(options.keys)
  const currentEpoch = epochReader(options)
  let sequence = 0
  return {
    publish: async (channel, epoch, text) => {
      // A later leader starts above its predecessor, even if a failover lost the last epoch.
      sequence = Math.max(sequence + 1, clock.now().getTime())
      await transport.publish(channel, sign(channel, { epoch, sequence, text }))
    },
    subscribe: (channel, receive) => {
      transport.subscribe(channel, receiverOf({ channel, receive, open, currentEpoch }, options))
    },
    close: transport.close,
  }
}

/** Returns the reader of the leader's epoch, which floods of replays do not repeat. */
function epochReader({ readEpoch, clock, log }: SigningOptions): () => Promise<number | null> {
  const read = cachedCalls<number | null>({
    entries: 1,
    maxAgeMs: broadcastLimits.epochCacheMs,
    clock,
  })
  return () =>
    read('leader', () =>
      readEpoch().catch((error: unknown) => {
        log.debug({ err: error }, 'the epoch of the leader could not be read')
        return null
      }),
    )
}

type Subscription = Readonly<{
  channel: string
  receive: (text: string) => void
  open: Signer['open']
  currentEpoch: () => Promise<number | null>
}>

/** Returns the function that takes the texts of a channel, and passes on what the leader sent. */
function receiverOf(
  { channel, receive, open, currentEpoch }: Subscription,
  { log, onRefused }: SigningOptions,
): (signed: string) => void {
  let last: Omit<Message, 'text'> = { epoch: 0, sequence: 0 }

  function refuse(reason: RefusedMessage): void {
    onRefused(reason)
    log.debug({ channel, reason }, 'a message between nodes was refused')
  }

  function take({ epoch, sequence, text }: Message): void {
    if (epoch === last.epoch && sequence <= last.sequence) {
      refuse('outdated')
      return
    }
    last = { epoch, sequence }
    try {
      receive(text)
    } catch (error) {
      onRefused('unreadable')
      log.warn({ err: error, channel }, 'a message between nodes could not be read')
    }
  }

  async function takeFromLeader(message: Message): Promise<void> {
    if (message.epoch === (await currentEpoch())) take(message)
    else refuse('outdated')
  }

  return (signed) => {
    const message = open(channel, signed)
    if (message === null) refuse('forged')
    else if (message.epoch === last.epoch) take(message)
    else void takeFromLeader(message)
  }
}

const signedForm =
  /^(?<mac>[\w-]{43})\.(?<content>(?<epoch>\d{1,15})\.(?<at>\d{1,15})\.(?<text>.*))$/s

type Signer = ReturnType<typeof signerWith>

/** Signs with the first of the keys, and opens what any of them signed for the same channel. */
function signerWith({ appKeys: [first, ...others] }: AppKeys) {
  const keyOf = (appKey: Buffer) => keyFor(appKey, 'broadcast')
  const signing = keyOf(first)
  const keys = [signing, ...others.map(keyOf)]
  const macOf = (key: Buffer, channel: string, content: string) =>
    hmacSha256(key, `${channel} ${content}`)

  return {
    sign: (channel: string, { epoch, sequence, text }: Message): string => {
      const content = `${epoch}.${sequence}.${text}`
      return `${macOf(signing, channel, content).toString('base64url')}.${content}`
    },
    open: (channel: string, signed: string): Message | null => {
      const { mac, content, epoch, at, text } = signedForm.exec(signed)?.groups ?? {}
      if (mac === undefined || content === undefined) return null
      if (epoch === undefined || at === undefined || text === undefined) return null
      const given = Buffer.from(mac, 'base64url')
      const isSigned = keys.some((key) => equalSecrets(macOf(key, channel, content), given))
      return isSigned ? { epoch: integerOf(epoch), sequence: integerOf(at), text } : null
    },
  }
}
