import type { ErrorTexts } from './error-text.ts'

/** Errors for operators. */
export const operatorErrors = {
  'api.operator_not_permitted': {
    cause: 'The role of the operator does not include this.',
    action: 'Ask somebody whose role does, or an admin for another role.',
    en: 'Your role does not allow this.',
    id: 'Peran Anda tidak mengizinkan tindakan ini.',
  },
  'api.operator_password_initial': {
    cause: 'The password was made by a command on the machine and has to be replaced first.',
    action: 'Send the operator to the change of the password.',
    en: 'Please choose a password of your own first.',
    id: 'Silakan buat kata sandi Anda sendiri terlebih dahulu.',
  },
  'api.operator_twofa_required': {
    cause: 'In production no operator works without an authenticator app.',
    action: 'Send the operator to the enrolment of one.',
    en: 'Please set up an authenticator app first.',
    id: 'Silakan atur aplikasi autentikator terlebih dahulu.',
  },
  'api.operator_twofa_not_offered': {
    cause: 'No secret for an authenticator app waits to be confirmed.',
    action: 'Ask for a secret first, then confirm it with its code.',
    en: 'Please start setting up the authenticator app again.',
    id: 'Silakan mulai pengaturan aplikasi autentikator dari awal.',
  },
  'api.operator_not_found': {
    cause: 'No operator has this number.',
    action: 'Read the list of operators again.',
    en: 'This operator does not exist.',
    id: 'Operator ini tidak ada.',
  },
  'api.operator_exists': {
    cause: 'An operator with this address is there already, maybe disabled.',
    action: 'Enable that one, or take another address.',
    en: 'An operator with this email address already exists.',
    id: 'Operator dengan alamat email ini sudah ada.',
  },
  'api.operator_oneself': {
    cause: 'Operators do not change their own role or access.',
    action: 'Ask another admin.',
    en: 'You cannot do this to your own account.',
    id: 'Anda tidak dapat melakukan ini pada akun Anda sendiri.',
  },
  'api.operator_invitation_invalid': {
    cause: 'The invitation was used, replaced by a later one, or expired; or it was never made.',
    action: 'Have an admin send another invitation.',
    en: 'This invitation no longer works. Please ask an admin for another one.',
    id: 'Undangan ini sudah tidak berlaku. Silakan minta undangan baru kepada admin.',
  },
  'api.operator_not_joined': {
    cause: 'The operator has not chosen a password yet, so there is no person to confirm.',
    action: 'Wait until the invitation is accepted, or send another one.',
    en: 'This operator has not accepted the invitation yet.',
    id: 'Operator ini belum menerima undangan.',
  },
  'api.operator_not_confirmed': {
    cause: 'The operator is new, or was reset, and no second admin has confirmed them since.',
    action: 'Ask an admin who neither invited nor reset the operator to confirm them.',
    en: 'Your approvals count once a second admin has confirmed you.',
    id: 'Persetujuan Anda berlaku setelah admin kedua mengonfirmasi Anda.',
  },
  'api.operator_not_independent': {
    cause:
      'Within 30 days one person handled the credentials of both the admin and the operator, by' +
      ' invitations or resets, perhaps through others; or one of the two handled the other’s.',
    action: 'Ask another admin to confirm the operator.',
    en: 'You are not independent of this operator. Please ask another admin.',
    id: 'Anda tidak independen dari operator ini. Silakan minta admin lain.',
  },
  'api.nothing_to_change': {
    cause: 'It already is the way it should become, perhaps by somebody else just now.',
    action: 'Read it again.',
    en: 'There is nothing to change; it is like this already.',
    id: 'Tidak ada yang perlu diubah; keadaannya sudah demikian.',
  },
  'api.break_not_found': {
    cause: 'No break has this number.',
    action: 'Read the list of breaks again.',
    en: 'This break does not exist.',
    id: 'Selisih ini tidak ada.',
  },
  'api.inbox_event_not_found': {
    cause: 'No event in the inbox has this number.',
    action: 'Read the list of events again.',
    en: 'This event does not exist.',
    id: 'Peristiwa ini tidak ada.',
  },
  'api.inbox_event_not_parked': {
    cause: 'Only an event that was set aside, and whose body can be read, is replayed.',
    action: 'Read the event again; one that waits is applied by itself.',
    en: 'This event is not set aside, so it cannot be replayed.',
    id: 'Peristiwa ini tidak disisihkan sehingga tidak dapat diputar ulang.',
  },
} as const satisfies ErrorTexts
