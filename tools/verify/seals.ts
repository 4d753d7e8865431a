import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isOfUser, type Move } from './accounts.ts'
import { sha256 } from './columns.ts'
import type { Findings } from './finding.ts'
import { type Chain, type KeptLink, short } from './links.ts'
import { bytesOf, cellReader, microsOf } from './source.ts'

const sealColumns = ['day', 'at', 'link', 'link_hash', 'totals', 'key_id', 'signature'] as const

export type Seal = Readonly<{
  day: string
  at: string
  link: number
  linkHash: string
  totals: Readonly<Record<string, string>>
  key: string
  signature: Buffer
}>

export type Keys = ReadonlyMap<string, Buffer>

function totalsIn(text: string): Record<string, string> {
  const parsed: unknown = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(parsed ?? {}).map(([asset, units]) => [asset, String(units)]),
  )
}

export function sealReader(table: string, columns: readonly string[]) {
  const read = cellReader(table, columns, sealColumns)
  return (line: string): Seal => {
    const [day, at, link, linkHash, totals, key, signature] = read(line)
    return {
      day: day ?? '',
      at: microsOf(at ?? null),
      link: Number(link),
      linkHash: bytesOf(linkHash ?? null).toString('hex'),
      totals: totalsIn(totals ?? '{}'),
      key: key ?? '',
      signature: bytesOf(signature ?? null),
    }
  }
}

const signedText = ({ day, at, link, linkHash, totals, key }: Seal): string => {
  const sums = Object.entries(totals)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([asset, units]) => `${asset}:${units}`)
  return ['tukar-seal-1', day, at, link, linkHash, sums.join(','), key]
    .map((line) => `${line}\n`)
    .join('')
}

const spki = Buffer.from('302a300506032b6570032100', 'hex')

const publicKey = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' })

function isSigned(seal: Seal, keys: Keys): boolean {
  const key = keys.get(seal.key)
  if (key === undefined || key.length !== 32 || seal.signature.length !== 64) return false
  return verify(null, Buffer.from(signedText(seal)), publicKey(key), seal.signature)
}

const offsetMs = 7 * 3_600_000
const dayMs = 86_400_000

/** The day in Jakarta of a time in microseconds. */
const dayOf = (micros: number): string =>
  new Date(micros / 1_000 + offsetMs).toISOString().slice(0, 10)

/** A day is sealed soon after its end. */
const sealedWithinMs = 3_600_000
const endOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - offsetMs + dayMs

/** Checks seals with the chain, with the flows of users' money, and with their signatures. */
export class Seals {
  readonly seals: readonly Seal[]
  readonly #findings: Findings
  readonly #chain: Chain
  readonly #ends: readonly number[]
  /** What came to users, less what left them, by seal and asset. */
  readonly #flows = new Map<string, bigint>()

  constructor(seals: Seal[], chain: Chain, findings: Findings) {
    this.seals = seals.sort((a, b) => a.link - b.link)
    this.#findings = findings
    this.#chain = chain
    this.#ends = this.seals.map(({ link }) => this.#link(link)?.upto ?? 0)
  }

