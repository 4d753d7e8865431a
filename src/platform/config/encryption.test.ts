import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, memorySources, problemsOf, production } from '../../../tests/make/config.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { readConfig } from './config.ts'

const warningsOf = (env: Environment, name: string): readonly string[] => {
  const read = readConfig(env, memorySources())
  assert.ok(read.ok, JSON.stringify(read))
  return read.warnings.filter((one) => one.name === name).map(({ warning }) => warning)
}

test('in production every provider, key set and own address requires TLS', () => {
  const bucket = {
    OBJECT_STORE_BASE_URL: 'https://s3.example.com',
    OBJECT_STORE_BUCKET: 'pictures',
    OBJECT_STORE_ACCESS_KEY: 'AKIA0123456789ABCDEF',
    OBJECT_STORE_SECRET_KEY: 'o-58c1d07ae94f2b3660f1ca',
  }
  const addresses = Object.entries(production).flatMap(([name, value]) =>
    value?.startsWith('https:') === true ? [name] : [],
  )
  assert.equal(addresses.length, 12)
  const more = ['APP_URL', 'CUSTODY_JWKS_URL', 'PUSH_TOKEN_URL', 'OBJECT_STORE_BASE_URL']
  for (const name of [...addresses, ...more]) {
    for (const NODE_ENV of ['production', undefined]) {
      const env = { ...production, ...bucket, NODE_ENV, [name]: 'http://api.example.com/v1' }
      assert.deepEqual(problemsOf(env), [`${name} is not encrypted`])
    }
    const local = { ...production, ...bucket, [name]: 'http://127.0.0.1:8443/v1' }
    assert.deepEqual(problemsOf(local), [], `${name} on this machine`)
  }
  const stream = { ...production, VENUE_STREAM_URL: 'ws://ws.venue.example.com' }
  assert.deepEqual(problemsOf(stream), ['VENUE_STREAM_URL is not encrypted'])
})

test('a collector of traces on another machine is reached by TLS in production', () => {
  for (const scheme of ['http', 'HTTP']) {
    const env = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: `${scheme}://collector.example.com` }
    assert.deepEqual(problemsOf(env), ['OTEL_EXPORTER_OTLP_ENDPOINT is not encrypted'])
  }
  const local = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  assert.deepEqual(problemsOf(local), [])
})

test('an own address that follows from HOST is no exception', () => {
  const env = { ...production, BASE_URL: undefined, HOST: '10.0.0.4' }
  assert.deepEqual(problemsOf(env), ['BASE_URL is not encrypted'])
  assert.deepEqual(problemsOf({ ...env, HOST: '0.0.0.0' }), [])
})

test('emulators and development are reached in plain', () => {
  const plain = { BASE_URL: 'http://tukar.test', CUSTODY_JWKS_URL: 'http://keys.test/jwks.json' }
  assert.deepEqual(problemsOf(plain), [])
})

test('a database on another machine without TLS is warned of', () => {
  const none = /^is on another machine and is not encrypted: add sslmode=verify-full/
  const unverified = /^is encrypted, but the server is not verified/
  const cases = [
    ['postgresql://tukar@db.internal/tukar', none],
    ['postgresql://tukar@db.internal/tukar?sslmode=disable', none],
    ['postgresql://tukar@/tukar?host=db.internal', none],
    ['postgresql://tukar@db.internal/tukar?sslmode=no-verify', unverified],
    ['postgresql://tukar@db.internal/tukar?uselibpqcompat=true&sslmode=require', unverified],
    ['postgresql://tukar@db.internal/tukar?sslmode=verify-full', null],
    ['postgresql://tukar@db.internal/tukar?sslmode=require', null],
    ['postgresql://tukar@db.internal/tukar?ssl=true', null],
    ['postgresql://tukar@127.0.0.1,db.internal/tukar', none],
    ['postgresql://tukar@one.internal,two.internal/tukar?sslmode=verify-full', null],
    ['postgresql://tukar@[::1]:5432,127.0.0.1:5433/tukar', null],
    ['postgresql://tukar@127.0.0.1/tukar', null],
    ['postgresql://tukar@localhost:5433/tukar?sslmode=disable', null],
    ['postgresql://tukar@/tukar?host=%2Frun%2Fpostgresql', null],
  ] as const
  for (const [DATABASE_URL, expected] of cases) {
    for (const env of [{}, production]) {
      const found = warningsOf({ ...env, DATABASE_URL }, 'DATABASE_URL')
      if (expected === null) assert.deepEqual(found, [], DATABASE_URL)
      else assert.match(found.join(), expected, DATABASE_URL)
    }
  }
  const [DATABASE_URL] = cases[0]
  assert.deepEqual(warningsOf({ DATABASE_URL, PGSSLMODE: 'verify-full' }, 'DATABASE_URL'), [])
})

test('a Redis on another machine without TLS is warned of', () => {
  const text = 'is on another machine and is not encrypted: use rediss://'
  assert.deepEqual(warningsOf({ REDIS_URL: 'redis://:kata-sandi@cache:6379/0' }, 'REDIS_URL'), [
    text,
  ])
  for (const REDIS_URL of ['redis://localhost:6379', 'redis://127.0.0.1', 'rediss://cache:6380']) {
    assert.deepEqual(warningsOf({ REDIS_URL }, 'REDIS_URL'), [], REDIS_URL)
  }
})

test('nodes that relay over plain http to another machine are warned of', () => {
  const found = warningsOf({ ...production, NODE_URL: 'http://10.0.0.4:3100' }, 'NODE_URL')
  assert.match(found.join(), /tokens unencrypted/)
  for (const NODE_URL of [undefined, 'http://127.0.0.1:3100', 'https://node-1.internal']) {
    assert.deepEqual(warningsOf({ ...production, NODE_URL }, 'NODE_URL'), [])
  }
})

test('custody’s key set is at its configured address, also beside the emulators', () => {
  const CUSTODY_JWKS_URL = 'https://keys.example.com/jwks.json'
  assert.equal(configOf({ CUSTODY_JWKS_URL }).custody.jwksUrl, CUSTODY_JWKS_URL)
  assert.equal(configOf({ ...production, CUSTODY_JWKS_URL }).custody.jwksUrl, CUSTODY_JWKS_URL)
  const here = {
    VENUE_STREAM_URL: 'ws://127.0.0.1:9/ws',
    PUSH_TOKEN_URL: 'http://127.0.0.1:9/token',
  }
  const { venue, push } = configOf(here)
  assert.deepEqual([venue.streamUrl, push.tokenUrl], Object.values(here))
  assert.deepEqual(problemsOf({ CUSTODY_JWKS_URL: 'x' }), [
    'CUSTODY_JWKS_URL is not a usable address',
  ])
})
