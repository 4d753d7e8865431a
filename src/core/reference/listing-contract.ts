import { z } from 'zod'
import { type ListedKind, type ListingState, listingStates } from './listing.rules.ts'
import type { ListingChange } from './listings.sql.ts'

const state = z.enum(listingStates)
const time = z.iso.datetime()

/** What the listing of a pair or an asset allows, and from when something else. */
export const Listing = z
  .object({
    state,
    since: time,
    next: z
      .object({ state, from: time })
      .meta({ id: 'NextListing' })
      .nullable()
      .meta({ description: 'The next planned state; null if there is none.' }),
  })
  .meta({ id: 'Listing' })

type Listed = Readonly<{ state: ListingState; stateSince: Date }>

/** Shows the present state of a pair or asset, and the first of those planned for it. */
export function shownListing(
  { state, stateSince }: Listed,
  { kind, name }: Readonly<{ kind: ListedKind; name: string }>,
  planned: readonly ListingChange[],
): z.output<typeof Listing> {
  const next = planned.find((one) => one.kind === kind && one.name === name)
  return {
    state,
    since: stateSince.toISOString(),
    next: next === undefined ? null : { state: next.state, from: next.from.toISOString() },
  }
}
