import { z } from 'zod'
import { oneOf, withDefault } from '../../http/contracts.ts'

/** Content is stored in two languages; a request selects one of them. */
export const languages = ['id', 'en'] as const
export type ContentLanguage = (typeof languages)[number]

export const language = oneOf(languages)

export const inLanguage = { lang: withDefault(language, 'id') }

const isoTime = z.date().transform((at) => at.toISOString())

export const Category = z.object({ id: z.int(), slug: z.string(), name: z.string() })

export const NewsItem = z.object({
  id: z.int(),
  slug: z.string(),
  lang: z.enum(languages),
  title: z.string(),
  summary: z.string(),
  image: z.string().nullable(),
  category: Category,
  tags: z.array(z.string()).readonly(),
  publishedAt: isoTime,
  updatedAt: isoTime,
})

/** The body is HTML that was sanitized when it was written. */
export const NewsArticle = NewsItem.extend({ body: z.string() })

export const Banner = z.object({
  id: z.int(),
  title: z.string(),
  image: z.string(),
  link: z.string().nullable(),
  status: z.literal('ACTIVE'),
  position: z.int(),
})

export const Country = z.object({
  id: z.int(),
  iso2: z.string(),
  iso3: z.string(),
  name: z.string(),
  dialCode: z.string().nullable(),
})

export const Bank = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  kind: z.enum(['BANK', 'WALLET']),
  virtualAccount: z.boolean(),
  payout: z.boolean(),
  accountMinDigits: z.int().nullable(),
  accountMaxDigits: z.int().nullable(),
})

export const DictionaryEntry = z.object({
  id: z.int(),
  type: z.string(),
  value: z.string(),
  label: z.string(),
  isChinese: z.boolean(),
})
