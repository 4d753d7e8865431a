import { Readable } from 'node:stream'
import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { oneOf, withDefault } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { fileParts } from './carf.rules.ts'
import { findCarfReport } from './carf-reports.sql.ts'
import { carfCsv, carfXml } from './write-carf-files.ts'

export const DownloadCarfReport = z.object({
  format: withDefault(oneOf(['xml', 'csv']), 'xml'),
  part: withDefault(oneOf(fileParts), 'new').meta({
    description:
      'Of the XML: `new` records, or `corrections` and deletions, which the schema has in a file ' +
      'of their own. The CSV has all.',
  }),
})

const mediaTypes = { xml: 'application/xml', csv: 'text/csv; charset=utf-8' } as const

type CarfFile = Readonly<{ fileName: string; mediaType: string; stream: Readable }>

/** A file of a report, sent as it is written. */
export const carfFile: Reply<CarfFile> = {
  status: 200,
  mediaType: mediaTypes.xml,
  files: [mediaTypes.csv],
  schema: () => z.string().meta({ description: 'The file, as XML or CSV.' }),
  answer: ({ fileName, mediaType, stream }) => ({
    status: 200,
    mediaType,
    body: '',
    stream,
    headers: { 'content-disposition': `attachment; filename="${fileName}"` },
  }),
}

/** Streams a drawn report with the names and numbers of its users; audits the access. */
export async function downloadCarfReport(
  ctx: Pick<Context, 'config' | 'db' | 'log'>,
  { id, format, part }: z.output<typeof ById> & z.output<typeof DownloadCarfReport>,
  operator: Operator,
  request: HttpRequest,
): Promise<CarfFile> {
  const report = (await findCarfReport(ctx.db.read, id)) ?? refuse('api.carf_report_not_found')
  if (report.drawnAt === null) return refuse('api.carf_report_open')
  const subject = { kind: 'carf-report', id }
  await noteLook(ctx, { action: 'carf-report.download', operator, request }, subject, { format })
  const fileName = ['carf', report.year, id, ...(format === 'xml' ? [part] : [])].join('-')
  const pieces = format === 'xml' ? carfXml(ctx, report, part) : carfCsv(ctx, report)
  const stream = Readable.from(pieces, { objectMode: false })
  stream.once('error', (error) => ctx.log.warn({ err: error }, 'a report was interrupted'))
  return { fileName: `${fileName}.${format}`, mediaType: mediaTypes[format], stream }
}
