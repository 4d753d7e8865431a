import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ThemeSwitch } from '../../ui/theme.tsx'
import { Time } from '../../ui/time.tsx'
import { uiWords } from '../../ui/words.ts'
import { useMe } from '../data.ts'
import { LanguageSwitch } from '../language-switch.tsx'
import { UnreadCount } from '../messages/unread-count.tsx'
import { SignOut } from '../sign-out.tsx'
import { accountTexts } from '../texts/account.ts'
import { type TitleKey, titles } from '../texts/titles.ts'
import { Verification } from './verification.tsx'

/** Who is signed in, what is missing, and the way to every setting. */
export function Account() {
  return (
    <>
      <Profile />
      <Loaded query={useMe()}>{(me) => <Verification me={me} />}</Loaded>
      <Settings />
      <Preferences />
      <Leave />
    </>
  )
}

function Profile() {
  const t = useTexts(accountTexts)
  return (
    <div className="card">
      <Loaded query={useMe()}>
        {(me) => (
          <dl className="facts">
            <dt>{t.email}</dt>
            <dd>{me.email}</dd>
            <dt>{t.phone}</dt>
            <dd>{me.phone ?? '–'}</dd>
            <dt>{t.memberSince}</dt>
            <dd>
              <Time at={me.createdAt} />
            </dd>
          </dl>
        )}
      </Loaded>
    </div>
  )
}

const settings: readonly Readonly<{ path: string; title: TitleKey }>[] = [
  { path: '/account/messages', title: 'messages' },
  { path: '/news', title: 'news' },
  { path: '/account/password', title: 'password' },
  { path: '/account/devices', title: 'devices' },
  { path: '/account/addresses', title: 'addresses' },
  { path: '/account/api-keys', title: 'apiKeys' },
  { path: '/account/proof', title: 'proof' },
  { path: '/help', title: 'help' },
  { path: '/account/close', title: 'closeAccount' },
]

function Settings() {
  const t = useTexts(accountTexts)
  const names = useTexts(titles)
  return (
    <nav className="card flush" aria-label={t.settings}>
      <ul className="list">
        {settings.map(({ path, title }) => (
          <li key={path}>
            <Link href={path}>
              <span className="row">
                {names[title]}
                {title === 'messages' && <UnreadCount />}
              </span>
              <span className="quiet" aria-hidden="true">
                ›
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Preferences() {
  const t = useTexts(accountTexts)
  return (
    <div className="card">
      <h2>{t.language}</h2>
      <LanguageSwitch />
      <h2>{useTexts(uiWords).theme}</h2>
      <ThemeSwitch />
    </div>
  )
}

function Leave() {
  const t = useTexts(accountTexts)
  return (
    <div className="card">
      <p className="hint">{t.signOutHint}</p>
      <SignOut />
    </div>
  )
}
