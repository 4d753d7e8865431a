import type { Browser } from './browser.ts'
import type { Desk } from './desk.ts'
import { detailView } from './detail-view.ts'
import { elementsOf } from './elements.ts'
import { frameOf } from './frame.ts'
import { invitationView } from './invitation.ts'
import { ledgerPages, watchingPages } from './ledger-pages.ts'
import { listView } from './list-view.ts'
import { moneyPages } from './money-pages.ts'
import { mayActAs, type Page } from './page.ts'
import { peoplePages, servicePages } from './people-pages.ts'
import { hashOf, placeOf } from './place.ts'
import { openService, Refused, wordsOf } from './service.ts'
import { appForm, operatorIn, passwordForm, signInView } from './sign-in.ts'

const pages: readonly Page[] = [
  ...watchingPages,
  ...moneyPages,
  ...ledgerPages,
  ...peoplePages,
  ...servicePages,
]

/** Opens the console, and goes on with the session that the storage holds. */
export function startConsole(browser: Browser): void {
  const { document, window } = browser
  const el = elementsOf(document)
  const frame = frameOf(document, el)
  /** Counts what was begun to be shown: what comes late is shown no more. */
  let turn = 0

  /** Shows what needs no sign-in. */
  const putAlone = (nodes: readonly Node[]) => {
    turn += 1
    frame.undress()
    frame.put(nodes)
  }
  const askForSignIn = (note: string) =>
    putAlone(signInView(el, service, note, () => void show('')))
  const service = openService(browser, () =>
    askForSignIn('Your session has ended. Please sign in again.'),
  )

  const show = async (said: string): Promise<void> => {
    const place = placeOf(window.location.hash, 'alerts')
    if (place.page === 'invitation') return putAlone(invitationView(el, service, place.key ?? ''))
    if (!service.isSignedIn()) return askForSignIn('')
    turn += 1
    const mine = turn
    frame.main.setAttribute('aria-busy', 'true')
    try {
      const operator = operatorIn(await service.ask('GET', 'me'))
      if (operator === null) throw new Error('The service did not say who is signed in.')
      const nodes = await viewOf({ el, service, operator, place, go, refresh, add })
      if (mine !== turn) return
      frame.dress(operator, nodes.menu, place.page, () => void signOut())
      frame.say(said)
      frame.put(nodes.shown)
    } catch (error) {
      if (mine === turn) frame.put(failure(el, error))
    }
  }
  const refresh = (said: string) => void show(said)
  const add = (node: Node) => frame.main.append(node)
  const go: Desk['go'] = (place) => {
    const hash = hashOf(place)
    if (hash === window.location.hash) refresh('')
    else window.location.hash = hash
  }
  const signOut = async () => {
    await service.ask('POST', 'logout').catch(() => undefined)
    service.forget()
    askForSignIn('You have signed out.')
  }

  window.addEventListener('hashchange', () => refresh(''))
  refresh('')
}

type View = Readonly<{ menu: readonly Page[]; shown: readonly Node[] }>

/** What the place shows; before anything else, what an operator has to do first. */
async function viewOf(desk: Desk): Promise<View> {
  const { el, service, operator, place } = desk
  const heading = (text: string) => el('h1', { tabindex: '-1' }, text)
  const password = () =>
    passwordForm(el, service, operator, () => desk.refresh('Your password is changed.'))
  const app = () => appForm(el, service, operator, () => desk.refresh('The app is bound.'))
  if (operator.passwordInitial) {
    return { menu: [], shown: [heading('Choose a password of your own first'), ...password()] }
  }
  const menu = pages.filter(({ role = 'viewer' }) => mayActAs(operator, role))
  if (place.page === 'account') {
    return { menu, shown: [heading('Your account'), ...password(), ...app()] }
  }
  const page = pages.find(({ name }) => name === place.page)
  if (page === undefined) return { menu, shown: [heading('There is no such page')] }
  try {
    const opens = place.key !== null && page.key !== undefined
    return { menu, shown: await (opens ? detailView(desk, page, place.key) : listView(desk, page)) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.key === 'api.operator_twofa_required') {
      return { menu: [], shown: [heading('Bind an authenticator app first'), ...app()] }
    }
    return { menu, shown: failure(el, error) }
  }
}

const failure = (el: Desk['el'], error: unknown): readonly Node[] => [
  el('h1', { tabindex: '-1' }, 'This can not be shown'),
  el('p', { role: 'alert', class: 'refusal' }, wordsOf(error)),
]
