import { Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { texts } from '../ui/texts.ts'
import { Action, CodeField, ReasonField, withCode } from './action.tsx'
import { AmountField } from './amount-field.tsx'
import { operators } from './session.ts'

const breakActionTexts = texts({
  own: ['Nyatakan milik sendiri', "State it is the house's own"],
  ownHint: [
    'Bagian dari selisih yang merupakan uang kita. Operator kedua harus menyatakannya juga.',
    'The part of the difference that is our own money. A second operator must state the same.',
  ],
  direction: ['Arah', 'Direction'],
  directions: {
    in: ['Disetor di penyedia', 'Paid in at the provider'],
    out: ['Keluar dari penyedia', 'Paid out of the provider'],
  },
  amount: ['Jumlah', 'Amount'],
  closeHint: [
    'Untuk pergerakan yang sudah diselesaikan di tempat lain dan tidak dibandingkan lagi.',
    'For a movement that was settled elsewhere and is not compared any more.',
  ],
})

/** Kinds of movements that are not compared for ever; the service refuses to close the others. */
const closableKinds = ['transfer', 'sent-twice', 'payment']

type BreakActionsProps = Readonly<{
  id: number
  kind: string | undefined
  /** Whether part of the difference can be the house's own money. */
  isOwnable: boolean
  /** The name of the button that closes the break. */
  closing: string
  onDone?: () => void
}>

/** What operators do about an open break. */
export function BreakActions({ id, kind = '', isOwnable, closing, ...done }: BreakActionsProps) {
  const t = useTexts(breakActionTexts)
  const params = { path: { id } }
  const directions = (['in', 'out'] as const).map((value) => ({
    value,
    label: t.directions[value],
  }))
  return (
    <>
      {isOwnable && (
        <Action
          title={t.own}
          role="finance"
          shortcut="a"
          {...done}
          run={({ direction, amount = '', reason = '', otpCode }) =>
            operators.post('/operator/api/breaks/{id}/own', {
              params,
              body: {
                direction: direction === 'out' ? 'out' : 'in',
                amount,
                reason,
                ...withCode(otpCode),
              },
            })
          }
        >
          <p>{t.ownHint}</p>
          <Select name="direction" label={t.direction} choices={directions} />
          <AmountField name="amount" label={t.amount} required />
          <ReasonField />
          <CodeField />
        </Action>
      )}
      {closableKinds.includes(kind) && (
        <Action
          title={closing}
          role="finance"
          tone="danger"
          shortcut="r"
          {...done}
          run={({ reason = '' }) =>
            operators.post('/operator/api/breaks/{id}/close', { params, body: { reason } })
          }
        >
          <p>{t.closeHint}</p>
          <ReasonField />
        </Action>
      )}
    </>
  )
}
