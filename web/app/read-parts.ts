type Part = Readonly<{ limit: number; offset: number }>

/** The API sends no more items of a list at once. */
const partItems = 100

/** Reads the first items of a list, however many, in as few parts as the API allows. */
export const readParts = <Answer>(
  items: number,
  read: (part: Part) => Promise<Answer>,
): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: Math.ceil(items / partItems) }, (_, at) => at * partItems).map((offset) =>
      read({ limit: Math.min(partItems, items - offset), offset }),
    ),
  )
