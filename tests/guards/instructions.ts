/** What the index of runbooks tells operators to do about each alert, and whether they can. */

/** What operators have at hand. */
export type AtHand = Readonly<{
  /** `POST /operator/api/inbox/{id}/replay` */
  endpoints: readonly string[]
  /** The first words of the console's paths. */
  pages: ReadonlySet<string>
  /** The text of a document below `docs`, or null. */
  read: (file: string) => string | null
}>

/** The instruction of each kind: the text behind `**Do:**` in the entry that names the kind. */
export function instructionsIn(index: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, entry = ''] of index.matchAll(/^- ([^\n]+(?:\n {2}\S[^\n]*)*)/gm)) {
    const [head = '', instruction = ''] = entry.split('**Do:**')
    const [names = ''] = head.split(':')
    for (const [, kind = ''] of names.matchAll(/`([a-z-]+)`/g)) found.set(kind, instruction.trim())
  }
  const [, movements = ''] = /nothing waits for them:([\s\S]*)/.exec(index) ?? []
  for (const [, kind = ''] of movements.matchAll(/`([a-z-]+)`/g)) found.set(kind, 'nothing')
  return found
}

/** Finds kinds of alerts whose instruction is missing, or names nothing that is there. */
export function impossible(
  kinds: readonly string[],
  index: string,
  atHand: AtHand,
): readonly string[] {
  const instructions = instructionsIn(index)
  return kinds.flatMap((kind) => {
    const instruction = instructions.get(kind) ?? ''
    if (/\bnothing\b/.test(instruction)) return []
    const means = meansIn(instruction, atHand)
    const missing = means.filter(({ isThere }) => !isThere).map(({ name }) => name)
    if (means.length === 0) return [`${kind}: its instruction names no endpoint, page or section`]
    return missing.map((name) => `${kind}: ${name} does not exist or names nothing to do`)
  })
}

type Means = Readonly<{ name: string; isThere: boolean }>

function meansIn(text: string, atHand: AtHand): readonly Means[] {
  const calls = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(
    ([, call = '']) => ({ name: call, isThere: isMounted(call, atHand) }),
  )
  const pages = [...text.matchAll(/`\/console\/([a-z-]+)/g)].map(([name, page = '']) => ({
    name,
    isThere: atHand.pages.has(page),
  }))
  const links = [...text.matchAll(/\]\(([^)\s#]+)#?([^)]*)\)/g)].map(
    ([, file = '', anchor = '']) => ({
      name: `${file}#${anchor}`,
      isThere: saysWhatToDo(file, anchor, atHand),
    }),
  )
  return [...calls, ...pages, ...links]
}

function isMounted(call: string, { endpoints }: AtHand): boolean {
  const [method = '', place = ''] = call.split(' ')
  const [path = ''] = place.split('?')
  const full = `${method} /operator/api/${path.replaceAll(/\{[^}]+\}/g, '{}')}`
  return endpoints.some((endpoint) => endpoint.replaceAll(/\{[^}]+\}/g, '{}') === full)
}

/** Whether a section of a document exists, and names an endpoint, a command or another document. */
function saysWhatToDo(file: string, anchor: string, atHand: AtHand): boolean {
  const text = atHand.read(file)
  if (text === null) return false
  const section = anchor === '' ? text : sectionOf(text, anchor)
  if (section === null) return false
  const calls = [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)]
  const isDone = calls.some(([, call = '']) => isMounted(call, atHand))
  return isDone || /```|`npm |\]\(/.test(section)
}

function sectionOf(text: string, anchor: string): string | null {
  const sections = text.split(/^(?=#{1,6} )/m)
  const slug = (section: string): string =>
    (section.split('\n', 1)[0] ?? '')
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-')
  return sections.find((section) => slug(section) === anchor) ?? null
}
