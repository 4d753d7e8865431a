/**
 * The script of the page that verifies proofs of liabilities. It requests the published roots and
 * nothing else; the reader's file and address stay in the browser.
 */
import {
  type LiabilityBranch,
  type LiabilityVerdict,
  type PublishedLiabilities,
  verifyLiabilities,
} from '../packages/client/src/liabilities.ts'

type Proof = Readonly<{ id: number; takenAt: string; assets: readonly PublishedLiabilities[] }>
type OwnProof = Readonly<{ id: number; nonce: string; branches: readonly LiabilityBranch[] }>

const languages = ['id', 'en']
const sections = [...document.querySelectorAll<HTMLElement>('section[lang]')]

/** The reader's choice by a link of the page, else the browser's preference. */
function wantedLanguage(): string {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return [location.hash.slice(1), ...preferred].find((tag) => languages.includes(tag)) ?? 'id'
}

function showLanguage(): void {
  const language = wantedLanguage()
  document.documentElement.lang = language
  for (const link of document.querySelectorAll<HTMLElement>('nav a')) {
    link.ariaCurrent = link.lang === language ? 'true' : null
  }
  for (const section of sections) {
    section.hidden = section.lang !== language
    if (!section.hidden) document.title = section.querySelector('h1')?.textContent ?? ''
  }
}

/** Shows a problem in every language, or hides all if it is null. */
function showProblem(problem: string | null): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-problem]')) {
    one.hidden = one.dataset['problem'] !== problem
  }
}

function rowOf(...cells: readonly (string | Node)[]): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (const cell of cells) row.insertCell().append(cell)
  return row
}

const amount = (decimal: string, language: string): string => {
  const [whole = '', fraction] = decimal.split('.')
  const [group, point] = language === 'id' ? ['.', ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

const timeIn = (language: string) =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Jakarta',
  })

function showPublished({ takenAt, assets }: Proof): void {
  for (const section of sections) {
    for (const one of section.querySelectorAll<HTMLElement>('[data-published]')) {
      one.hidden = one.matches('table') && assets.length === 0
    }
    const time = section.querySelector('time')
    if (time !== null) {
      time.dateTime = takenAt
      time.textContent = `${timeIn(section.lang).format(new Date(takenAt))} WIB`
    }
    const rows = assets.map(({ symbol, total, root }) =>
      rowOf(symbol, amount(total, section.lang), root),
    )
    section.querySelector('[data-trees]')?.replaceChildren(...rows)
  }
}

function showVerdicts(verdicts: readonly LiabilityVerdict[]): void {
  for (const section of sections) {
    const table = section.querySelector<HTMLElement>('[data-verdicts]')
    const words = section.querySelector('template')?.content
    if (table === null || words === undefined) continue
    table.hidden = verdicts.length === 0
    const rows = verdicts.map(({ symbol, balance, fault }) => {
      const word = words.querySelector(`[data-verdict="${fault ?? 'proven'}"]`)
      const sign = fault === null ? '✓' : '✗'
      const shown = balance === null ? '–' : amount(balance, section.lang)
      return rowOf(symbol, shown, `${sign} ${word?.textContent ?? fault}`)
    })
    table.querySelector('tbody')?.replaceChildren(...rows)
  }
}

/** Lists the published proofs, newest first; null if the service cannot be reached. */
async function readPublished(): Promise<readonly Proof[] | null> {
  try {
    const answer = await fetch('api/proofs/liabilities', { cache: 'no-store' })
    const { data }: { data: readonly Proof[] } = await answer.json()
    return answer.ok ? data : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isOwnProof = (value: unknown): value is OwnProof =>
  isObject(value) &&
  'id' in value &&
  Number.isInteger(value.id) &&
  'branches' in value &&
  Array.isArray(value.branches)

/** Reads the file of a proof: the response of the service, or its data alone. */
async function readOwn(file: File): Promise<OwnProof | null> {
  try {
    const content: unknown = JSON.parse(await file.text())
    const own = isObject(content) && 'data' in content ? content.data : content
    return isOwnProof(own) ? own : null
  } catch {
    return null
  }
}

async function verify(proofs: readonly Proof[], form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form)
  const [email, file] = [fields.get('email'), fields.get('proof')]
  showVerdicts([])
  if (typeof email !== 'string' || !(file instanceof File)) return
  const own = await readOwn(file)
  if (own === null) return showProblem('unreadable')
  const published = proofs.find(({ id }) => id === own.id)
  if (published === undefined) return showProblem('gone')
  showPublished(published)
  showProblem(own.branches.length === 0 ? 'nothing' : null)
  const { nonce, branches } = own
  try {
    showVerdicts(await verifyLiabilities(published.assets, { email, nonce, branches }))
  } catch {
    showProblem('unreadable')
  }
}

addEventListener('hashchange', showLanguage)
showLanguage()
const proofs = await readPublished()
const [newest] = proofs ?? []
if (proofs === null) showProblem('unreachable')
else if (newest === undefined) showProblem('none')
else showPublished(newest)
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void verify(proofs ?? [], form)
  })
}
