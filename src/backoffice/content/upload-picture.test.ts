import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { editItem } from '../../../tests/make/edits.ts'
import { filePart, formOf } from '../../../tests/make/forms.ts'
import { keptFile } from '../../../tests/make/kept-file.ts'
import { auditOf, makeFirstAdmin } from '../../../tests/make/operator.ts'
import { jpegPicture, pngPicture } from '../../../tests/make/pictures.ts'
import { storeFile } from '../../platform/files/store-file.ts'

const both = (words: string) => ({ id: words, en: words })

async function upload(tukar: Tukar, token: string, file: Uint8Array): Promise<Answer> {
  const { contentType, body } = formOf(filePart('image', file))
  return send(tukar.url, 'POST', '/operator/api/pictures', {
    raw: new Uint8Array(body),
    headers: { 'content-type': contentType },
    token,
  })
}

async function withAdmin(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const call = (method: string, path: string, body?: unknown) =>
    tukar.call(method, path, { token: admin.token, ...(body === undefined ? {} : { body }) })
  const uploaded = async (file: Uint8Array): Promise<string> => {
    const answer = await upload(tukar, admin.token, file)
    assert.deepEqual(messageOf(answer), [200, 'api.content_saved'])
    return answer.body.data.name
  }
  return { admin, call, uploaded }
}

const banners = '/operator/api/banners'
const banner = (image: string) => ({ title: both('Promo'), image, status: 'ACTIVE' })

test('an uploaded picture is public once a banner has it, until it has another', async (t) => {
  const tukar = await startTukar(t)
  const { admin, call, uploaded } = await withAdmin(tukar)
  const first = await uploaded(await jpegPicture())
  const load = (name: string) => fetch(`${tukar.url}/api/pictures/${name}`)
  assert.equal((await load(first)).status, 404)
  const made = await call('POST', banners, banner(first))
  assert.equal(made.body.data.image, first)
  const [shown] = (await tukar.call('GET', '/api/banner')).body.data
  assert.equal(shown.image, `${tukar.config.baseUrl}/api/pictures/${first}`)
  const loaded = await load(first)
  assert.deepEqual(
    ['content-type', 'cache-control', 'cross-origin-resource-policy', 'content-disposition'].map(
      (header) => loaded.headers.get(header),
    ),
    ['image/jpeg', 'public, max-age=86400', 'cross-origin', 'inline'],
  )
  assert.ok((await loaded.arrayBuffer()).byteLength > 0)
  const second = await uploaded(await pngPicture())
  const edit = (body: object) => editItem(tukar, admin, `banners/${made.body.data.id}`, body)
  const bannerPath = `${banners}/${made.body.data.id}`
  assert.deepEqual(messageOf(await edit(banner(second))), [200, 'api.content_saved'])
  assert.deepEqual([(await load(first)).status, (await load(second)).status], [404, 200])
  assert.deepEqual(messageOf(await edit({ ...banner(second), position: 2 })), [
    200,
    'api.content_saved',
  ])
  assert.equal((await load(second)).status, 200)
  await call('DELETE', bannerPath)
  assert.equal((await load(second)).status, 404)
  const actions = (await auditOf(tukar, admin, '&subjectKind=picture')).map(({ action }) => action)
  assert.deepEqual(actions, ['picture.upload', 'picture.upload'])
})

test('a news item has an uploaded picture in lists and by itself', async (t) => {
  const tukar = await startTukar(t)
  const { call, uploaded } = await withAdmin(tukar)
  const slug = 'picture'
  const category = await call('POST', '/operator/api/news-categories', { slug, name: both('A') })
  const image = await uploaded(await jpegPicture())
  const texts = { title: both('T'), summary: both('S'), body: both('<p>B</p>'), tags: ['a'] }
  const item = { slug, categoryId: category.body.data.id, image, ...texts }
  const made = await call('POST', '/operator/api/news', item)
  await call('POST', `/operator/api/news/${made.body.data.id}/publish`, {})
  const url = `${tukar.config.baseUrl}/api/pictures/${image}`
  const byTag = (await tukar.call('GET', '/api/news/tag/a')).body.data[0].image
  const listed = (await tukar.call('GET', '/api/news')).body.data[0].image
  const alone = (await tukar.call('GET', `/api/news/${slug}`)).body.data.image
  assert.deepEqual([byTag, listed, alone], [url, url, url])
})

test('a picture belongs to one item, and must have been uploaded just before', async (t) => {
  const tukar = await startTukar(t)
  const { call, uploaded } = await withAdmin(tukar)
  const taken = await uploaded(await jpegPicture())
  await call('POST', banners, banner(taken))
  const old = await uploaded(await jpegPicture())
  await sql`
    update files set created_at = created_at - interval '31 minutes' where name = ${old}`.execute(
    tukar.service.ctx.db.read,
  )
  for (const name of [taken, old, '0'.repeat(32)]) {
    assert.deepEqual(messageOf(await call('POST', banners, banner(name))), [
      400,
      'api.oss_upload_fail',
    ])
  }
  const { data } = (await call('GET', banners)).body.data
  assert.equal(data.length, 1)
})

test('only pictures are uploaded, and private files stay private', async (t) => {
  const tukar = await startTukar(t)
  const { call, admin } = await withAdmin(tukar)
  const text = await upload(tukar, admin.token, Buffer.from('<svg onload="alert(1)"/>'))
  assert.equal(text.status, 400)
  const { ctx } = tukar.service
  const image = await ctx.images.clean(await jpegPicture(), 'image/jpeg')
  assert.ok(image !== null)
  const kept = await keptFile(ctx, image)
  assert.equal((await tukar.call('GET', `/api/pictures/${kept}`)).status, 404)
  assert.equal((await call('POST', banners, banner(kept))).status, 400)
  const stored = await storeFile(ctx, { owner: null, purpose: 'ocr', image })
  assert.ok(stored !== null)
  assert.equal((await call('POST', banners, banner(stored.name))).status, 400)
})
