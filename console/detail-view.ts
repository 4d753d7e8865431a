import { buttonsFor } from './action-dialog.ts'
import type { Desk } from './desk.ts'
import type { Page } from './page.ts'
import { withQuery } from './place.ts'
import { filled, isRow } from './row.ts'
import { facts } from './shown-value.ts'

/** One of a list with all that is known of it, and what may be done to it. */
export async function detailView(desk: Desk, page: Page, key: string): Promise<readonly Node[]> {
  const { el, service, place } = desk
  const path = `${page.path}/${encodeURIComponent(key)}`
  const answer = await service.ask('GET', withQuery(path, place.query))
  const row = isRow(answer) ? answer : {}
  const links = (page.links ?? []).map(({ title, to }) =>
    el('a', { href: filled(to, row, encodeURIComponent) }, title),
  )
  return [
    el('h1', { tabindex: '-1' }, `${page.title}: ${key}`),
    el('p', { class: 'links' }, el('a', { href: `#/${page.name}` }, 'The list'), ...links),
    el('p', { class: 'buttons' }, ...buttonsFor(desk, page.actions, row)),
    facts(desk, row),
  ]
}
