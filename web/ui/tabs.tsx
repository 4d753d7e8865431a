import type { KeyboardEvent } from 'react'

type Tab<Key extends string> = Readonly<{ key: Key; title: string; label?: string }>

type TabsProps<Key extends string> = Readonly<{
  label: string
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
}>

/** The place of the tab that a key leads to. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Moves the focus only: a view may be a page of its own, which is loaded when it is chosen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  event.preventDefault()
  tabs[step(at, tabs.length)]?.focus()
}

/** What of the list is seen beyond the chosen tab. */
const tabEdge = 4

/** Scrolls the chosen tab into its list, which is wider than a phone if there are many. */
function reveal(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!tab || !list) return
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + tabEdge
}

/** One of a few views, or one of a few values. Arrow keys move between them, Enter chooses. */
export const Tabs = <Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) => (
  <div className="tabs" role="tablist" aria-label={label} onKeyDown={moveFocus}>
    {tabs.map(({ key, title, label: spoken }) => (
      <button
        key={key}
        ref={key === value ? reveal : undefined}
        type="button"
        role="tab"
        aria-label={spoken}
        aria-selected={key === value}
        tabIndex={key === value ? 0 : -1}
        className={key}
        onClick={() => onChange(key)}
      >
        {title}
      </button>
    ))}
  </div>
)
