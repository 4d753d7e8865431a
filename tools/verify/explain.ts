import {
  hashesOf,
  inOrder,
  moveColumns,
  postingColumns,
  printOf,
  printsIn,
  type Row,
} from './columns.ts'
import type { Findings } from './finding.ts'
import { type Chain, type KeptLink, keptOf, type Link } from './links.ts'
import { hasTxOf } from './segments.ts'

/** A link with the rows that it should cover. */
export type Case = Readonly<{
  at: number
  link: Link
  postings: Row[]
  moves: Row[]
  /** False if the moves were detached. */
  hasMoves: boolean
  /** Hashes that others state for this link: its successor and its seal. */
  stated: ReadonlySet<string>
}>

/** Names what was changed: columns of the link itself, or rows. */
export function explain(chain: Chain, one: Case, findings: Findings): void {
  one.postings.sort(inOrder)
  one.moves.sort(inOrder)
  const kept = keptOf(one.link)
  const isWhole = kept.hash === kept.computed
  const row = `link ${kept.id}`
  if (isWhole) {
    explainRows('postings', postingColumns, one.postings, one.link, findings)
    if (one.hasMoves) explainRows('moves', moveColumns, one.moves, one.link, findings)
    explainPlace(chain, one, kept, findings)
  } else if (one.stated.has(kept.computed)) {
    findings.add('ledger_links.hash', row, 'it is not the hash of the link')
  } else {
    const columns = changedColumns(chain, one, kept)
    for (const column of columns) {
      findings.add(`ledger_links.${column}`, row, 'it was changed: the hash of the link differs')
    }
  }
  const hasRows = hashesOf(one.moves, moveColumns.length).equals(one.link.moveHashes)
  if (one.hasMoves && hasRows && !hasTxOf(kept, one.moves)) explainTx(one, kept, findings)
}

function explainPlace(chain: Chain, { at }: Case, kept: KeptLink, findings: Findings): void {
  const { id, above, previous } = chain.expected(at)
  if (kept.id !== id) {
    const missing = id === kept.id - 1 ? `link ${id}` : `links ${id} to ${kept.id - 1}`
    findings.add('ledger_links', missing, 'missing: links have consecutive ids')
  } else if (kept.previous !== previous || kept.above !== above) {
    const before = chain.links[at - 1]
    // A changed hash or end of the link before is named there.
    if (before !== undefined && before.hash !== before.computed) return
    findings.add('ledger_links', `link ${kept.id}`, `it does not follow link ${kept.id - 1}`)
  }
}

/** The columns of a link that differ from its neighbours and from the rows. */
function changedColumns(chain: Chain, one: Case, kept: KeptLink): readonly string[] {
  const { link, postings, moves, hasMoves } = one
  const { id, above, upto, previous } = chain.expected(one.at)
  const prints = (rows: readonly Row[]) => rows.map(printOf).join('')
  const last = upto ?? postings.at(-1)?.id ?? kept.upto
  const checks: readonly (readonly [string, boolean])[] = [
    ['id', kept.id === id],
    ['above', kept.above === above],
    ['upto', kept.upto === last],
    ['previous', kept.previous === previous],
    ['posting_hashes', hashesOf(postings, postingColumns.length).equals(link.postingHashes)],
    ['posting_prints', prints(postings) === link.postingPrints.toString('hex')],
    ['move_hashes', !hasMoves || hashesOf(moves, moveColumns.length).equals(link.moveHashes)],
    ['move_prints', !hasMoves || prints(moves) === link.movePrints.toString('hex')],
  ]
  const changed = checks.flatMap(([name, fits]) => (fits ? [] : [name]))
  if (changed.length > 0) return changed
  return [one.stated.size === 0 ? 'at or hash' : 'at']
}

function explainTx({ moves }: Case, { id, above, upto, txDigest }: KeptLink, findings: Findings) {
  const mixed = [...Map.groupBy(moves, (move) => move.id)].find(
    ([, lines]) => new Set(lines.map(({ tx }) => tx)).size > 1,
  )
  const isReset = moves.every(({ tx }) => tx === '0')
  if (txDigest === null || isReset) {
    findings.add('ledger_links.tx_hash', `link ${id}`, 'it is null though its moves have numbers')
  }
  const row = mixed === undefined ? `postings ${above + 1} to ${upto}` : `posting ${mixed[0]}`
  findings.add('moves.tx or ledger_links.tx_hash', row, `link ${id} has another hash of it`)
}

const nameOf = (table: string, { id, line }: Row): string =>
  table === 'moves' ? `posting ${id}, line ${line}` : `posting ${id}`

function explainRows(
  table: 'postings' | 'moves',
  columns: readonly string[],
  rows: readonly Row[],
  link: Link,
  findings: Findings,
): void {
  const [stored, prints] =
    table === 'moves'
      ? [link.moveHashes, link.movePrints]
      : [link.postingHashes, link.postingPrints]
  const actual = hashesOf(rows, columns.length)
  if (actual.equals(stored)) return
  const expected = printsIn(prints)
  const differing = columns.filter(
    (_, at) =>
      !actual.subarray(at * 32, at * 32 + 32).equals(stored.subarray(at * 32, at * 32 + 32)),
  )
  const why = `link ${link.id} has other hashes`
  const { changed, missing, surplus } = compare(expected, rows)
  for (const at of changed) {
    const row = rows[at]
    if (row === undefined) continue
    for (const column of differing) findings.add(`${table}.${column}`, nameOf(table, row), why)
  }
  for (const at of surplus) {
    const row = rows[at]
    if (row !== undefined) findings.add(table, nameOf(table, row), `inserted: ${why}`)
  }
  for (const at of missing) {
    const [before, after] = [rows[at - 1], rows[at]]
    const place = [
      before === undefined ? '' : `after ${nameOf(table, before)}`,
      after === undefined ? '' : `before ${nameOf(table, after)}`,
    ].filter((text) => text !== '')
    const row = place.length === 0 ? `every row of link ${link.id}` : place.join(' and ')
    findings.add(table, row, `missing: ${why}`)
  }
}

type Differences = Readonly<{
  /** Places of rows that differ. */
  changed: readonly number[]
  /** Places before which a row is missing. */
  missing: readonly number[]
  surplus: readonly number[]
}>

/** Aligns rows with the prints that a link has of them. */
function compare(expected: readonly string[], rows: readonly Row[]): Differences {
  const actual = rows.map(printOf)
  const known = new Set(expected)
  const present = new Set(actual)
  const changed: number[] = []
  const missing: number[] = []
  const surplus: number[] = []
  let [at, place] = [0, 0]
  while (at < expected.length || place < actual.length) {
    const [wanted, found] = [expected[at], actual[place]]
    if (wanted !== undefined && wanted === found) {
      at += 1
      place += 1
      continue
    }
    const isGone = wanted !== undefined && !present.has(wanted)
    const isNew = found !== undefined && !known.has(found)
    if (isGone && isNew) changed.push(place)
    else if (isNew) surplus.push(place)
    else if (isGone) missing.push(place)
    // Both occur elsewhere.
    else changed.push(place)
    if (isGone || !isNew) at += 1
    if (isNew || !isGone) place += 1
  }
  return { changed, missing, surplus }
}
