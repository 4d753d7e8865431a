import { Field, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { withCode } from '../action.tsx'
import { eventTexts } from './texts.ts'

type Target = Readonly<{
  name: string
  url: string
  kinds: readonly string[]
  userId: number | null
}>

/** The fields of a subscription that may be changed later. */
export function TargetFields({ of: { name, url, kinds, userId } }: Readonly<{ of: Target }>) {
  const t = useTexts(eventTexts)
  return (
    <>
      <Field name="name" label={t.name} required maxLength={100} defaultValue={name} />
      <Field name="url" label={t.url} type="url" required defaultValue={url} />
      <Field
        name="kinds"
        label={t.kinds}
        hint={t.kindsHint}
        required
        defaultValue={kinds.join(', ')}
      />
      <Field
        name="userId"
        label={t.user}
        hint={t.userHint}
        type="number"
        min="1"
        defaultValue={userId ?? ''}
      />
    </>
  )
}

/** The values of the fields, with the operator's code. */
export const targetIn = ({ name = '', url = '', kinds = '', userId = '', otpCode }: Values) => ({
  name,
  url,
  kinds: kinds.split(',').map((kind) => kind.trim()),
  ...(userId === '' ? {} : { userId: Number(userId) }),
  ...withCode(otpCode),
})
