import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type LiabilityBranch,
  type PublishedLiabilities,
  verifyLiabilities,
} from '../../../packages/client/src/liabilities.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { findPath, type LeafChunk, leafList, type Tree } from './leaf-list.ts'
import {
  climb,
  hashOf,
  leafKeyOf,
  leafNode,
  nonceOf,
  sumUnitsOf,
  treeSizes,
} from './summation-tree.ts'

const symbol = 'IDR'
const secret = Buffer.alloc(32, 7)

/** What users own, by their numbers. */
type Book = readonly bigint[]

const emailOf = (user: number): string => `user-${user}@tukar.test`

/** Builds the tree of a book as the service does. */
function prove(book: Book) {
  const list = leafList(systemRandom)
  for (const [user, units] of book.entries()) {
    const nonce = nonceOf(secret, user)
    list.add(leafKeyOf(nonce), leafNode({ nonce, symbol, email: emailOf(user), units }))
  }
  const chunks: LeafChunk[] = []
  const building = list.build()
  let step = building.next()
  for (; step.done !== true; step = building.next()) chunks.push(step.value)
  return { chunks, tree: step.value }
}

const publishedOf = ({ height, root, total }: Tree): PublishedLiabilities => ({
  symbol,
  decimals: 0,
  total: `${total}`,
  root: Buffer.from(root).toString('hex'),
  height,
})

function branchOf({ chunks, tree }: ReturnType<typeof prove>, user: number): LiabilityBranch {
  const key = leafKeyOf(nonceOf(secret, user))
  const paths = chunks.map(({ chunk, leaves }) =>
    findPath(key, { chunk, leaves: Buffer.from(leaves), tops: Buffer.from(tree.tops) }),
  )
  const path = paths.find((one) => one !== null)
  assert.ok(path, `user ${user} has no leaf`)
  return {
    symbol,
    balance: `${path.units}`,
    index: path.index,
    siblings: path.siblings.map((node) => ({
      hash: hashOf(node).toString('hex'),
      sum: `${sumUnitsOf(node)}`,
    })),
  }
}

type Claim = Readonly<{ user: number; branch: LiabilityBranch; balance?: string }>

/** What a user's verifier says of a branch; null if it proves the balance. */
async function faultOf(published: PublishedLiabilities, { user, branch, balance }: Claim) {
  const [verdict] = await verifyLiabilities([published], {
    email: emailOf(user),
    nonce: nonceOf(secret, user).toString('hex'),
    branches: [branch],
    ...(balance === undefined ? {} : { expected: new Map([[symbol, balance]]) }),
  })
  return verdict?.fault
}

const bookOf = (most: bigint) =>
  fc.array(fc.bigInt({ min: 0n, max: most }), { minLength: 1, maxLength: 40 })

const withSibling = (
  branch: LiabilityBranch,
  at: number,
  change: Readonly<{ hash?: string; sum?: string }>,
): LiabilityBranch => ({
  ...branch,
  siblings: branch.siblings.map((one, level) => (level === at ? { ...one, ...change } : one)),
})

describe('an honest proof', () => {
  test('of random books is accepted by every user, with the sum of all as its total', () =>
    fc.assert(
      fc.asyncProperty(bookOf(2n ** 100n), async (book) => {
        const proof = prove(book)
        const published = publishedOf(proof.tree)
        assert.equal(
          proof.tree.total,
          book.reduce((sum, units) => sum + units, 0n),
        )
        for (const [user, units] of book.entries()) {
          const branch = branchOf(proof, user)
          assert.equal(await faultOf(published, { user, branch, balance: `${units}` }), null)
        }
      }),
      { numRuns: 30 },
    ))

  test('of several chunks is accepted, with as many leaves as the next power of two', async () => {
    const proof = prove(Array.from({ length: 3_000 }, (_, user) => BigInt(user)))
    assert.deepEqual([proof.tree.height, proof.chunks.length], [12, 4])
    for (const user of [0, 1, 1_499, 2_999]) {
      const branch = branchOf(proof, user)
      assert.equal(branch.balance, `${user}`)
      assert.equal(await faultOf(publishedOf(proof.tree), { user, branch }), null)
    }
  })

  test('shows by its height no number of users below a chunk, and has new padding', () => {
    const [one, other] = [prove([5n]), prove([5n])]
    assert.equal(one.tree.height, prove(Array.from({ length: 1_000 }, () => 1n)).tree.height)
    assert.notDeepEqual(one.tree.root, other.tree.root)
  })
})

