/**
 * The script of every page that a mailed link opens. Opening the page sends nothing, since scanners
 * open links too; its button sends the request that the page names, with the last part of the
 * page's own address.
 */

const languages = ['en', 'id']
const fallback = 'id'

const sections = [...document.querySelectorAll<HTMLElement>('section[lang]')]

/** The reader's choice by a link of the page, else the browser's preference. */
function wantedLanguage(): string {
  const chosen = location.hash.slice(1)
  if (languages.includes(chosen)) return chosen
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return preferred.find((tag) => languages.includes(tag)) ?? fallback
}

function showLanguage(): void {
  const language = wantedLanguage()
  document.documentElement.lang = language
  for (const section of sections) {
    section.hidden = section.lang !== language
    if (!section.hidden) document.title = section.querySelector('h1')?.textContent ?? ''
  }
}

/** Shows the sentence of an outcome in every language. */
function showOutcome(outcome: string): void {
  for (const section of sections) {
    const sentences = [...section.querySelectorAll<HTMLElement>('[data-outcome]')]
    const named = sentences.find((one) => one.dataset['outcome'] === outcome)
    const shown = named ?? sentences.find((one) => one.dataset['outcome'] === 'otherwise')
    for (const one of sentences) one.hidden = one !== shown
  }
}

/** `done`, or the key that the service refused with; empty if it could not be reached. */
async function send(method: string, to: string): Promise<string> {
  try {
    const value = location.pathname.split('/').at(-1) ?? ''
    const answer = await fetch(`${to}${value}`, { method, cache: 'no-store' })
    if (answer.ok) return 'done'
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'message' in body
      ? String(body.message)
      : ''
  } catch {
    return ''
  }
}

async function press(method: string, to: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  const outcome = await send(method, to)
  showOutcome(outcome)
  for (const button of buttons) {
    button.disabled = false
    button.hidden = outcome === 'done'
  }
}

const { method = '', to = '' } = document.body.dataset
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => void press(method, to))
}
addEventListener('hashchange', showLanguage)
showLanguage()
