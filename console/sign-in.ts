import type { El } from './elements.ts'
import { isRole, type Operator } from './page.ts'
import { plainForm } from './plain-form.ts'
import { isRow, type Row, textAt } from './row.ts'
import type { Service } from './service.ts'

/** The operator that an answer is about, or null when it tells of none. */
export function operatorIn(answer: unknown): Operator | null {
  if (!isRow(answer) || typeof answer['id'] !== 'number') return null
  const role = textAt(answer, 'role')
  if (!isRole(role)) return null
  const { bind2FA, passwordInitial } = answer
  return {
    id: answer['id'],
    email: textAt(answer, 'email'),
    role,
    bind2FA: bind2FA === true,
    passwordInitial: passwordInitial === true,
  }
}

/**
 * The way in. The code is always asked for, since a sign-in without one counts as a wrong code
 * where an app is bound.
 */
export function signInView(
  el: El,
  service: Service,
  note: string,
  done: () => void,
): readonly Node[] {
  const form = plainForm(el, {
    fields: [
      { name: 'email', label: 'Email', kind: 'email' },
      { name: 'password', label: 'Password', kind: 'password' },
      {
        name: 'otpCode',
        label: 'One-time code',
        kind: 'code',
        optional: true,
        hint: 'From your authenticator app, if you have bound one.',
      },
    ],
    button: 'Sign in',
    run: async (values) => {
      const answer = await service.ask('POST', 'login', values)
      service.signIn(isRow(answer) ? textAt(answer, 'token') : '')
      done()
    },
  })
  const said = note === '' ? [] : [el('p', { role: 'status' }, note)]
  return [el('h1', { tabindex: '-1' }, 'Operators'), ...said, form]
}

const code = (bound: boolean) =>
  bound
    ? [{ name: 'otpCode', label: 'One-time code', kind: 'code', hint: 'From your app.' } as const]
    : []

/** Replaces the own password. */
export function passwordForm(
  el: El,
  service: Service,
  { bind2FA }: Operator,
  done: () => void,
): readonly Node[] {
  const form = plainForm(el, {
    fields: [
      { name: 'currentPassword', label: 'Current password', kind: 'password' },
      { name: 'password', label: 'New password', kind: 'new-password' },
      { name: 'password_confirmation', label: 'New password again', kind: 'new-password' },
      ...code(bind2FA),
    ],
    button: 'Change the password',
    run: async (values) => {
      await service.ask('POST', 'password', values)
      done()
    },
  })
  return [el('h2', {}, 'Password'), el('p', {}, 'Your other sessions end.'), form]
}

/** Binds an authenticator app: the password gives a secret, and its first code puts it to use. */
export function appForm(
  el: El,
  service: Service,
  { bind2FA }: Operator,
  done: () => void,
): readonly Node[] {
  const confirm = plainForm(el, {
    fields: [{ name: 'otpCode', label: 'First code of the app', kind: 'code' }],
    button: 'Bind the app',
    run: async (values) => {
      await service.ask('POST', 'totp/confirm', values)
      done()
    },
  })
  const section = el('section')
  const offer = plainForm(el, {
    fields: [{ name: 'password', label: 'Password', kind: 'password' }, ...code(bind2FA)],
    button: bind2FA ? 'Bind another app' : 'Set up an app',
    run: async (values) => {
      const answer = await service.ask('POST', 'totp', values)
      section.replaceChildren(...secretOf(el, isRow(answer) ? answer : {}), confirm)
    },
  })
  section.append(offer)
  return [el('h2', {}, 'Authenticator app'), section]
}

function secretOf(el: El, offered: Row): readonly Node[] {
  const picture = textAt(offered, 'qrCode')
  const drawn = picture.startsWith('data:image/png;base64,')
  return [
    el('p', {}, 'Scan this with the app, or type the secret into it.'),
    ...(drawn ? [el('img', { src: picture, alt: 'The secret as a QR code' })] : []),
    el('p', {}, el('output', {}, textAt(offered, 'secret2FA'))),
  ]
}