describe('the verifier finds', () => {
  const book: Book = [700n, 40n, 0n, 9n, 1_000n]
  const proof = prove(book)
  const published = publishedOf(proof.tree)

  test('a user who is left out, without a branch or with one made up', async () => {
    const expected = new Map([[symbol, '500']])
    const own = { email: emailOf(9), nonce: nonceOf(secret, 9).toString('hex'), branches: [] }
    assert.deepEqual(await verifyLiabilities([published], { ...own, expected }), [
      { symbol, balance: null, fault: 'left-out' },
    ])
    const taken = { ...branchOf(proof, 4), balance: '500' }
    assert.equal(await faultOf(published, { user: 9, branch: taken }), 'other-total')
    const zero = { ...branchOf(proof, 2), balance: '500' }
    const lowered = withSibling(zero, 9, { sum: '0' })
    assert.notEqual(await faultOf(published, { user: 9, branch: lowered }), null)
  })

  test('a lower balance than the user owned', async () => {
    const branch = branchOf(proof, 1)
    assert.equal(await faultOf(published, { user: 1, branch, balance: '41' }), 'other-balance')
    const claimed = { ...branch, balance: '41' }
    assert.equal(await faultOf(published, { user: 1, branch: claimed }), 'other-total')
  })

  test('a negative balance anywhere on the way, and sums that overflow', async () => {
    assert.throws(() => prove([700n, -600n]), /out of bounds/)
    const branch = branchOf(proof, 0)
    for (const [at] of branch.siblings.entries()) {
      const negative = withSibling(branch, at, { sum: '-600' })
      assert.equal(await faultOf(published, { user: 0, branch: negative }), 'malformed')
    }
    // A sum that would wrap to 100, were it counted in 16 bytes.
    const wrapped = withSibling(branch, 9, { sum: `${2n ** 128n - 600n}` })
    assert.equal(await faultOf(published, { user: 0, branch: wrapped }), 'malformed')
    assert.throws(() => prove([2n ** 127n, 2n ** 127n]), /out of bounds/)
  })

  test('a balance split otherwise for each of two users under one root', async () => {
    // The flaw of trees whose parents hash only the sum of both children: a total of 100 is shown
    // to one user as 100 and 0, to the other as 0 and 100.
    const pair = [100n, 0n].map((units, user) =>
      leafNode({ nonce: nonceOf(secret, user), symbol, email: emailOf(user), units }),
    )
    const [left = Buffer.alloc(0), right = Buffer.alloc(0)] = pair
    const { top } = climb(Buffer.concat([left, right]))
    const small: PublishedLiabilities = {
      ...{ symbol, decimals: 0, total: '100', height: 1 },
      root: hashOf(top).toString('hex'),
    }
    const shown = (index: number, sibling: Buffer) => ({
      ...{ symbol, index, balance: '100' },
      siblings: [{ hash: hashOf(sibling).toString('hex'), sum: '0' }],
    })
    assert.equal(await faultOf(small, { user: 0, branch: shown(0, right) }), null)
    assert.equal(await faultOf(small, { user: 1, branch: shown(1, left) }), 'other-root')
    // A leaf of the second user with the same balance does not help: its hash is not in the root.
    const honest = leafNode({
      ...{ nonce: nonceOf(secret, 1), symbol, email: emailOf(1), units: 100n },
    })
    assert.notDeepEqual(climb(Buffer.concat([left, honest])).top, top)
  })

  test('a sum that moved from one sibling to another, at every level', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat({ max: book.length - 1 }),
        fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 2, maxLength: 2 }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        async (user, [from = 0, to = 0], units) => {
          const branch = branchOf(proof, user)
          const sumAt = (at: number) => BigInt(branch.siblings[at]?.sum ?? 0)
          fc.pre(sumAt(from) >= units)
          const taken = withSibling(branch, from, { sum: `${sumAt(from) - units}` })
          const moved = withSibling(taken, to, { sum: `${sumAt(to) + units}` })
          assert.equal(await faultOf(published, { user, branch: moved }), 'other-root')
          assert.equal(await faultOf(published, { user, branch: taken }), 'other-total')
        },
      ),
    ))

  test("another user's branch, also if both own the same", async () => {
    const same = prove([50n, 50n])
    const branch = branchOf(same, 0)
    const root = publishedOf(same.tree)
    assert.equal(await faultOf(root, { user: 0, branch }), null)
    assert.equal(await faultOf(root, { user: 1, branch }), 'other-root')
    // With the nonce of the other user too: the leaf names its owner.
    const nonce = nonceOf(secret, 0).toString('hex')
    const [verdict] = await verifyLiabilities([root], {
      ...{ email: emailOf(1), nonce, branches: [branch] },
    })
    assert.equal(verdict?.fault, 'other-root')
  })

  test('a branch of another length, place or asset, and one of another proof', async () => {
    const branch = branchOf(proof, 0)
    const faults = await Promise.all(
      [
        { ...branch, siblings: branch.siblings.slice(1) },
        { ...branch, index: branch.index ^ 1 },
        { ...branch, index: 2 ** 10 + branch.index },
        { ...branch, symbol: 'BTC' },
        { ...branch, balance: '7e2' },
        branchOf(prove(book), 0),
      ].map((changed) => faultOf(published, { user: 0, branch: changed })),
    )
    const [length, place, far, asset, number, root] = faults
    assert.deepEqual([length, asset], ['other-tree', 'other-tree'])
    assert.deepEqual([place, root], ['other-root', 'other-root'])
    assert.deepEqual([far, number], ['malformed', 'malformed'])
  })

  test('an inner node that is passed off as a leaf', async () => {
    const branch = branchOf(proof, 0)
    const short = { ...published, height: published.height - 1 }
    const claim = { ...branch, siblings: branch.siblings.slice(1), index: branch.index >> 1 }
    const sum = BigInt(branch.balance) + BigInt(branch.siblings[0]?.sum ?? 0)
    const fault = await faultOf(short, { user: 0, branch: { ...claim, balance: `${sum}` } })
    assert.equal(fault, 'other-root')
    assert.equal(treeSizes.node, 48)
  })
})
