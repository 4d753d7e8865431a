import { createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../json-in.ts'
import { keptItems, recent } from '../recent.ts'
import { Refused } from '../refused.ts'

const Head = z.object({ alg: z.literal('RS256') })
const Claims = z.object({
  uri: z.string(),
  nonce: z.coerce.string().min(1),
  iat: z.number(),
  exp: z.number(),
  sub: z.string(),
  bodyHash: z.string(),
})

const longestLifeSeconds = 60
const skewSeconds = 30

export type Asked = Readonly<{
  apiKey: string | undefined
  authorization: string | undefined
  /** Path and query as sent, and without the prefix that stands for custody's host here. */
  uris: readonly string[]
  body: string
}>

/** Admits requests signed by the API user's key, each once. */
export function gate(apiKey: string, publicKeyPem: string) {
  const key = createPublicKey(publicKeyPem)
  const seen = recent<true>(keptItems)

  return {
    admit(asked: Asked): void {
      if (asked.apiKey !== apiKey) throw no('-2', 'API key is missing or unknown')
      const claims = claimsIn(asked.authorization)
      if (claims.sub !== apiKey) throw no('-6', 'Wrong user')
      if (!asked.uris.includes(claims.uri)) throw no('-4', 'The uri claim is not the request')
      if (!hashesOf(asked.body).includes(claims.bodyHash)) {
        throw no('-1', 'The body is not the one that was signed')
      }
      const now = Date.now() / 1_000
      if (claims.exp <= now) throw no('-10', 'The token has expired')
      if (claims.iat > now + skewSeconds) throw no('-12', 'The token is from the future')
      if (claims.exp > claims.iat + longestLifeSeconds) throw no('-5', 'The token lives too long')
      if (seen.get(claims.nonce) === true) throw no('-5', 'The nonce was used before')
      seen.put(claims.nonce, true)
    },
  }

  function claimsIn(authorization: string | undefined): z.infer<typeof Claims> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    if (token === undefined) throw no('-3', 'The token is missing')
    const [head = '', claims = '', signature = '', ...more] = token.split('.')
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    )
    const valid = more.length === 0 && signed && Head.safeParse(decoded(head)).success
    const read = Claims.safeParse(decoded(claims))
    if (!valid || !read.success) throw no('-1', 'Invalid signature')
    return read.data
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Without a body, the older SDK signs the JSON text of an empty string. */
const hashesOf = (body: string): readonly string[] =>
  body === '' ? [sha256(''), sha256('""')] : [sha256(body)]

const no = (code: string, message: string): Refused => new Refused(401, code, message)

const decoded = (part: string): unknown => jsonIn(Buffer.from(part, 'base64url').toString())
