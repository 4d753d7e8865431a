import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react'
import { useTexts } from './language.tsx'
import { Spinner } from './states.tsx'
import { Notice } from './status.tsx'
import { uiWords } from './words.ts'

/** A screen whose code is loaded when it is first shown, or before. */
export type LaterView = Readonly<{
  /** Loads the code, again if it has failed; resolves to whether it is there. */
  load: () => Promise<boolean>
  /** The code as it was last loaded; null if it did not arrive. */
  read: () => Promise<ComponentType | null>
}>

export function later(view: () => Promise<ComponentType>): LaterView {
  let loading: Promise<ComponentType | null> | null = null
  let state: 'loading' | 'loaded' | 'failed' = 'loading'
  const read = (): Promise<ComponentType | null> => {
    if (loading !== null) return loading
    state = 'loading'
    const settle = (found: ComponentType | null) => {
      state = found === null ? 'failed' : 'loaded'
      return found
    }
    loading = view().then(settle, () => settle(null))
    return loading
  }
  return {
    read,
    load: () => {
      if (state === 'failed') loading = null
      return read().then((found) => found !== null)
    },
  }
}

function Shown({ view }: Readonly<{ view: LaterView }>) {
  const [, showAgain] = useState(0)
  const View = use(view.read())
  if (View !== null) return <View />
  return <NotLoaded view={view} onLoaded={() => showAgain((round) => round + 1)} />
}

type ScreenProps = Readonly<{
  view: LaterView
  /** Shown if the screen itself fails. */
  broken: ReactNode
}>

/**
 * Shows a screen, and keeps the navigation usable if it fails. Code that did not arrive is loaded
 * as soon as that is possible.
 */
export class LaterScreen extends Component<ScreenProps, Readonly<{ failed: boolean }>> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    const { view, broken } = this.props
    if (!this.state.failed) {
      return (
        <Suspense fallback={<Spinner />}>
          <Shown view={view} />
        </Suspense>
      )
    }
    return broken
  }
}

const retryMs = 2_000

function NotLoaded({ view, onLoaded }: Readonly<{ view: LaterView; onLoaded: () => void }>) {
  const words = useTexts(uiWords)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const attempt = async () => {
      clearTimeout(timer)
      const isLoaded = await view.load()
      if (!isShown) return
      if (isLoaded) onLoaded()
      else timer = setTimeout(() => void attempt(), retryMs)
    }
    const now = () => void attempt()
    timer = setTimeout(now, retryMs)
    window.addEventListener('online', now)
    return () => {
      isShown = false
      clearTimeout(timer)
      window.removeEventListener('online', now)
    }
  }, [view, onLoaded])
  return <Notice tone="busy">{words.notLoaded}</Notice>
}

/** Loads these screens one after the other while the page is idle. */
export function usePrefetch(views: readonly LaterView[]): void {
  useEffect(() => {
    let isShown = true
    const load = async () => {
      for (const view of views) if (isShown) await view.load()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => whenIdle(() => void load()), prefetchMs)
    }
    // On a slow network the font of the page is still on its way.
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      isShown = false
      clearTimeout(timer)
      window.removeEventListener('load', begin)
    }
  }, [views])
}

/** The data of the first screen comes first. */
const prefetchMs = 1_000

/** Safari does not report when it is idle. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5_000 })
  else run()
}
