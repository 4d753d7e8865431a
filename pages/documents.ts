/** The browser's part of guides and lists of errors: copies code, searches, filters. */

type Section = Readonly<{ path: string; page: string; title: string; text: string }>

const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties)

/** Gives a block of code a button that copies it. */
function addCopy(code: HTMLPreElement): void {
  const text = code.textContent
  const button = element('button', { type: 'button', textContent: 'Copy', className: 'copy' })
  button.addEventListener('click', async () => {
    if (!isSecureContext) {
      prompt(button.textContent, text)
      return
    }
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
  const block = element('div', { className: 'code' })
  code.replaceWith(block)
  block.append(code, button)
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

const mostFound = 12

/** Finds the sections that have all words; those that have them in their titles come first. */
function found(sections: readonly Section[], wanted: string): readonly Section[] {
  const words = wordsOf(wanted)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const titled = sections.filter(({ page, title }) => has(`${page} ${title}`))
  const others = sections.filter(
    (section) =>
      !titled.includes(section) && has(`${section.page} ${section.title} ${section.text}`),
  )
  return [...titled, ...others].slice(0, mostFound)
}

function itemOf({ path, page, title, text }: Section): HTMLLIElement {
  const link = element('a', {
    href: path,
    textContent: title === page ? title : `${page}: ${title}`,
  })
  const item = element('li', {})
  item.append(link, element('p', { textContent: text.slice(0, 120) }))
  return item
}

async function read(address: string): Promise<readonly Section[]> {
  const answer = await fetch(address)
  return (await answer.json()).sections
}

function startSearch(place: HTMLElement): void {
  const input = place.querySelector('input')
  const list = place.querySelector('ul')
  const address = place.dataset['search']
  if (input === null || list === null || address === undefined) return
  let sections: Promise<readonly Section[]> | null = null
  const show = async () => {
    sections ??= read(address)
    const items = found(await sections, input.value).map(itemOf)
    const none = element('li', { textContent: 'Nothing found.' })
    list.replaceChildren(...(items.length === 0 && input.value.trim() !== '' ? [none] : items))
  }
  input.addEventListener('input', () => void show())
  place.hidden = false
}

/** Hides the rows that lack a word of the filter, and the parts that have none left. */
function startFilter(input: HTMLInputElement): void {
  const rows = [...document.querySelectorAll<HTMLElement>('tbody tr, .operations li')]
  const count = document.querySelector('[data-count]')
  const show = () => {
    const words = wordsOf(input.value)
    for (const row of rows) {
      const text = row.textContent.toLowerCase()
      row.hidden = !words.every((word) => text.includes(word))
    }
    for (const part of document.querySelectorAll<HTMLElement>('section.part')) {
      part.hidden = part.querySelector('li:not([hidden])') === null
    }
    const shown = rows.filter(({ hidden }) => !hidden).length
    if (count !== null) count.textContent = `${shown} of ${rows.length}`
  }
  input.addEventListener('input', show)
  input.hidden = false
  show()
}

// Pages of other machines may not copy without encryption.
if ('clipboard' in navigator) {
  for (const code of document.querySelectorAll('pre')) addCopy(code)
}
for (const place of document.querySelectorAll<HTMLElement>('[data-search]')) startSearch(place)
for (const input of document.querySelectorAll<HTMLInputElement>('[data-filter]')) startFilter(input)

export {}
