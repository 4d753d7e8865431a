/** The contracts of content that operators write, in both languages. */
import { z } from 'zod'
import { isUploaded } from '../../platform/files/attached-picture.ts'
import {
  field,
  flag,
  integer,
  isoTime,
  oneOf,
  optional,
  text,
  wireId,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { contentLimits } from './content-limits.ts'

export const dictionaryTypes = [
  'language',
  'currency',
  'occupation',
  'source_of_funds',
  'purpose',
  'gender',
  'marital_status',
  'religion',
] as const

export type DictionaryType = (typeof dictionaryTypes)[number]

const { nameChars, slugChars, tagChars, tags, titleChars, summaryChars, bodyChars, addressChars } =
  contentLimits

const badFormat = 'The :attribute field format is invalid.'

/** Words of lower-case letters and digits, joined by hyphens, for use in a URL. */
const slug = (max: number) =>
  field({ type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: max }, (value, fail) =>
    typeof value === 'string' && value.length <= max && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)
      ? value
      : fail(badFormat),
  )

/** Apps open the address, so only https is allowed. */
function httpsAddress<Failed>(value: unknown, fail: (text: string) => Failed): string | Failed {
  const url = typeof value === 'string' && value.length <= addressChars ? URL.parse(value) : null
  const isSafe = url !== null && url.protocol === 'https:' && url.password === ''
  return isSafe ? url.href : fail(badFormat)
}

const webAddress = field({ type: 'string', format: 'uri', maxLength: addressChars }, httpsAddress)

/** An https address, or the name of an uploaded picture. */
const contentImage = field({ type: 'string', maxLength: addressChars }, (value, fail) =>
  typeof value === 'string' && isUploaded(value) ? value : httpsAddress(value, fail),
)

const bothLanguages = (max: number) => z.object({ id: text({ max }), en: text({ max }) })

const listOfNoneOrMore = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).max(max, `The :attribute field must not have more than ${max} items.`)

const position = withDefault(integer({ min: 0, max: 1_000_000 }), 0)

export const WriteCategory = z.object({
  slug: slug(nameChars),
  name: bothLanguages(nameChars),
  position,
})
export type WrittenCategory = z.output<typeof WriteCategory>

export const WriteNews = z.object({
  slug: slug(slugChars),
  categoryId: wireId,
  title: bothLanguages(titleChars),
  summary: bothLanguages(summaryChars),
  body: bothLanguages(bodyChars),
  image: optional(contentImage),
  tags: withDefault(listOfNoneOrMore(slug(tagChars), tags), []),
})
export type WrittenNews = z.output<typeof WriteNews>

export const WriteBanner = z.object({
  title: bothLanguages(titleChars),
  image: contentImage,
  link: optional(webAddress),
  status: withDefault(oneOf(['ACTIVE', 'INACTIVE']), 'INACTIVE'),
  position,
})
export type WrittenBanner = z.output<typeof WriteBanner>

export const WriteDictionaryEntry = z.object({
  type: oneOf(dictionaryTypes),
  value: text({ max: nameChars }),
  label: bothLanguages(titleChars),
  isChinese: withDefault(flag, false),
  position,
})
export type WrittenEntry = z.output<typeof WriteDictionaryEntry>

export const bothTexts = z.object({ id: z.string(), en: z.string() }).meta({ id: 'BothLanguages' })
export type BothTexts = z.output<typeof bothTexts>

export const StoredCategory = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: bothTexts,
    position: z.int(),
    version: z.string(),
  })
  .meta({ id: 'StoredNewsCategory' })
export type StoredCategory = Omit<z.input<typeof StoredCategory>, 'version'>

export const StoredNews = z
  .object({
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
    version: z.string(),
  })
  .meta({ id: 'StoredNews' })
export type StoredNews = Omit<z.input<typeof StoredNews>, 'version'>

export const StoredBanner = z
  .object({
    id: z.int(),
    title: bothTexts,
    image: z.string(),
    link: z.string().nullable(),
    status: z.string(),
    position: z.int(),
    version: z.string(),
  })
  .meta({ id: 'StoredBanner' })
export type StoredBanner = Omit<z.input<typeof StoredBanner>, 'version'>

export const StoredEntry = z
  .object({
    id: z.int(),
    type: z.string(),
    value: z.string(),
    label: bothTexts,
    isChinese: z.boolean(),
    position: z.int(),
    version: z.string(),
  })
  .meta({ id: 'StoredDictionaryEntry' })
export type StoredEntry = Omit<z.input<typeof StoredEntry>, 'version'>
