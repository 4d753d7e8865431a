import type { TestContext } from 'node:test'
import { Browser, type Element, type HTMLElement } from 'happy-dom'
import type { SignedInOperator } from './operator.ts'

/** The console in a browser of its own, as somebody sees and uses it. */
export type OpenConsole = Readonly<{
  /** The text of what is shown, each piece apart. */
  text: () => string
  /** The names of the buttons. */
  buttons: () => readonly string[]
  links: () => readonly string[]
  /** How many elements there are of a kind. */
  count: (selector: string) => number
  /** Where its pictures come from. */
  pictures: () => readonly string[]
  /** What stands in a value's place: the `dd` after the `dt` of that name. */
  fact: (name: string) => string
  go: (hash: string) => Promise<void>
  /** Clicks the button or the link of that name that came last. */
  click: (name: string) => Promise<void>
  /** Enters values by the names of their fields, in the form that came last. */
  enter: (values: Readonly<Record<string, string>>) => void
  signIn: (operator: Pick<SignedInOperator, 'email' | 'password'>, code?: string) => Promise<void>
  token: () => string | null
}>

const settings = {
  enableJavaScriptEvaluation: true,
  suppressInsecureJavaScriptEnvironmentWarning: true,
  disableCSSFileLoading: true,
}

/** Opens the console as the service sends it: the page, then every module that it asks for. */
export async function openConsole(t: TestContext, url: string): Promise<OpenConsole> {
  const browser = new Browser({ settings })
  t.after(() => browser.close())
  const page = browser.newPage()
  await page.goto(`${url}/console`)
  await page.waitUntilComplete()
  const { document, window } = page.mainFrame
  const all = (selector: string): readonly HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>(selector),
  ]
  const enter: OpenConsole['enter'] = (values) => {
    const form = all('form').at(-1)
    for (const [name, value] of Object.entries(values)) {
      const control = form?.querySelector<HTMLElement>(`[name="${name}"]`) ?? null
      if (control === null) throw new Error(`no field is named ${name}`)
      Reflect.set(control, 'value', value)
    }
  }
  const click = async (name: string) => {
    const found = all('button, a').findLast((one) => wordsIn(one) === name)
    if (found === undefined) throw new Error(`nothing to click says ${name}`)
    // A browser keeps nothing of what is asked for with `no-store`; this one does.
    browser.defaultContext.responseCache.clear()
    found.click()
    await page.waitUntilComplete()
  }
  return {
    text: () => wordsIn(document.body),
    buttons: () => all('button').map(wordsIn),
    links: () => all('nav a').map(wordsIn),
    count: (selector) => all(selector).length,
    pictures: () => all('img').map((one) => one.getAttribute('src') ?? ''),
    fact: (name) => {
      const value = all('dt').find((one) => wordsIn(one) === name)?.nextElementSibling ?? null
      return value === null ? '' : wordsIn(value)
    },
    go: async (hash) => {
      window.location.hash = hash
      await page.waitUntilComplete()
    },
    click,
    enter,
    signIn: async ({ email, password }, otpCode) => {
      enter({ email, password, ...(otpCode === undefined ? {} : { otpCode }) })
      await click('Sign in')
    },
    token: () => window.sessionStorage.getItem('tukar-console-token'),
  }
}

/** The text within, its pieces apart by one space. */
function wordsIn(element: Element): string {
  const pieces: string[] = []
  const walk = (nodes: Element['childNodes']) => {
    for (const node of nodes) {
      if (node.nodeType === node.TEXT_NODE) pieces.push(node.textContent.trim())
      else walk(node.childNodes)
    }
  }
  walk(element.childNodes)
  return pieces.filter((piece) => piece !== '').join(' ')
}
