import { texts } from '../../../ui/texts.ts'

export const operatorTexts = texts({
  operators: ['Operator', 'Operators'],
  operator: ['Operator', 'Operator'],
  email: ['Email', 'Email'],
  role: ['Peran', 'Role'],
  state: ['Status', 'Status'],
  states: {
    disabled: ['Dinonaktifkan', 'Disabled'],
    invited: ['Diundang', 'Invited'],
    unconfirmed: ['Belum dikonfirmasi', 'Not confirmed'],
    active: ['Aktif', 'Active'],
  },
  app: ['Aplikasi autentikator', 'Authenticator app'],
  bound: ['Terpasang', 'Bound'],
  unbound: ['Belum terpasang', 'Not bound'],
  confirmed: ['Dikonfirmasi', 'Confirmed'],
  since: ['Sejak', 'Since'],
  disabled: ['Dinonaktifkan', 'Disabled'],
  create: ['Undang operator', 'Invite an operator'],
  createHint: [
    'Operator menerima tautan lewat email untuk memilih kata sandi.',
    'The operator gets a link by mail to choose a password.',
  ],
  changeRole: ['Ubah peran', 'Change the role'],
  roleHint: [
    'Peran baru berlaku mulai permintaan berikutnya.',
    'The new role counts from the next request on.',
  ],
  disable: ['Nonaktifkan', 'Disable'],
  disableHint: [
    'Semua sesinya berakhir sekarang juga.',
    'All sessions of the operator end at once.',
  ],
  enable: ['Aktifkan', 'Enable'],
  enableHint: ['Operator dapat masuk lagi.', 'The operator can sign in again.'],
  reset: ['Setel ulang akses', 'Reset access'],
  resetHint: [
    'Kata sandi dan aplikasi autentikator dihapus; operator menerima tautan baru lewat email.',
    'Removes the password and the authenticator app; the operator gets another link by mail.',
  ],
  invite: ['Kirim undangan lagi', 'Invite again'],
  inviteHint: ['Tautan sebelumnya tidak berlaku lagi.', 'The former link no longer works.'],
  confirm: ['Konfirmasi', 'Confirm'],
  confirmHint: [
    'Mulai sekarang persetujuannya dihitung. Hanya operator yang independen boleh mengonfirmasi.',
    "From now on the operator's approvals count. Only an independent operator may confirm.",
  ],
  attest: ['Nyatakan lagi', 'Attest'],
  attestHint: [
    'Anda memastikan langsung bahwa hanya orang ini memakai akunnya. Berlaku satu kuartal.',
    'You made sure in person that this operator alone uses the account, for a quarter.',
  ],
  attestedUntil: ['Pernyataan berlaku sampai', 'Attested until'],
  attestationDue: ['Perlu pernyataan', 'Attestation due'],
  actions: ['Riwayat tindakannya', 'What the operator did'],
  about: ['Perubahan atas operator ini', 'Changes of this operator'],
  yourself: [
    'Ini akun Anda sendiri; admin lain yang mengubahnya.',
    'This is your own account; another admin changes it.',
  ],
})
