import type { ErrorTexts } from './error-text.ts'

/** Errors that operators get when they decide about money. */
export const decisionErrors = {
  'api.already_decided': {
    cause: 'It was decided before, perhaps by somebody else just now.',
    action: 'Read it again; it says what was decided and by whom.',
    en: 'This has been decided already.',
    id: 'Hal ini sudah diputuskan.',
  },
  'api.proposal_not_found': {
    cause: 'No proposal has this number.',
    action: 'Read the list of proposals again.',
    en: 'This proposal does not exist.',
    id: 'Usulan ini tidak ada.',
  },
  'api.proposal_void': {
    cause:
      'The proposal has expired, or one of the two operators may not decide about it any more.',
    action: 'Propose the change again.',
    en: 'This proposal does not hold any more. Please propose it again.',
    id: 'Usulan ini tidak berlaku lagi. Silakan usulkan kembali.',
  },
  'api.second_operator_needed': {
    cause:
      'The operator approved already, or another one did who is not independent: within 30 days' +
      ' one person handled the credentials of both, by an invitation or a reset.',
    action: 'Ask an operator whom other admins invited and reset.',
    en: 'You, or an operator who is not independent of you, approved this. Ask another operator.',
    id: 'Anda, atau operator yang tidak independen dari Anda, sudah setuju. Minta operator lain.',
  },
  'api.operator_own_money': {
    cause: 'The account has the address of the operator who wants to decide.',
    action: 'Ask another operator.',
    en: 'You cannot decide about your own money.',
    id: 'Anda tidak dapat memutuskan uang Anda sendiri.',
  },
  'api.suspense_not_found': {
    cause: 'No item in suspense has this number.',
    action: 'Read the list of suspense again.',
    en: 'This item does not exist.',
    id: 'Item ini tidak ada.',
  },
  'api.suspense_not_ours': {
    cause: 'The item is of an asset that is none of ours, so no balance can hold it.',
    action: 'Have it given back where it is held, then note it as returned.',
    en: 'This asset cannot be credited to anybody here.',
    id: 'Aset ini tidak dapat dikreditkan kepada siapa pun di sini.',
  },
  'api.supply_cap_reached': {
    cause: 'The credit would take what all users are owed of the asset above its supply cap.',
    action: 'Find out why so much of it is here; raise the cap only for a reason.',
    en: 'This credit would exceed the most that may be owed of this asset.',
    id: 'Kredit ini akan melebihi batas kewajiban untuk aset ini.',
  },
  'api.withdrawal_not_found': {
    cause: 'No withdrawal has this request id.',
    action: 'Read the list of withdrawals again.',
    en: 'This withdrawal does not exist.',
    id: 'Penarikan ini tidak ada.',
  },
  'api.withdrawal_not_stuck': {
    cause: 'The withdrawal goes its way: it waits for approval, was just sent, or has ended.',
    action: 'Approve or reject what waits; leave to the provider what was sent minutes ago.',
    en: 'This withdrawal does not need to be resolved.',
    id: 'Penarikan ini tidak perlu diselesaikan secara manual.',
  },
  'api.withdrawal_under_way': {
    cause: 'The service is turning to the provider about it just now, or is about to.',
    action: 'Read it again in a minute, and resolve it if it is still open.',
    en: 'This withdrawal is being worked on right now. Please try again in a minute.',
    id: 'Penarikan ini sedang diproses saat ini. Silakan coba lagi sebentar lagi.',
  },
  'api.owner_suspended': {
    cause: 'The account is suspended, and no money leaves a suspended account.',
    action: 'Reject it, or restore the account first.',
    en: 'The account of this user is suspended.',
    id: 'Akun pengguna ini sedang ditangguhkan.',
  },
  'api.provider_unreachable': {
    cause: 'The provider could not be asked what became of it, and nothing is done blindly.',
    action: 'Try again when the provider answers.',
    en: 'The provider does not answer. Please try again later.',
    id: 'Penyedia tidak menjawab. Silakan coba lagi nanti.',
  },
  'api.provider_says_otherwise': {
    cause: 'The provider was asked and says that it is on its way, or that it ended otherwise.',
    action: 'Wait, or take the matter up with the provider; its word is followed when it changes.',
    en: 'The provider says otherwise.',
    id: 'Penyedia menyatakan hal lain.',
  },
  'api.resend_unsafe': {
    cause: 'The provider took it before, knows it no more, and might send it a second time.',
    action: 'Find out from the provider what became of it, then resolve it as that.',
    en: 'Sending this again could pay it twice.',
    id: 'Mengirim ulang dapat membayarnya dua kali.',
  },
} as const satisfies ErrorTexts