  #link(id: number): KeptLink | undefined {
    const { links } = this.#chain
    const [guess] = [links[id - 1]]
    return guess?.id === id ? guess : links.find((link) => link.id === id)
  }

  /** Hashes that seals state, by link. */
  stated(link: number): readonly string[] {
    return this.seals
      .filter((seal) => seal.link === link)
      .map(({ linkHash }) => short(Buffer.from(linkHash, 'hex')))
  }

  move({ posting, asset, fromKind, toKind, units }: Move): void {
    if (isOfUser(fromKind) === isOfUser(toKind)) return
    let [low, high] = [0, this.#ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ends[middle] ?? 0) < posting) low = middle + 1
      else high = middle
    }
    if (low === this.#ends.length) return
    const key = `${low}:${asset}`
    this.#flows.set(key, (this.#flows.get(key) ?? 0n) + (isOfUser(toKind) ? units : -units))
  }

  /** `firstPosting`: moves of earlier postings are not present. */
  end(keys: Keys, firstPosting: number, nowMicros: number): void {
    for (const [id, key] of keys) {
      if (sha256(key).toString('hex').slice(0, 16) !== id) {
        this.#findings.add('ledger_seal_keys.public_key', `key ${id}`, 'it has another id')
      }
    }
    for (const [at, seal] of this.seals.entries()) {
      this.#checkOne(seal, keys)
      this.#checkTotals(at, seal, firstPosting)
    }
    this.#checkDays(nowMicros)
  }

  #checkOne(seal: Seal, keys: Keys): void {
    const row = `seal of ${seal.day}`
    const link = this.#link(seal.link)
    if (!keys.has(seal.key)) {
      const what = 'ledger_seals.key_id or ledger_seal_keys'
      this.#findings.add(what, row, `key ${seal.key} is missing`)
    } else if (!isSigned(seal, keys)) {
      this.#findings.add(`ledger_seals (${sealColumns.join(', ')})`, row, 'its signature is wrong')
    }
    if (link === undefined) {
      this.#findings.add('ledger_links', `link ${seal.link}`, `missing: the ${row} is over it`)
    } else if (short(Buffer.from(seal.linkHash, 'hex')) !== link.hash) {
      this.#findings.add('ledger_seals.link_hash', row, `link ${seal.link} has another hash`)
    } else if (dayOf(link.at) !== seal.day) {
      this.#findings.add('ledger_seals.day', row, `its link is of ${dayOf(link.at)}`)
    }
  }

  /** The totals of a seal are those of the seal before and the flows between. */
  #checkTotals(at: number, seal: Seal, firstPosting: number): void {
    const before = this.seals[at - 1]
    if ((this.#ends[at - 1] ?? 0) + 1 < firstPosting) return
    const assets = new Set([...Object.keys(seal.totals), ...Object.keys(before?.totals ?? {})])
    for (const key of this.#flows.keys()) {
      const [place, asset = ''] = key.split(':')
      if (Number(place) === at) assets.add(asset)
    }
    for (const asset of assets) {
      const flow = this.#flows.get(`${at}:${asset}`) ?? 0n
      const wanted = BigInt(before?.totals[asset] ?? '0') + flow
      const stated = BigInt(seal.totals[asset] ?? '0')
      if (wanted === stated) continue
      const why = `asset ${asset} is ${stated}, and moves make it ${wanted}`
      this.#findings.add('ledger_seals.totals', `seal of ${seal.day}`, why)
    }
  }

  /** Each day with links has a seal, over its last link, soon after the day. */
  #checkDays(nowMicros: number): void {
    const sealed = new Map(this.seals.map(({ day, link }) => [day, link]))
    const lasts = new Map<string, number>()
    for (const { at, id } of this.#chain.links) lasts.set(dayOf(at), id)
    for (const [day, last] of lasts) {
      if (nowMicros / 1_000 < endOf(day) + sealedWithinMs) continue
      const link = sealed.get(day)
      if (link === undefined) {
        this.#findings.add('ledger_seals', `seal of ${day}`, 'missing')
      } else if (link !== last) {
        this.#findings.add('ledger_seals.link', `seal of ${day}`, `the day ended with link ${last}`)
      }
    }
  }

  /** Compares seals that were kept outside; returns how many. */
  async compareKept(file: string): Promise<number> {
    const published: unknown = JSON.parse(await readFile(file, 'utf8'))
    const { keys, seals } = keptIn(published)
    for (const seal of seals) {
      const row = `seal of ${seal.day}, as kept outside`
      const link = this.#link(seal.link)
      if (!isSigned(seal, keys)) this.#findings.add(file, row, 'its signature is wrong')
      else if (link === undefined) this.#findings.add('ledger_links', row, 'its link is missing')
      else if (short(Buffer.from(seal.linkHash, 'hex')) !== link.hash) {
        this.#findings.add('ledger_links', row, 'its link has another hash: history was rewritten')
      }
    }
    return seals.length
  }
}

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Reads what `/.well-known/ledger-seals.json` publishes. */
function keptIn(document: unknown): Readonly<{ keys: Keys; seals: readonly Seal[] }> {
  const keys = items(field(document, 'keys')).map((key): [string, Buffer] => [
    String(field(key, 'kid')),
    Buffer.from(String(field(key, 'x')), 'base64url'),
  ])
  const seals = items(field(document, 'seals')).map((seal) => ({
    day: String(field(seal, 'day')),
    at: String(field(seal, 'at')),
    link: Number(field(seal, 'link')),
    linkHash: String(field(seal, 'linkHash')),
    totals: totalsIn(JSON.stringify(field(seal, 'totals'))),
    key: String(field(seal, 'key')),
    signature: Buffer.from(String(field(seal, 'signature')), 'base64'),
  }))
  return { keys: new Map(keys), seals }
}
