import { Link } from 'wouter'
import { Form } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { SandboxMessages } from '../sandbox/sandbox-messages.tsx'
import { sessionTexts } from '../texts/session.ts'
import { useTukar } from '../tukar.tsx'

/** Asks a new user to open the link that was mailed. */
export function CheckMail({ email }: Readonly<{ email: string }>) {
  const t = useTexts(sessionTexts)
  const toast = useToast()
  const { tukar, isSignedIn } = useTukar()
  const resend = async () => {
    await tukar.get('/api/auth/email-resend', { params: { query: { email } } })
    toast(t.sentAgain)
  }
  return (
    <>
      <div className="card">
        <h2>{t.checkMail}</h2>
        <p>{t.mailSent(email)}</p>
        <Form submit={t.sendAgain} onSubmit={resend}>
          {null}
        </Form>
        {!isSignedIn && <Link href="/sign-in">{t.signIn}</Link>}
      </div>
      <SandboxMessages to={email} with="link" />
    </>
  )
}
