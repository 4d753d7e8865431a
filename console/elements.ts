type Listener = (event: Event) => void

/** A function listens to the event of its name; `true` and `false` set and leave out. */
type Attributes = Readonly<Record<string, string | boolean | Listener>>

export type El = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes?: Attributes,
  ...children: readonly (Node | string)[]
) => HTMLElementTagNameMap[Name]

/** Makes elements of a document. Text becomes text and nothing else: no markup is ever parsed. */
export const elementsOf =
  (document: Document): El =>
  (name, attributes = {}, ...children) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === 'function') element.addEventListener(key, value)
      else if (typeof value === 'string') element.setAttribute(key, value)
      else element.toggleAttribute(key, value)
    }
    element.append(...children)
    return element
  }
