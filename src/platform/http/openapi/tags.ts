import { z } from 'zod'
import type { Endpoint } from '../endpoint/endpoint.ts'
import texts from './tags.json' with { type: 'json' }

/** The descriptions of tags, in the order in which an app meets them. */
const tags = Object.entries(z.record(z.string(), z.string()).parse(texts))

/** Returns the tags of these endpoints; throws if one has no description. */
export function tagsOf(
  endpoints: readonly Pick<Endpoint, 'tag'>[],
): readonly Readonly<{ name: string; description: string }>[] {
  const used = new Set(endpoints.map(({ tag }) => tag))
  const known = tags.filter(([name]) => used.delete(name))
  const [unknown] = used
  if (unknown !== undefined) throw new Error(`the tag ${unknown} has no description in tags.json`)
  return known.map(([name, description]) => ({ name, description }))
}
