import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId, ShortText } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { TimeAndAge } from '../../ui/time.tsx'
import { Facts } from '../facts.tsx'
import { listPath, orderPath, suspensePath, userPath, withdrawalPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { explainTexts } from './texts.ts'

type Cause = components['schemas']['Cause']
type CauseName = Pick<Cause, 'kind' | 'id'>

/** The page of a record; a deposit is shown by its postings. */
function pathOf({ kind, id }: CauseName): string | null {
  switch (kind) {
    case 'withdrawal':
      return withdrawalPath(id)
    case 'order':
      return orderPath(id)
    case 'suspense':
      return suspensePath(id)
    case 'other':
      return null
    default:
      return listPath('postings', { cause: `${kind}:${id}` })
  }
}

/** The kind and the id of a record, as a link to it. */
export function CauseLink({ cause }: Readonly<{ cause: CauseName }>) {
  const t = useTexts(explainTexts)
  const path = pathOf(cause)
  const name = (
    <>
      {t.causeKinds[cause.kind]} <ShortText id={cause.id} chars={8} />
    </>
  )
  return path === null ? name : <Link href={path}>{name}</Link>
}

/** What is known of the record behind a posting. The state of a fill is its order's number. */
export function CauseFacts({ cause }: Readonly<{ cause: Cause }>) {
  const t = useTexts(explainTexts)
  const { kind, id, status, userId, amount, symbol, at } = cause
  const isFill = kind === 'fill'
  return (
    <>
      <Facts
        facts={[
          [t.cause, <CauseLink key="cause" cause={cause} />],
          [t.id, <ShortId key="id" id={id} chars={12} />],
          isFill
            ? [t.causeKinds.order, status && <Link href={orderPath(status)}>{status}</Link>]
            : [t.state, status && <StateWord state={status} />],
          [t.amount, amount && <Amount value={amount} symbol={symbol ?? ''} />],
          [t.owner, userId && <Link href={userPath(userId)}>{userId}</Link>],
          [t.recorded, at && <TimeAndAge at={at} />],
        ]}
      />
      <Link href={listPath('postings', { cause: `${kind}:${id}` })}>{t.allOfCause}</Link>
    </>
  )
}
