import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listLimits } from './list-limits.ts'
import { lastPage, pageBounds, pageOf } from './page.ts'

test('walking from page to page shows each of any number of items once, and ends', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), (count, per_page) => {
      const items = Array.from({ length: count }, (_, index) => index)
      const seen: number[] = []
      let page: number | null = 1
      while (page !== null) {
        const { limit, offset } = pageBounds({ page, per_page })
        const here: number = page
        const got = pageOf(items.slice(offset, offset + limit), count, { page: here, per_page })
        assert.equal(got.currentPage, here)
        assert.equal(got.perPage, per_page)
        assert.equal(got.totalData, count)
        seen.push(...got.data)
        page = got.nextPage
      }
      assert.deepEqual(seen, items)
    }),
  )
})

test('a full last page has no next page', () => {
  assert.equal(pageOf([1, 2], 4, { page: 2, per_page: 2 }).nextPage, null)
  assert.equal(pageOf([1, 2], 5, { page: 2, per_page: 2 }).nextPage, 3)
})

test('no page links to a page that would be refused', () => {
  const request = { page: lastPage, per_page: listLimits.defaultItems }
  assert.equal(pageOf([], 1_000_000, request).nextPage, null)
  assert.equal(pageOf([], 1_000_000, { ...request, page: lastPage - 1 }).nextPage, lastPage)
})
