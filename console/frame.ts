import type { El } from './elements.ts'
import type { Operator, Page } from './page.ts'
import { hashOf } from './place.ts'

export type Frame = Readonly<{
  main: HTMLElement
  /** Replaces what is shown. */
  put: (nodes: readonly Node[]) => void
  say: (text: string) => void
  /** Says who is signed in, and what they may go to. */
  dress: (operator: Operator, pages: readonly Page[], at: string, signOut: () => void) => void
  /** Takes all of that away. */
  undress: () => void
}>

/** What stands around every view: who is signed in, the menu, what was done last. */
export function frameOf(document: Document, el: El): Frame {
  const header = el('header')
  const nav = el('nav', { 'aria-label': 'Pages' })
  const status = el('p', { role: 'status', class: 'said' })
  const main = el('main')
  document.body.replaceChildren(header, nav, status, main)
  return {
    main,
    put: (nodes) => {
      main.replaceChildren(...nodes)
      main.removeAttribute('aria-busy')
      const title = main.querySelector('h1')
      document.title = `${title?.textContent ?? 'Console'} · Tukar`
      title?.focus()
    },
    say: (text) => {
      status.textContent = text
    },
    dress: (operator, pages, at, signOut) => {
      const leave = el('button', { type: 'button', class: 'quiet', click: signOut }, 'Sign out')
      const who = el('a', { href: '#/account' }, `${operator.email} (${operator.role})`)
      header.replaceChildren(el('strong', {}, 'Tukar console'), who, leave)
      nav.replaceChildren(...menuOf(el, pages, at))
    },
    undress: () => {
      header.replaceChildren(el('strong', {}, 'Tukar console'))
      nav.replaceChildren()
      status.textContent = ''
    },
  }
}

function menuOf(el: El, pages: readonly Page[], at: string): readonly Node[] {
  const link = ({ name, title, begin = {} }: Page) => {
    const href = hashOf({ page: name, key: null, query: begin })
    return el('a', name === at ? { href, 'aria-current': 'page' } : { href }, title)
  }
  const byGroup = Map.groupBy(pages, ({ group }) => group)
  return [...byGroup].flatMap(([group, some]) => [
    el('h2', {}, group),
    el('ul', {}, ...some.map((page) => el('li', {}, link(page)))),
  ])
}
