import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Signing = Readonly<{ method?: string; seconds?: string; agoMs?: number; key?: string }>

/** A presigned URL, by S3's description of Signature Version 4 in a query. */
function presigned(path: string, { method = 'GET', seconds = '60', ...rest }: Signing = {}): URL {
  const { agoMs = 0, key = testSecrets.storageAccessKey } = rest
  const at = new Date(Date.now() - agoMs)
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/ap-southeast-3/s3/aws4_request`
  const url = new URL(`${rig.sandbox.url}/s3${path}`)
  const query = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': seconds,
    'X-Amz-SignedHeaders': 'host',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  url.searchParams.sort()
  const lines = [method, url.pathname, url.search.slice(1), `host:${url.host}`, '', 'host']
  const canonical = [...lines, 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')
  const keyOfDay = ['ap-southeast-3', 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${testSecrets.storageSecretKey}`, day),
  )
  url.searchParams.set('X-Amz-Signature', hmac(keyOfDay, toSign).toString('hex'))
  return url
}

async function refusal(url: URL, init: RequestInit = {}): Promise<readonly [number, string]> {
  const answer = await fetch(url, init)
  return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1] ?? '']
}

const put = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(presigned(path, { method: 'PUT' }), { method: 'PUT', body, headers })

test('a presigned URL puts and gives an object, by the method it was signed for', async () => {
  assert.equal((await put('/pictures/one', 'first')).status, 200)
  assert.equal(await (await fetch(presigned('/pictures/one'))).text(), 'first')
  const other = await refusal(presigned('/pictures/one'), { method: 'PUT', body: 'second' })
  assert.deepEqual(other, [403, 'SignatureDoesNotMatch'])
  assert.deepEqual(await refusal(presigned('/pictures/two')), [404, 'NoSuchKey'])
})

test('a presigned URL that has expired, or is not as S3 wants it, is refused', async () => {
  const old = presigned('/pictures/one', { agoMs: 61_000 })
  assert.deepEqual(await refusal(old), [403, 'AccessDenied'])
  const text = await (await fetch(old)).text()
  assert.match(text, /<X-Amz-Expires>60<.*<Expires>\d{4}-.*<ServerTime>\d{4}-.*<RequestId>/)
  const early = presigned('/pictures/one', { agoMs: -16 * 60_000 })
  assert.deepEqual(await refusal(early), [403, 'AccessDenied'])
  const malformed = 'AuthorizationQueryParametersError'
  for (const seconds of ['604801', '-5', 'soon']) {
    assert.deepEqual(await refusal(presigned('/pictures/one', { seconds })), [400, malformed])
  }
  const unsigned = presigned('/pictures/one')
  unsigned.searchParams.delete('X-Amz-SignedHeaders')
  assert.deepEqual(await refusal(unsigned), [400, malformed])
  const wrongKey = presigned('/pictures/one', { key: 'somebody' })
  assert.deepEqual(await refusal(wrongKey), [403, 'InvalidAccessKeyId'])
  const twice = { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=x' } }
  assert.deepEqual(await refusal(presigned('/pictures/one'), twice), [400, 'InvalidArgument'])
})

test('a changed query or a header that was not signed is refused', async () => {
  const url = presigned('/pictures/one')
  url.searchParams.set('response-content-type', 'text/html')
  assert.deepEqual(await refusal(url), [403, 'SignatureDoesNotMatch'])
  const added = await put('/pictures/one', 'first', { 'x-amz-meta-owner': 'four' })
  assert.equal(added.status, 403)
  assert.match(await added.text(), /<HeadersNotSigned>x-amz-meta-owner</)
})

test('a body that does not match its digest is refused, and nothing is stored', async () => {
  const wrong = await put('/pictures/one', 'first', { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' })
  assert.equal(wrong.status, 400)
  assert.match(await wrong.text(), /<Code>BadDigest</)
  assert.deepEqual(await refusal(presigned('/pictures/one')), [404, 'NoSuchKey'])
})

test('unsupported calls are refused instead of misread', async () => {
  const init = { method: 'PUT', body: 'first' }
  const url = presigned('/pictures/one?partNumber=1&uploadId=none', init)
  assert.deepEqual(await refusal(url, init), [501, 'NotImplemented'])
})
