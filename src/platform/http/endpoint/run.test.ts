import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { parseWith } from '../contracts/validation.ts'
import { success } from '../envelope.ts'
import { anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

const about = { method: 'GET', tag: 'test', summary: 'A test.', access: anyone } as const

test('a result that its contract refuses is a fault, never half a response', async (t) => {
  const http = await startHttp(t, httpContext(t), [
    endpoint({
      ...about,
      path: '/api/wrong',
      run: () => parseWith(z.object({ id: z.any() }), { id: 'not a number' }),
      reply: success('api.x', z.object({ id: z.int() })),
    }),
  ])
  assert.equal((await http.call('/api/wrong')).message, 'api.server_error')
})
