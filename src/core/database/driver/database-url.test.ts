import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseUrlWithoutPassword, parseDatabaseUrl, sessionTargets } from './database-url.ts'

const hostsOf = (url: string) =>
  parseDatabaseUrl(url).hosts.map(({ host, port }) => `${host} ${port}`)

describe('a database URL', () => {
  test('names its hosts before the path or in parameters, with one or many ports', () => {
    assert.deepEqual(hostsOf('postgres://u:p@a/db'), ['a 5432'])
    assert.deepEqual(hostsOf('postgresql://u@a:1,b,[::1]:3/db'), ['a 1', 'b 5432', '::1 3'])
    assert.deepEqual(hostsOf('postgresql:///db?host=a,b'), ['a 5432', 'b 5432'])
    assert.deepEqual(hostsOf('postgresql:///db?host=a,b&port=1,2'), ['a 1', 'b 2'])
    assert.deepEqual(hostsOf('postgresql://x:7/db?host=a,b'), ['a 7', 'b 7'])
    assert.deepEqual(hostsOf('postgresql://a,b/db?port=9'), ['a 9', 'b 9'])
    assert.deepEqual(hostsOf('postgresql://%2Frun%2Fpg,b/db'), ['/run/pg 5432', 'b 5432'])
  })

  test('of one host is left to the driver as it is', () => {
    const url = 'postgresql://u:p%40@localhost/db?host=%2Frun%2Fpg&sslmode=disable'
    assert.equal(parseDatabaseUrl(url).url, url)
  })

  test('leaves the driver user, database and TLS, and no hosts', () => {
    const { url } = parseDatabaseUrl(
      'postgresql://u:p@a,b/db?target_session_attrs=primary&connect_timeout=3&sslmode=disable',
    )
    assert.equal(url, 'postgresql://u:p@several-hosts/db?sslmode=disable')
  })

  test('names the usable servers, and the time limit of each', () => {
    for (const target of sessionTargets) {
      const read = parseDatabaseUrl(`postgresql://a/db?target_session_attrs=${target}`)
      assert.equal(read.target, target)
      assert.equal(read.url, 'postgresql://a/db')
    }
    const { target, connectTimeoutMs } = parseDatabaseUrl('postgresql://a/db')
    assert.deepEqual([target, connectTimeoutMs], ['any', null])
    const timeoutOf = (seconds: string) =>
      parseDatabaseUrl(`postgresql://a/db?connect_timeout=${seconds}`).connectTimeoutMs
    assert.deepEqual([timeoutOf('3'), timeoutOf('0')], [3_000, null])
  })

  test('is refused if it cannot be read', () => {
    for (const url of [
      'mysql://a/db',
      'postgresql://a:0/db',
      'postgresql://a:x,b/db',
      'postgresql://[::1/db',
      'postgresql://a,b,c/db?port=1,2',
      'postgresql://a/db?target_session_attrs=master',
      'postgresql://a/db?connect_timeout=soon',
    ]) {
      assert.throws(() => parseDatabaseUrl(url), RangeError, url)
    }
  })

  test('is shown without its password, with all its hosts', () => {
    const shown = databaseUrlWithoutPassword('postgresql://u:secret@a:1,b:2/db?password=secret')
    assert.match(shown, /^postgresql:\/\/u:\*+@a:1,b:2\/db/)
    assert.ok(!shown.includes('secret'))
    assert.ok(!databaseUrlWithoutPassword('postgresql://u:secret@a/db').includes('secret'))
  })
})
