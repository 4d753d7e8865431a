/** A page of a list; `nextPage` is null for the last one. */
export type Page<Item> = Readonly<{ data: readonly Item[]; nextPage: number | null }>

/** Reads the pages of a list up to this one, or all. */
export async function readPages<Item>(
  read: (page: number) => Promise<Page<Item>>,
  pages = Number.POSITIVE_INFINITY,
): Promise<Page<Item>> {
  const data: Item[] = []
  let nextPage: number | null = 1
  while (nextPage !== null && nextPage <= pages) {
    const page: Page<Item> = await read(nextPage)
    data.push(...page.data)
    nextPage = page.nextPage
  }
  return { data, nextPage }
}
