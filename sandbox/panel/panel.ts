import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { appPage } from '../../src/platform/http/pages/app-page.ts'
import { type Bundle, bundle } from '../../src/platform/http/pages/bundle.ts'
import {
  assetCacheControl,
  pageType,
  policyOf,
} from '../../src/platform/http/pages/page-headers.ts'
import { requireOwnOrigin } from '../own-origin.ts'
import { Refused, read } from '../refused.ts'

const assets = '/panel/assets'
const icon = '/panel/icon.svg'
const iconFile = new URL('../../pages/favicon.svg', import.meta.url)
const policy = policyOf("'self'")

const Name = z.object({ name: z.string() })

/**
 * Serves the panel: one page at `/` and each address of one part, which shows the screen of its
 * address. It is bundled at the first request.
 */
export function mountPanel(server: FastifyInstance): void {
  let reading: Promise<Bundle> | null = null
  const bundled = () => {
    reading ??= bundle('sandbox')
    reading.catch(() => {
      reading = null
    })
    return reading
  }
  const page = async (_request: unknown, reply: FastifyReply) => {
    const markup = appPage({ ...(await bundled()), title: 'Sandbox', icon, assets, install: null })
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type(pageType)
      .send(markup)
  }
  void server.register(async (api) => {
    api.addHook('onRequest', requireOwnOrigin)
    api.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    })
    api.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return reply.code(error.status).send({ error: error.message })
    })
    api.get('/', page)
    api.get('/:name', page)
    api.get(icon, async (_request, reply) =>
      reply.type('image/svg+xml').send(await readFile(iconFile)),
    )
    api.get(`${assets}/:name`, async (request, reply) => {
      const file = (await bundled()).files.get(read(Name, request.params).name)
      if (file === undefined) throw new Refused(404, 'NOT_FOUND', 'no such file')
      return reply.header('cache-control', assetCacheControl).type(file.mediaType).send(file.body)
    })
  })
}
