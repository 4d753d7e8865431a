import type { ReactNode } from 'react'
import { useFailureText } from './failure-text.ts'
import { useTexts } from './language.tsx'
import { Notice } from './status.tsx'
import { uiWords } from './words.ts'

export function Spinner() {
  const { loading } = useTexts(uiWords)
  return (
    <div className="spinner" role="status">
      <span className="hidden">{loading}</span>
    </div>
  )
}

export const Empty = ({ children }: Readonly<{ children: ReactNode }>) => (
  <p className="empty">{children}</p>
)

/** Shows why a call failed; `retry` repeats it. */
export function Failure({ error, retry }: Readonly<{ error: unknown; retry?: () => void }>) {
  const words = useTexts(uiWords)
  return (
    <Notice tone="bad">
      <p>{useFailureText()(error)}</p>
      {retry && (
        <button type="button" className="small" onClick={retry}>
          {words.again}
        </button>
      )}
    </Notice>
  )
}

type Query<Data> = Readonly<{ data: Data | undefined; error: unknown; refetch: () => unknown }>

/** Shows a query's data, or that it is loading; and why it failed, also above data that is old. */
export function Loaded<Data>(
  props: Readonly<{ query: Query<Data>; children: (data: NonNullable<Data>) => ReactNode }>,
) {
  const { data, error, refetch } = props.query
  const failure = error ? <Failure error={error} retry={() => void refetch()} /> : null
  if (data === undefined || data === null) return failure ?? <Spinner />
  return (
    <>
      {failure}
      {props.children(data)}
    </>
  )
}
