import type { El } from './elements.ts'
import { plainForm } from './plain-form.ts'
import { isRow, textAt } from './row.ts'
import type { Service } from './service.ts'

/**
 * The page that a mailed invitation opens. Its token stands behind the `#`, so no server logs it.
 * Both entries are compared here, since a password that was mistyped takes another invitation.
 */
export function invitationView(el: El, service: Service, token: string): readonly Node[] {
  const section = el('section')
  const form = plainForm(el, {
    fields: [
      {
        name: 'password',
        label: 'New password',
        kind: 'new-password',
        hint: 'At least 12 characters, known to you alone.',
      },
      { name: 'again', label: 'The same again', kind: 'new-password' },
    ],
    button: 'Choose this password',
    run: async ({ password, again }) => {
      if (password !== again) throw new Error('The two passwords differ.')
      const answer = await service.ask('POST', 'invitations/accept', { token, password })
      // Somebody else may be signed in here, whom the next page must not show.
      service.forget()
      const email = isRow(answer) ? textAt(answer, 'email') : ''
      const done = el('p', { role: 'status' }, `Your password is set. Sign in as ${email}.`)
      section.replaceChildren(done, el('p', {}, el('a', { href: '#/' }, 'To the sign-in')))
    },
  })
  section.append(form)
  return [el('h1', { tabindex: '-1' }, 'Choose your password'), section]
}
