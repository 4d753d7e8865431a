import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused, read } from '../refused.ts'
import { found } from './found.ts'
import { findCode, openLegacy, openNew, payCode, paymentsOf, type QrBooks } from './qr-books.ts'
import { NewCode, NewLegacyCode, newVersion, oldVersion, PayCode, shown } from './qr-codes.ts'

const invalid = 'API_VALIDATION_ERROR'

const Reference = z.object({ reference: z.string() })
const Simulated = z.object({ amount: z.int().positive().optional() })
const Listed = z.object({
  external_id: z.string().min(1),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})

/**
 * QR codes by both interfaces, chosen by the header `api-version`; the default is the older one.
 */
export function mountCodes(api: FastifyInstance, books: QrBooks): void {
  api.post('/qr_codes', (request) =>
    shown(
      versionOf(request) === oldVersion
        ? openLegacy(books, read(NewLegacyCode, request.body, invalid))
        : openNew(books, read(NewCode, request.body, invalid)),
    ),
  )
  api.get('/qr_codes/payments', (request, reply) => {
    const listed = read(Listed, request.query, invalid)
    return reply.type('application/json').send(paymentsOf(books, listed))
  })
  api.get('/qr_codes/:reference', (request) =>
    shown(found(findCode(books, read(Reference, request.params).reference))),
  )
  api.post('/qr_codes/:reference/payments/simulate', (request) => {
    const code = found(findCode(books, read(Reference, request.params).reference))
    const { amount } = read(Simulated, request.body, invalid)
    const paid = payCode(books, read(PayCode, { externalId: code.reference, amount }))
    return { id: paid.id, amount: Number(paid.amount), status: paid.status }
  })
}

export function controlCodes(api: FastifyInstance, books: QrBooks): void {
  api.post('/payx/qr-payments', (request) => payCode(books, read(PayCode, request.body)))
}

function versionOf({ headers }: FastifyRequest): string {
  const asked = headers['api-version'] ?? oldVersion
  if (asked === oldVersion || asked === newVersion) return asked
  throw new Refused(400, 'UNSUPPORTED_API_VERSION', 'api-version is not known')
}
