import { readable, readableTime, type Texts } from './text.ts'

const marked = (amount: string): string => readable(amount, { group: ',', decimal: '.' })

export const en: Texts = {
  greeting: 'Hello,',
  farewell: 'The Tukar team',
  user: {
    'deposit-completed': ({ symbol, amount, fee, credited }) => ({
      title: 'Deposit received',
      paragraphs: [
        `Your deposit of ${symbol} ${marked(amount)} has arrived.`,
        `The fee is ${symbol} ${marked(fee)};` +
          ` ${symbol} ${marked(credited)} was added to your balance.`,
      ],
    }),
    'deposit-rejected': ({ symbol, amount }) => ({
      title: 'Deposit not confirmed',
      paragraphs: [
        `We could not find your transfer of ${symbol} ${marked(amount)} in our bank account.`,
        'Nothing was added to your balance. If you did transfer it, write to us with the proof.',
      ],
    }),
    'withdrawal-accepted': ({ symbol, amount, fee, credited, destination }) => ({
      title: 'Withdrawal requested',
      paragraphs: [
        `Your withdrawal of ${symbol} ${marked(amount)} was accepted. The fee is ${symbol}` +
          ` ${marked(fee)}; ${symbol} ${marked(credited)} goes to ${destination}.`,
        'If this was not you, reset your password and write to us at once.',
      ],
    }),
    'withdrawal-completed': ({ symbol, credited, destination }) => ({
      title: 'Withdrawal completed',
      paragraphs: [`${symbol} ${marked(credited)} was sent to ${destination}.`],
    }),
    'withdrawal-failed': ({ symbol, amount, destination }) => ({
      title: 'Withdrawal not sent',
      paragraphs: [
        `Your withdrawal of ${symbol} ${marked(amount)} to ${destination} could not be sent.`,
        'What was set aside for it, the fee included, is in your balance again.',
      ],
    }),
    'withdrawal-reversed': ({ symbol, amount, destination }) => ({
      title: 'Withdrawal sent back',
      paragraphs: [
        `Your withdrawal of ${symbol} ${marked(amount)} was sent back by ${destination}.`,
        'It is in your balance again, the fee included. Please check the account it went to.',
      ],
    }),
    'order-filled': ({ symbol, amount, fee, credited, reference, destination }) => ({
      title: 'Order filled',
      paragraphs: [
        `Your order ${reference} on ${destination} was filled: ${symbol} ${marked(amount)}.`,
        `Fees and taxes are ${symbol} ${marked(fee)};` +
          ` ${symbol} ${marked(credited)} was added to your balance.`,
      ],
    }),
    'order-canceled': ({ symbol, credited, reference, destination }) => ({
      title: 'Order ended',
      paragraphs: [
        `Your order ${reference} on ${destination} was ended before it was filled.`,
        `From what was filled, ${symbol} ${marked(credited)} was added to your balance.` +
          ' What was set aside for the rest is free again.',
      ],
    }),
  },
  account: {
    'identity-verified': {
      title: 'Your identity is verified',
      paragraphs: ['We have verified who you are. You can now trade and withdraw.'],
    },
    'identity-failed': {
      title: 'Your identity could not be verified',
      paragraphs: [
        'What you sent us did not prove who you are. Please try again in good light, with your' +
          ' identity card flat and your whole face in the picture.',
        'If it fails again, write to us.',
      ],
    },
  },
  mail: {
    'verify-email': (link) => ({
      title: 'Confirm your email address',
      paragraphs: [
        'Please confirm that this email address is yours. The link works for 60 minutes.',
        'If you did not open an account, ignore this mail.',
      ],
      action: { label: 'Confirm my address', url: link },
    }),
    'already-registered': (link) => ({
      title: 'You already have an account',
      paragraphs: [
        'Somebody tried to open an account with this email address, which has one already.',
        'If it was you, sign in as usual. If it was not, there is nothing you need to do.',
      ],
      action: { label: 'Sign in', url: link },
    }),
    'api-key-created': (link) => ({
      title: 'An API key was made',
      paragraphs: [
        'A new API key can now act for your account, within the permissions you gave it.',
        'If you did not make it, delete it, change your password and write to us.',
      ],
      action: { label: 'See my API keys', url: link },
    }),
    'api-key-changed': (link) => ({
      title: 'An API key was changed',
      paragraphs: [
        'One of your API keys has a new secret and new permissions. The former key has stopped.',
        'If you did not change it, delete it, change your password and write to us.',
      ],
      action: { label: 'See my API keys', url: link },
    }),
    'api-key-deleted': (link) => ({
      title: 'An API key was deleted',
      paragraphs: [
        'One of your API keys was deleted. Programs that used it can no longer sign in.',
        'If you did not delete it, change your password and write to us.',
      ],
      action: { label: 'See my API keys', url: link },
    }),
    'pin-changed': (link) => ({
      title: 'Your PIN was set',
      paragraphs: [
        'A new PIN now opens the app.',
        'If you did not set it, change your password and write to us.',
      ],
      action: { label: 'Open the app', url: link },
    }),
    'pin-guessed': (link) => ({
      title: 'You were signed out everywhere',
      paragraphs: [
        'A wrong PIN was entered many times in a row, so we ended all your sessions.',
        'If it was not you, change your password before you sign in again.',
      ],
      action: { label: 'Sign in', url: link },
    }),
    'lock-lowered': (link) => ({
      title: 'A lock of the app was turned off',
      paragraphs: [
        'The PIN lock or the biometric lock of your app is now off.',
        'If you did not turn it off, change your password and write to us.',
      ],
      action: { label: 'Open the app', url: link },
    }),
    'bank-account-changed': (link) => ({
      title: 'Your bank accounts were changed',
      paragraphs: [
        'A bank account that your money can be sent to was added, changed or deleted.',
        'If it was not you, change your password and write to us before you withdraw.',
      ],
      action: { label: 'See my bank accounts', url: link },
    }),
    'reset-password': (link) => ({
      title: 'Choose a new password',
      paragraphs: [
        'With the link below you can set a new password. It works once, for 60 minutes.',
        'If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
      action: { label: 'Set a new password', url: link },
    }),
    'password-changed': (link) => ({
      title: 'Your password was changed',
      paragraphs: [
        'Your account has a new password. You were signed out everywhere, and for a while' +
          ' nothing can be withdrawn.',
        'API keys that can trade or withdraw are stopped until you edit them;' +
          ' those that only read still work. If this was not you, write to us at once.',
      ],
      action: { label: 'Sign in', url: link },
    }),
    'session-revoked': (link) => ({
      title: 'You were signed out of a device',
      paragraphs: [
        'An old session token of yours was used a second time, so we ended that session.',
        'If you do not recognise this, change your password.',
      ],
      action: { label: 'Sign in', url: link },
    }),
    'twofa-bound': (link) => ({
      title: 'Two-factor authentication is on',
      paragraphs: [
        'From now on signing in and withdrawing ask for a code of your authenticator app.',
        'If this was not you, reset your password and write to us at once.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'twofa-unbound': (link) => ({
      title: 'Two-factor authentication is off',
      paragraphs: [
        'Your account no longer asks for a code of your authenticator app.',
        'If this was not you, reset your password and write to us at once.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'twofa-guessed': (link) => ({
      title: 'Wrong codes were entered for your account',
      paragraphs: [
        'Somebody signed in as you entered five wrong codes of an authenticator app. For up to 15' +
          ' minutes no code is accepted.',
        'If this was not you, reset your password: whoever tried it may know the one you have.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'withdrawals-locked': (link) => ({
      title: 'Your withdrawals are locked for 24 hours',
      paragraphs: [
        'Ten wrong codes were entered for withdrawals within a day, so for 24 hours no code is' +
          ' accepted.',
        'If this was not you, reset your password: whoever tried it is signed in as you.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'account-suspended-by-operator': (link) => ({
      title: 'Your account is suspended',
      paragraphs: [
        'We have suspended your account: nobody can sign in, trade or withdraw. Money that is on' +
          ' its way to you still arrives.',
        'Write to us to learn more.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'account-restored': (link) => ({
      title: 'Your account is open again',
      paragraphs: [
        'Your account is no longer suspended. Sign in to go on; API keys have to be made anew.',
      ],
      action: { label: 'Sign in', url: link },
    }),
    'account-suspended': (link) => ({
      title: 'Your account is suspended',
      paragraphs: [
        'As you asked, your account is suspended: nobody can sign in, trade or withdraw. Money' +
          ' that is on its way to you still arrives.',
        'Write to us to have it opened again.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
    'phone-bound': (link) => ({
      title: 'A phone was added to your account',
      paragraphs: [
        'A phone number was confirmed with a code and now belongs to your account.',
        'If this was not you, change your password and write to us.',
      ],
      action: { label: 'Open Tukar', url: link },
    }),
  },
  signIn: ({ device, ip, at }) => ({
    title: 'New sign-in to your account',
    paragraphs: [
      'A device that had not signed in before signed in to your account.',
      `Device: ${device === '' ? 'unknown' : device}. Address: ${ip}.` +
        ` Time: ${readableTime(at, 'en-GB')}.`,
      'If this was not you, end that session and reset your password at once: whoever it was' +
        ' knows the one you have.',
    ],
  }),
  endSession: 'End that session',
  code: {
    'withdraw-otp': (code) => ({
      title: 'Your code to withdraw',
      paragraphs: [
        `Your code for a withdrawal is ${code}. It works once, for 5 minutes.`,
        'Give it to nobody: we never ask for it. If you did not ask for it, somebody is signed in' +
          ' as you: reset your password at once.',
      ],
    }),
    'email-otp': (code) => ({
      title: 'Your Tukar code',
      paragraphs: [
        `Your code is ${code}. It works once, for 5 minutes.`,
        'Give it to nobody: we never ask for it. If you did not ask for it, ignore this mail.',
      ],
    }),
  },
  sms: (code) => `${code} is your Tukar code. It works for 5 minutes. Give it to nobody.`,
}
