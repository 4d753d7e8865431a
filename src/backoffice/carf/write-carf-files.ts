import { openCertification } from '../../app/identity-records/certification.ts'
import { findCards } from '../../app/identity-records/identity-card.ts'
import { csvHead, csvLine } from '../../base/values/csv.ts'
import type { UserId } from '../../base/values/ids.ts'
import { dateIn } from '../../base/values/printed-day.ts'
import type { Context } from '../../context.ts'
import { readTexts } from '../../core/reference/settings.sql.ts'
import type { KtpFields } from '../../providers/idp/ktp.ts'
import { type FilePart, fileParts, houseRef, messageRef, recordRef } from './carf.rules.ts'
import {
  type CarfPerson,
  personOfCard,
  type ReportedRecord,
  shownFigures,
} from './carf-record.rules.ts'
import {
  type CarfRecord,
  type CarfReport,
  findFirstReleased,
  readRecords,
} from './carf-reports.sql.ts'
import { xmlEnd, xmlRecord, xmlStart } from './carf-xml.rules.ts'

type Reading = Pick<Context, 'config' | 'db'>

const pageRecords = 500

/** Reads the records of one file of a report, with the people whom they are about. */
async function* recordsOf(
  ctx: Reading,
  { id: report, year }: CarfReport,
  part: FilePart,
): AsyncGenerator<ReportedRecord> {
  let after: UserId | 0 = 0
  for (;;) {
    const isNew = part === 'new'
    const page: readonly CarfRecord[] = await readRecords(ctx.db.read, {
      report,
      isNew,
      after,
      most: pageRecords,
    })
    const uncertified = page.flatMap(({ user, sealed }) => (sealed === null ? [user] : []))
    const cards = await findCards(ctx, uncertified)
    for (const record of page) {
      const { user, kind, corrects, figures } = record
      yield {
        ref: recordRef(year, report, user),
        kind,
        corrects: corrects === null ? null : recordRef(year, corrects, user),
        user,
        person: personOf(ctx, record, cards.get(user)),
        figures: shownFigures(figures),
      }
      after = user
    }
    if (page.length < pageRecords) return
  }
}

function personOf(
  ctx: Reading,
  { user, sealed }: CarfRecord,
  card: KtpFields | undefined,
): CarfPerson {
  if (sealed !== null) return openCertification(ctx, user, sealed)
  if (card === undefined) throw new Error(`the identity of ${user} is missing`)
  return personOfCard(card, dateIn(card.birthDate) ?? '')
}

/** Writes a file as XML. A report without any record says that there is nothing to report. */
export async function* carfXml(
  ctx: Reading,
  report: CarfReport,
  part: FilePart,
): AsyncGenerator<string> {
  const { id, year, requestedAt, isCorrection } = report
  const first = isCorrection ? ((await findFirstReleased(ctx.db.read, year)) ?? id) : id
  const keys = ['tax.house_name', 'tax.house_address', 'tax.house_city', 'tax.house_npwp'] as const
  const [name = '', address = '', city = '', npwp = ''] = await readTexts(ctx.db.read, keys)
  yield xmlStart({
    house: { name, address, city, npwp },
    messageRef: messageRef(year, id, part),
    houseRef: houseRef(year, first),
    isKnownHouse: first !== id,
    part,
    isNil: !isCorrection && report.newRecords === 0,
    year,
    at: requestedAt,
  })
  for await (const record of recordsOf(ctx, report, part)) yield xmlRecord(record)
  yield xmlEnd
}

const titles = [
  ...['ref', 'kind', 'corrects', 'user', 'name', 'birthDate', 'birthPlace', 'address', 'city'],
  ...['country', 'residences', 'asset', 'assetName', 'category', 'transactions', 'units'],
  'amountIdr',
]

/** Writes all records of a report as CSV, a line for each figure. */
export async function* carfCsv(ctx: Reading, report: CarfReport): AsyncGenerator<string> {
  yield csvHead(titles)
  for (const part of fileParts) {
    for await (const record of recordsOf(ctx, report, part)) yield csvRecord(record)
  }
}

function csvRecord({ ref, kind, corrects, user, person, figures }: ReportedRecord): string {
  const { name, birthDate, birthPlace, address, city, country, residences } = person
  const countries = residences.map((one) => `${one.country} ${one.taxNumber ?? one.noNumber}`)
  const about = [ref, kind, corrects ?? '', user, name, birthDate, birthPlace, address, city]
  return figures
    .map((figure) =>
      csvLine([
        ...about,
        country,
        countries.join('; '),
        figure.symbol,
        figure.name,
        figure.category,
        figure.transactions,
        figure.units,
        figure.amountIdr,
      ]),
    )
    .join('')
}
