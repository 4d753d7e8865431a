/** The contracts of content that operators write, in both languages. */
import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import { field, integer, oneOf, optional, text, wireId, withDefault } from '../../http/contracts.ts'
import { dictionaryTypes } from './dictionaries/dictionaries.sql.ts'

const { nameChars, slugChars, tagChars, tags, titleChars, summaryChars, bodyChars, addressChars } =
  limits.content

const badFormat = 'The :attribute field format is invalid.'

/** Words of lower-case letters and digits, joined by hyphens, for use in a URL. */
const slug = (max: number) =>
  field(
    { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: max },
    (value, fail) => {
      const sent = typeof value === 'string' ? value.trim() : ''
      return sent.length <= max && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(sent) ? sent : fail(badFormat)
    },
  )

/** A web address. Apps open it, so only https is allowed. */
const webAddress = field(
  { type: 'string', format: 'uri', maxLength: addressChars },
  (value, fail) => {
    const url = typeof value === 'string' && value.length <= addressChars ? URL.parse(value) : null
    return url !== null && url.protocol === 'https:' && url.password === ''
      ? url.href
      : fail(badFormat)
  },
)

const bothLanguages = (max: number) => z.object({ id: text({ max }), en: text({ max }) })

/** A moment, with its zone: `2026-03-09T10:00:00Z`, `2026-03-09T17:00:00+07:00`. */
export const instant = field({ type: 'string', format: 'date-time' }, (value, fail) => {
  const iso = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,12}(?:Z|[+-][0-9]{2}:[0-9]{2})$/
  const at = typeof value === 'string' && iso.test(value) ? new Date(value) : null
  return at === null || Number.isNaN(at.getTime())
    ? fail('The :attribute field must be a valid date.')
    : at
})

const listOfNoneOrMore = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).max(max, `The :attribute field must not have more than ${max} items.`)

const position = withDefault(integer({ min: 0, max: 1_000_000 }), 0)

const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])

export const ById = z.object({ id: wireId })

export const WriteCategory = z.object({
  slug: slug(nameChars),
  name: bothLanguages(nameChars),
  position,
})

export const WriteNews = z.object({
  slug: slug(slugChars),
  categoryId: wireId,
  title: bothLanguages(titleChars),
  summary: bothLanguages(summaryChars),
  body: bothLanguages(bodyChars),
  image: optional(webAddress),
  tags: withDefault(listOfNoneOrMore(slug(tagChars), tags), []),
})

export const WriteBanner = z.object({
  title: bothLanguages(titleChars),
  image: webAddress,
  link: optional(webAddress),
  status: withDefault(oneOf(['ACTIVE', 'INACTIVE']), 'INACTIVE'),
  position,
})

export const WriteDictionaryEntry = z.object({
  type: oneOf(dictionaryTypes),
  value: text({ max: nameChars }),
  label: bothLanguages(titleChars),
  isChinese: withDefault(flag, false),
  position,
})

const bothTexts = z.object({ id: z.string(), en: z.string() })
const isoTime = z.date().transform((at) => at.toISOString())

export const StoredCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: bothTexts,
  position: z.int(),
})

export const StoredNews = z.object({
  id: z.int(),
  slug: z.string(),
  categoryId: z.int(),
  title: bothTexts,
  summary: bothTexts,
  body: bothTexts,
  image: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  status: z.string(),
  publishedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const StoredBanner = z.object({
  id: z.int(),
  title: bothTexts,
  image: z.string(),
  link: z.string().nullable(),
  status: z.string(),
  position: z.int(),
})

export const StoredEntry = z.object({
  id: z.int(),
  type: z.string(),
  value: z.string(),
  label: bothTexts,
  isChinese: z.boolean(),
  position: z.int(),
})
