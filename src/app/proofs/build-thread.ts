/**
 * The program of the thread that builds a proof, at a lower priority than request handling. Each
 * message has one response.
 */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { type LeafChunk, leafList, type Tree } from './leaf-list.ts'
import { proofLimits } from './proof-limits.ts'
import { leafKeyOf, leafNode, nonceOf } from './summation-tree.ts'

// On Linux the priority applies to the thread; elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

export type BuildRequest =
  /** What users own, as `readOwned` returns it. */
  Readonly<{ kind: 'owned'; secret: Uint8Array; text: string }> | Readonly<{ kind: 'next' }>

export type Built =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'chunks'; symbol: string; chunks: readonly LeafChunk[] }>
  | Readonly<{ kind: 'tree'; symbol: string; tree: Tree }>
  | Readonly<{ kind: 'done' }>

const lists = new Map<string, ReturnType<typeof leafList>>()
let results: Generator<Built, void> | null = null

function addOwned(secret: Uint8Array, text: string): void {
  for (const line of text.split('\n')) {
    const [user = '', email = '', ...balances] = line.split('\t')
    const nonce = nonceOf(secret, user)
    for (const balance of balances) {
      const [symbol = '', units = ''] = balance.split(' ')
      const leaf = leafNode({ nonce, symbol, email, units: BigInt(units) })
      listOf(symbol).add(leafKeyOf(nonce), leaf)
    }
  }
}

function listOf(symbol: string): ReturnType<typeof leafList> {
  const found = lists.get(symbol) ?? leafList(systemRandom)
  lists.set(symbol, found)
  return found
}

/** Yields each tree after its chunks, and frees its memory. */
function* build(): Generator<Built, void> {
  for (const [symbol, list] of lists) {
    const leaves = list.build()
    let chunks: LeafChunk[] = []
    let step = leaves.next()
    for (; step.done !== true; step = leaves.next()) {
      chunks.push(step.value)
      if (chunks.length === proofLimits.chunks) {
        yield { kind: 'chunks', symbol, chunks }
        chunks = []
      }
    }
    if (chunks.length > 0) yield { kind: 'chunks', symbol, chunks }
    yield { kind: 'tree', symbol, tree: step.value }
    lists.delete(symbol)
  }
}

function next(): Built {
  results ??= build()
  const step = results.next()
  return step.done === true ? { kind: 'done' } : step.value
}

parentPort?.on('message', (request: BuildRequest) => {
  if (request.kind === 'owned') addOwned(request.secret, request.text)
  const built: Built = request.kind === 'owned' ? { kind: 'ready' } : next()
  parentPort?.postMessage(built, built.kind === 'chunks' ? buffersOf(built.chunks) : [])
})

const buffersOf = (chunks: readonly LeafChunk[]): ArrayBuffer[] =>
  chunks.map(({ leaves }) => leaves.buffer).filter((one) => one instanceof ArrayBuffer)
