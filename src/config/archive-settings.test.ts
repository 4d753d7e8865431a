import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, problemsOf, production } from '../../tests/make/config.ts'

const keys = { ARCHIVE_ACCESS_KEY: 'AKIAIOSFODNN7', ARCHIVE_SECRET_KEY: 'kZ8xQ2vW5nB1mL7r' }

test('an archive is a bucket of an S3 API, a folder, or nowhere', () => {
  assert.equal(configOf({}).archive, null)
  assert.deepEqual(configOf({ ARCHIVE_URL: 'file:///var/archive' }).archive, {
    kind: 'folder',
    folder: '/var/archive',
  })
  const env = { ...keys, ARCHIVE_URL: 'https://s3.example.com/store/moves' }
  assert.deepEqual(configOf(env).archive, {
    kind: 'bucket',
    baseUrl: 'https://s3.example.com/store',
    bucket: 'moves',
    region: 'us-east-1',
    accessKey: keys.ARCHIVE_ACCESS_KEY,
    secretKey: keys.ARCHIVE_SECRET_KEY,
  })
})

test('a bucket without a name or keys, and in production without TLS, is refused', () => {
  assert.deepEqual(problemsOf({ ...keys, ARCHIVE_URL: 'https://s3.example.com' }), [
    'ARCHIVE_URL names no bucket',
  ])
  assert.deepEqual(problemsOf({ ARCHIVE_URL: 'https://s3.example.com/moves' }), [
    'ARCHIVE_ACCESS_KEY is missing while ARCHIVE_URL is a bucket',
    'ARCHIVE_SECRET_KEY is missing while ARCHIVE_URL is a bucket',
  ])
  const plain = { ...production, ...keys, ARCHIVE_URL: 'http://s3.example.com/moves' }
  assert.deepEqual(problemsOf(plain), ['ARCHIVE_URL is not encrypted'])
})

test('a folder is refused in production', () => {
  assert.deepEqual(problemsOf({ ...production, ARCHIVE_URL: 'file:///var/archive' }), [
    'ARCHIVE_URL is a folder, which other nodes lack',
  ])
})
