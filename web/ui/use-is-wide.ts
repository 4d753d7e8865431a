import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(width >= 60rem)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** Whether the page is as wide as the style sheet's layout for desktops needs. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
