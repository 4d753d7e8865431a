import { z } from 'zod'
import { escaped, xmlHead } from './xml.ts'

const maxKeys = 1_000

export const Listing = z.object({
  'list-type': z.literal('2'),
  'start-after': z.string().default(''),
  'continuation-token': z.string().optional(),
  prefix: z.string().default(''),
  delimiter: z.string().default(''),
  'max-keys': z.coerce.number().int().min(0).max(maxKeys).default(maxKeys),
})

type Listed = Readonly<{ key: string; bytes: Buffer; at: Date; etag: string }>

/** A line of a list: an object, or the common prefix of keys up to a delimiter. */
type Entry = Readonly<{ key: string; object: Listed | null }>

/** Returns one page of a bucket in the order of the keys, by version 2 of the list. */
export function listing(
  bucket: string,
  objects: readonly Listed[],
  query: z.infer<typeof Listing>,
): string {
  const { prefix, delimiter, 'max-keys': most, 'continuation-token': token } = query
  const after = token === undefined ? query['start-after'] : keyIn(token)
  const fitting = entries(objects, prefix, delimiter).filter(({ key }) => key > after)
  const page = fitting.slice(0, most)
  const last = page.at(-1)
  const truncated = page.length < fitting.length
  const next = truncated && last !== undefined ? tokenFor(last.key) : null
  return [
    `${xmlHead}<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`,
    `<Name>${escaped(bucket)}</Name><Prefix>${escaped(prefix)}</Prefix>`,
    delimiter === '' ? '' : `<Delimiter>${escaped(delimiter)}</Delimiter>`,
    `<KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys>`,
    `<IsTruncated>${truncated}</IsTruncated>`,
    next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`,
    ...page.map(written),
    '</ListBucketResult>',
  ].join('')
}

function entries(objects: readonly Listed[], prefix: string, delimiter: string): readonly Entry[] {
  const all = new Map<string, Entry>()
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) continue
    const at = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length)
    const key = at < 0 ? object.key : object.key.slice(0, at + delimiter.length)
    all.set(key, { key, object: at < 0 ? object : null })
  }
  return [...all.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const written = ({ key, object }: Entry): string =>
  object === null
    ? `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`
    : [
        `<Contents><Key>${escaped(key)}</Key>`,
        `<LastModified>${object.at.toISOString()}</LastModified>`,
        `<ETag>${escaped(object.etag)}</ETag><Size>${object.bytes.length}</Size>`,
        '<StorageClass>STANDARD</StorageClass></Contents>',
      ].join('')

const tokenFor = (key: string): string => Buffer.from(key).toString('base64url')
const keyIn = (token: string): string => Buffer.from(token, 'base64url').toString('utf8')
