import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'
import { type LaterView, later } from '../ui/later.tsx'
import { UnreadCount } from './messages/unread-count.tsx'
import type { TitleKey } from './texts/titles.ts'

export type Screen = Readonly<{
  /** Below `/app`, in wouter's notation: `/orders/:orderNo`. */
  path: string
  title: TitleKey
  /** The guide that explains the calls of this screen: a file of `docs/guides`. */
  guide?: string
  /** Who sees it: guests, signed-in users, or all. */
  for: 'guests' | 'users' | 'all'
  /** Its icon, if it is in the navigation. */
  icon?: IconName
  /** Shown beside its name in the navigation. */
  Badge?: ComponentType
  /** A form or a text, which needs no width. */
  narrow?: true
  View: LaterView
}>

/** The address of a screen in the navigation, without its parameters. */
export const addressOf = ({ path }: Screen): string => path.replace(/\/:.*$/, '')

/** The screens that the account's page leads to. */
const ofAccount = { for: 'users', narrow: true } as const

/** Where users are led until they have confirmed their email address. */
export const unverifiedPath = '/confirm-email'

/** Every screen. The first one with an icon is where a signed-in user begins. */
export const screens: readonly Screen[] = [
  // Session
  {
    path: '/sign-up',
    title: 'signUp',
    guide: 'first-deposit',
    for: 'guests',
    narrow: true,
    View: later(async () => (await import('./sign-up/sign-up.tsx')).SignUp),
  },
  {
    path: '/sign-in',
    title: 'signIn',
    guide: 'sign-in',
    for: 'guests',
    narrow: true,
    View: later(async () => (await import('./sign-in/sign-in.tsx')).SignIn),
  },
  {
    path: '/forgotten-password',
    title: 'forgottenPassword',
    guide: 'sign-in',
    for: 'guests',
    narrow: true,
    View: later(async () => (await import('./security/password.tsx')).ForgottenPassword),
  },
  {
    path: '/reset-password',
    title: 'resetPassword',
    guide: 'sign-in',
    for: 'all',
    narrow: true,
    View: later(async () => (await import('./security/password.tsx')).ResetPassword),
  },
  {
    path: unverifiedPath,
    title: 'confirmEmail',
    guide: 'first-deposit',
    for: 'users',
    narrow: true,
    View: later(async () => (await import('./check-mail/unverified.tsx')).Unverified),
  },

  // Markets and trade
  {
    path: '/markets',
    title: 'markets',
    guide: 'orders',
    for: 'all',
    icon: 'markets',
    View: later(async () => (await import('./markets/markets.tsx')).Markets),
  },
  {
    path: '/trade/:txPair?',
    title: 'trade',
    guide: 'orders',
    for: 'all',
    icon: 'trade',
    View: later(async () => (await import('./trade/trade.tsx')).Trade),
  },

  // Wallet
  {
    path: '/wallet',
    title: 'wallet',
    guide: 'first-deposit',
    for: 'users',
    icon: 'wallet',
    View: later(async () => (await import('./wallet/wallet.tsx')).Wallet),
  },
  {
    path: '/wallet/:symbol',
    title: 'asset',
    guide: 'first-deposit',
    for: 'users',
    View: later(async () => (await import('./wallet/coin.tsx')).CoinPage),
  },
  {
    path: '/wallet/:symbol/deposit',
    title: 'deposit',
    guide: 'first-deposit',
    for: 'users',
    narrow: true,
    View: later(async () => (await import('./deposit/deposit.tsx')).Deposit),
  },
  {
    path: '/wallet/:symbol/withdraw',
    title: 'withdraw',
    guide: 'withdrawing',
    for: 'users',
    narrow: true,
    View: later(async () => (await import('./withdraw/withdraw.tsx')).Withdraw),
  },
  {
    path: '/wallet/:symbol/withdrawals/:id',
    title: 'withdrawal',
    guide: 'withdrawing',
    for: 'users',
    narrow: true,
    View: later(async () => (await import('./withdraw/withdrawal.tsx')).WithdrawalPage),
  },

  // History
  {
    path: '/history',
    title: 'history',
    guide: 'orders',
    for: 'users',
    icon: 'history',
    View: later(async () => (await import('./history/history.tsx')).History),
  },
  {
    path: '/history/transfers',
    title: 'transfers',
    guide: 'first-deposit',
    for: 'users',
    View: later(async () => (await import('./history/transfers.tsx')).TransferHistory),
  },
  {
    path: '/history/moves',
    title: 'moves',
    guide: 'first-deposit',
    for: 'users',
    View: later(async () => (await import('./history/moves.tsx')).MoveHistory),
  },
  {
    path: '/history/taxes',
    title: 'taxes',
    guide: 'orders',
    for: 'users',
    View: later(async () => (await import('./history/taxes.tsx')).TaxHistory),
  },
  {
    path: '/history/statement',
    title: 'statement',
    guide: 'account',
    for: 'users',
    View: later(async () => (await import('./history/statement.tsx')).StatementScreen),
  },

  // Account
  {
    path: '/account',
    title: 'account',
    guide: 'sign-in',
    for: 'users',
    icon: 'account',
    narrow: true,
    Badge: UnreadCount,
    View: later(async () => (await import('./account/account.tsx')).Account),
  },
  {
    ...ofAccount,
    path: '/account/identity',
    title: 'identity',
    guide: 'withdrawing',
    View: later(async () => (await import('./identity/identity.tsx')).Identity),
  },
  {
    ...ofAccount,
    path: '/account/tax-residence',
    title: 'taxResidence',
    guide: 'account',
    View: later(async () => (await import('./tax-residence/tax-residence.tsx')).TaxResidence),
  },
  {
    ...ofAccount,
    path: '/account/two-factor',
    title: 'twoFactor',
    guide: 'withdrawing',
    View: later(async () => (await import('./security/two-factor.tsx')).TwoFactor),
  },
  {
    ...ofAccount,
    path: '/account/phone',
    title: 'phone',
    guide: 'account',
    View: later(async () => (await import('./security/phone.tsx')).PhoneScreen),
  },
  {
    ...ofAccount,
    path: '/account/pin',
    title: 'pin',
    guide: 'account',
    View: later(async () => (await import('./security/pin.tsx')).Pin),
  },
  {
    ...ofAccount,
    path: '/account/password',
    title: 'password',
    guide: 'account',
    View: later(async () => (await import('./security/password.tsx')).ChangePassword),
  },
  {
    ...ofAccount,
    path: '/account/close',
    title: 'closeAccount',
    guide: 'account',
    View: later(async () => (await import('./security/close-account.tsx')).CloseAccount),
  },
  {
    ...ofAccount,
    path: '/account/proof',
    title: 'proof',
    guide: 'account',
    View: later(async () => (await import('./proof/proof.tsx')).Proof),
  },
  {
    ...ofAccount,
    path: '/account/devices',
    title: 'devices',
    guide: 'sign-in',
    View: later(async () => (await import('./devices/devices.tsx')).Devices),
  },
  {
    ...ofAccount,
    path: '/account/api-keys',
    title: 'apiKeys',
    guide: 'api-keys',
    View: later(async () => (await import('./api-keys/api-keys.tsx')).ApiKeys),
  },
  {
    ...ofAccount,
    path: '/account/addresses',
    title: 'addresses',
    guide: 'withdrawing',
    View: later(async () => (await import('./addresses/addresses.tsx')).Addresses),
  },
  {
    ...ofAccount,
    path: '/account/messages',
    title: 'messages',
    guide: 'account',
    View: later(async () => (await import('./messages/messages.tsx')).Messages),
  },
  {
    path: '/help',
    title: 'help',
    for: 'all',
    narrow: true,
    View: later(async () => (await import('./help/help.tsx')).Help),
  },
  {
    ...ofAccount,
    path: '/news',
    title: 'news',
    for: 'all',
    View: later(async () => (await import('./news/news.tsx')).News),
  },
  {
    ...ofAccount,
    path: '/news/:slug',
    title: 'news',
    for: 'all',
    View: later(async () => (await import('./news/news.tsx')).Article),
  },
]
