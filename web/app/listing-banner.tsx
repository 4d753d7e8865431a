import type { components } from '@tukar/client'
import { useTexts } from '../ui/language.tsx'
import { Notice } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'
import { listingTexts } from './texts/listing.ts'

type Listing = components['schemas']['Listing']

/** Tells holders what the listing of a coin or a pair allows, and when that changes. */
export function ListingBanner({ listing }: Readonly<{ listing: Listing }>) {
  const t = useTexts(listingTexts)
  const { state, next } = listing
  if (state === 'trading' && next === null) return null
  return (
    <Notice tone="busy">
      {t.now[state]}{' '}
      {next !== null && (
        <>
          {t.from} <Time at={next.from} />: {t.next[next.state]}
        </>
      )}
    </Notice>
  )
}
