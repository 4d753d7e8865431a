import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { readCountries } from '../../../core/reference/countries.sql.ts'
import { inLanguage } from '../content-contracts.ts'

export const ListCountries = z.object(inLanguage)

/** Lists every country, named and sorted in the requested language. */
export async function listCountries(
  ctx: Pick<Context, 'db'>,
  { lang }: z.output<typeof ListCountries>,
) {
  const { compare } = new Intl.Collator(lang)
  const countries = await readCountries(ctx.db)
  return countries
    .map(({ id, iso2, iso3, name, nameId, dialCode }) => ({
      id,
      iso2,
      iso3,
      name: lang === 'id' ? nameId : name,
      dialCode: dialCode === null ? null : `+${dialCode}`,
    }))
    .toSorted((a, b) => compare(a.name, b.name))
}
