import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { Field, Form } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useMe } from '../data.ts'
import { SignOut } from '../sign-out.tsx'
import { sessionTexts } from '../texts/session.ts'
import { CheckMail } from './check-mail.tsx'

const lookMs = 3_000

/** For a user who signed in before opening the mailed link: goes on as soon as it was opened. */
export function Unverified() {
  const t = useTexts(sessionTexts)
  const [email, setEmail] = useState<string | null>(null)
  const queries = useQueryClient()
  const me = useMe()
  useEffect(() => {
    const look = () => void queries.invalidateQueries({ queryKey: ['me'] })
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [queries])
  if (me.isSuccess) return <Redirect to="/" replace />
  return (
    <>
      {email === null ? (
        <div className="card">
          <p>{t.unverified}</p>
          <Form submit={t.continue} onSubmit={async ({ email: typed }) => setEmail(typed ?? null)}>
            <Field name="email" label={t.email} type="email" autoComplete="username" required />
          </Form>
        </div>
      ) : (
        <CheckMail email={email} />
      )}
      <SignOut />
    </>
  )
}
