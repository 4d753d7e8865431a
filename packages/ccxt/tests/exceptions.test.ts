import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthenticationError, BadRequest, PermissionDenied } from 'ccxt'
import { endpoints } from '../../../src/endpoints.ts'
import { makeKey } from '../../../tests/make/api-key.ts'
import { description } from '../src/description.ts'
import { exceptions } from '../src/exceptions.ts'
import { exchangeOf, publicExchange, startTrading, symbol } from './rig.ts'

/** The operations that the description lists, as the service names them. */
const called = new Set(
  Object.values<Readonly<Record<string, Readonly<Record<string, number>>>>>(
    description['api'],
  ).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, paths]) =>
      Object.keys(paths).map((path) => `${method.toUpperCase()} /api/${path}`),
    ),
  ),
)

test('each call is an endpoint of the service, and each of its refusals has a class', () => {
  const mounted = endpoints.filter(({ method, path }) => called.has(`${method} ${path}`))
  const names = mounted.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual([...called].toSorted(), [...new Set(names)].toSorted())
  const keys = new Set(mounted.flatMap(({ refusals }) => refusals))
  assert.ok(keys.size > 30)
  assert.deepEqual(
    [...keys].filter((key) => !Object.hasOwn(exceptions.exact, key)),
    [],
  )
})

test('a wrong secret, a missing permission and a wrong field each have their error', async (t) => {
  const { service, trader, exchange } = await startTrading(t)
  const stranger = publicExchange(service)
  await assert.rejects(stranger.fetchBalance(), AuthenticationError)
  stranger.apiKey = exchange.apiKey
  stranger.secret = 'wrong'
  await assert.rejects(stranger.fetchBalance(), AuthenticationError)
  const reader = await exchangeOf(service, trader)
  const { apiKey, secretKey } = await makeKey(service, trader, { permissions: ['read'] })
  reader.apiKey = apiKey
  reader.secret = secretKey
  const order = reader.createOrder(symbol, 'limit', 'buy', 0.01, 1_600_000_000)
  await assert.rejects(order, PermissionDenied)
  const params = { status: 'LOST' }
  await assert.rejects(reader.fetchOrders(symbol, undefined, undefined, params), BadRequest)
})
