import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

const Bucket = 'pictures'
const place = { Bucket, Key: 'cards/one & two.txt' }
const bytes = Buffer.from('what is kept')

const connect = (rig: Rig): S3Client =>
  new S3Client({
    endpoint: `${rig.sandbox.url}/s3`,
    region: 'ap-southeast-3',
    forcePathStyle: true,
    credentials: {
      accessKeyId: testSecrets.storageAccessKey,
      secretAccessKey: testSecrets.storageSecretKey,
    },
  })

function objectCalls(s3: S3Client): readonly Call[] {
  return [
    { name: 'HeadBucketCommand', run: () => s3.send(new HeadBucketCommand({ Bucket })) },
    {
      name: 'PutObjectCommand',
      async run() {
        const described = { ContentType: 'text/plain', Metadata: { owner: 'four' } }
        const command = new PutObjectCommand({ ...place, ...described, Body: bytes })
        const { ETag, ChecksumCRC32 } = await s3.send(command)
        assert.equal(ETag, `"${createHash('md5').update(bytes).digest('hex')}"`)
        assert.notEqual(ChecksumCRC32, undefined)
      },
    },
    {
      name: 'PutObjectCommand of a stream',
      async run() {
        const Body = Readable.from([bytes.subarray(0, 4), bytes.subarray(4)])
        const Key = 'streamed'
        const ContentLength = bytes.length
        await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }))
        const { Body: kept, ContentEncoding } = await s3.send(new GetObjectCommand({ Bucket, Key }))
        assert.equal(await kept?.transformToString(), bytes.toString())
        assert.equal(ContentEncoding, undefined)
      },
    },
    {
      name: 'HeadObjectCommand',
      async run() {
        const { ContentLength, ContentType, Metadata } = await s3.send(new HeadObjectCommand(place))
        assert.deepEqual([ContentLength, ContentType], [bytes.length, 'text/plain'])
        assert.deepEqual(Metadata, { owner: 'four' })
        const missing = s3.send(new HeadObjectCommand({ Bucket, Key: 'missing' }))
        await assert.rejects(missing, NotFound)
      },
    },
  ]
}

function readCalls(s3: S3Client): readonly Call[] {
  return [
    {
      name: 'GetObjectCommand',
      async run() {
        const { Body, ChecksumCRC32 } = await s3.send(new GetObjectCommand(place))
        assert.equal(await Body?.transformToString(), bytes.toString())
        assert.notEqual(ChecksumCRC32, undefined)
      },
    },
    {
      name: 'GetObjectCommand of a range',
      async run() {
        const command = new GetObjectCommand({ ...place, Range: 'bytes=5-6' })
        const { Body, ContentRange } = await s3.send(command)
        assert.equal(await Body?.transformToString(), 'is')
        assert.equal(ContentRange, `bytes 5-6/${bytes.length}`)
      },
    },
    {
      name: 'ListObjectsV2Command',
      async run() {
        const command = new ListObjectsV2Command({ Bucket, Delimiter: '/' })
        const { Contents, CommonPrefixes } = await s3.send(command)
        assert.deepEqual(
          Contents?.map(({ Key }) => Key),
          ['streamed'],
        )
        assert.deepEqual(CommonPrefixes, [{ Prefix: 'cards/' }])
      },
    },
    {
      name: 'paginateListObjectsV2()',
      async run() {
        const keys: unknown[] = []
        for await (const page of paginateListObjectsV2({ client: s3, pageSize: 1 }, { Bucket })) {
          keys.push(...(page.Contents ?? []).map(({ Key }) => Key))
        }
        assert.deepEqual(keys, [place.Key, 'streamed'])
      },
    },
  ]
}

function presignedCalls(s3: S3Client): readonly Call[] {
  return [
    {
      name: 'getSignedUrl(PutObjectCommand)',
      async run() {
        const Metadata = { owner: 'five' }
        const command = new PutObjectCommand({ Bucket, Key: 'presigned', Metadata })
        const url = await getSignedUrl(s3, command, { expiresIn: 60 })
        const answer = await fetch(url, { method: 'PUT', body: 'by its URL' })
        assert.equal(answer.status, 200, await answer.text())
      },
    },
    {
      name: 'getSignedUrl(GetObjectCommand)',
      async run() {
        const named = { ResponseContentDisposition: 'attachment; filename="a b.txt"' }
        const command = new GetObjectCommand({ Bucket, Key: 'presigned', ...named })
        const answer = await fetch(await getSignedUrl(s3, command, { expiresIn: 60 }))
        assert.equal(await answer.text(), 'by its URL')
        assert.equal(answer.headers.get('content-disposition'), named.ResponseContentDisposition)
      },
    },
    {
      name: 'getSignedUrl(HeadObjectCommand)',
      async run() {
        const command = new HeadObjectCommand({ Bucket, Key: 'presigned' })
        const url = await getSignedUrl(s3, command, { expiresIn: 60 })
        const { headers } = await fetch(url, { method: 'HEAD' })
        assert.equal(headers.get('content-length'), '10')
        assert.equal(headers.get('x-amz-meta-owner'), 'five')
      },
    },
    {
      name: 'getSignedUrl(), expired',
      async run() {
        const signingDate = new Date(Date.now() - 120_000)
        const signing = { expiresIn: 60, signingDate }
        const url = await getSignedUrl(s3, new GetObjectCommand(place), signing)
        const answer = await fetch(url)
        assert.equal(answer.status, 403)
        assert.match(await answer.text(), /<Code>AccessDenied<.*<X-Amz-Expires>60</)
      },
    },
    {
      name: 'DeleteObjectCommand',
      async run() {
        await s3.send(new DeleteObjectCommand(place))
        await assert.rejects(s3.send(new HeadObjectCommand(place)), NotFound)
      },
    },
  ]
}

export const awsS3: Client = {
  package: '@aws-sdk/client-s3',
  emulator: 'storage',
  setUp: 'Its `endpoint` is `/s3` of the sandbox; `@aws-sdk/s3-request-presigner` signs the URLs.',
  calls(rig) {
    const s3 = connect(rig)
    return [...objectCalls(s3), ...readCalls(s3), ...presignedCalls(s3)]
  },
}
