import { createElement, Fragment, type ReactNode } from 'react'

/** Elements of a text; pictures are left out, since the policy of pages loads none from others. */
const shown: ReadonlySet<string> = new Set([
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
])

/** Shows HTML of the service as elements of React, so that no markup is trusted. */
export function Markup({ html }: Readonly<{ html: string }>) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className="markup">{childrenOf(body)}</div>
}

const childrenOf = (parent: Node): ReactNode =>
  createElement(Fragment, null, ...[...parent.childNodes].map(shownNode))

function shownNode(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.textContent
  const name = node.localName
  const children = childrenOf(node)
  if (!shown.has(name)) return children
  if (name === 'br' || name === 'hr') return createElement(name)
  if (name !== 'a') return createElement(name, null, children)
  const href = node.getAttribute('href') ?? ''
  if (!/^(?:https|mailto):/.test(href)) return children
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  )
}
