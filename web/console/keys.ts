import { useEffect } from 'react'

/** The key of a control, as `aria-keyshortcuts` states it. */
const controlOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]:not(:disabled)`)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')

const rowLinks = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main tbody tr a[data-row]'),
]

/** Moves the focus to the next or the previous row; Enter opens it. */
function moveBy(step: 1 | -1): void {
  const rows = rowLinks()
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus()
}

/**
 * The keys of all pages: `j` and `k` move through rows; any other key presses the control that
 * names it in `aria-keyshortcuts`, or focuses it if it is a field. Ctrl-K searches, wherever the
 * operator types.
 */
export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (document.querySelector('dialog[open]') !== null) return
      const isSearch = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      if (!isSearch && (altKey || ctrlKey || metaKey || isTyping(target))) return
      if (!isSearch && (key === 'j' || key === 'k')) return moveBy(key === 'j' ? 1 : -1)
      const control = controlOf(isSearch ? 'Control+K' : key)
      if (control === null) return
      event.preventDefault()
      if (control.matches('input')) control.focus()
      else control.click()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
