/** A host that no link can name, so that links within an app resolve to it. */
const ownApp = 'app.invalid'

const mailHost = /^[^@,;%]+@([^@,;%]+)$/

/**
 * The host that a link leads to, by https or by a mail to one address; the empty text for a link
 * within an app, and null for any other link.
 */
function hostOf(link: string): string | null {
  const url = URL.parse(link, `https://${ownApp}`)
  if (url?.protocol === 'mailto:') {
    const host = mailHost.exec(url.pathname)?.[1]
    return url.search === '' && host !== undefined ? host.toLowerCase() : null
  }
  if (url?.protocol !== 'https:') return null
  return url.host === ownApp ? '' : url.host
}

/** Whether all links lead to the listed hosts, or stay within an app. */
export const leadTo = (hosts: ReadonlySet<string>, links: readonly string[]): boolean =>
  links.every((link) => {
    const host = hostOf(link)
    return host === '' || (host !== null && hosts.has(host))
  })
