import { z } from 'zod'
import { isoTime, oneOf, withDefault } from '../../platform/http/contracts/contracts.ts'

/** Content is stored in two languages; a request selects one of them. */
export const languages = ['id', 'en'] as const
export type ContentLanguage = (typeof languages)[number]

export const language = oneOf(languages)

export const inLanguage = { lang: withDefault(language, 'id') }

export const Category = z
  .object({ id: z.int(), slug: z.string(), name: z.string() })
  .meta({ id: 'NewsCategory' })
export type Category = z.input<typeof Category>

export const NewsItem = z
  .object({
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
  .meta({ id: 'News' })
export type NewsItem = z.input<typeof NewsItem>

/** The body is HTML that was sanitized when it was written. */
export const NewsArticle = NewsItem.extend({ body: z.string() }).meta({ id: 'NewsArticle' })
export type NewsArticle = z.input<typeof NewsArticle>

export const Banner = z
  .object({
    id: z.int(),
    title: z.string(),
    image: z.string(),
    link: z.string().nullable(),
    status: z.literal('ACTIVE'),
    position: z.int(),
  })
  .meta({ id: 'Banner' })
export type Banner = z.input<typeof Banner>

export const Country = z
  .object({
    id: z.int(),
    iso2: z.string(),
    iso3: z.string(),
    name: z.string(),
    dialCode: z.string().nullable(),
  })
  .meta({ id: 'Country' })

export const Bank = z
  .object({
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
  .meta({ id: 'Bank' })

export const DictionaryEntry = z
  .object({
    id: z.int(),
    type: z.string(),
    value: z.string(),
    label: z.string(),
    isChinese: z.boolean(),
  })
  .meta({ id: 'DictionaryEntry' })
export type DictionaryEntry = z.input<typeof DictionaryEntry>

/** payx's codes of the banks that have virtual accounts. */
export const vaCodes = [
  'BCA',
  'BNI',
  'BRI',
  'MANDIRI',
  'PERMATA',
  'BSI',
  'CIMB',
  'BJB',
  'MUAMALAT',
  'BNC',
  'SAHABAT_SAMPOERNA',
] as const
