import { z } from 'zod'
import sample from './sample-content.json' with { type: 'json' }

const InBoth = z.strictObject({ id: z.string(), en: z.string() })

/** A picture that needs no network: two colours and a few words. */
const Picture = z
  .strictObject({ from: z.string(), to: z.string(), words: z.string() })
  .transform(({ from, to, words }) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300"><defs>
<linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
</linearGradient></defs><rect width="800" height="300" fill="url(#g)"/><text x="48" y="168"
font-family="sans-serif" font-size="44" font-weight="700" fill="#fff">${words}</text></svg>`
    return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll('\n', ' '))}`
  })

const News = z.strictObject({
  slug: z.string(),
  /** The slug of its category. */
  category: z.string(),
  title: InBoth,
  summary: InBoth,
  body: InBoth,
  image: Picture.optional(),
  tags: z.array(z.string()),
})

const Banner = z.strictObject({
  title: InBoth,
  image: Picture,
  status: z.enum(['ACTIVE', 'INACTIVE']),
  position: z.int(),
})

const SampleContent = z.strictObject({
  categories: z.array(z.strictObject({ slug: z.string(), name: InBoth, position: z.int() })),
  /** Oldest first. */
  news: z.array(News),
  banners: z.array(Banner),
})

/** The sandbox's content until operators write their own. */
export const sampleContent = SampleContent.parse(sample)
