import { texts } from '../../ui/texts.ts'

/** The words of authenticators that operators remove. */
export const recoveryTexts = texts({
  recoveries: ['Autentikator hilang', 'Lost authenticators'],
  recovery: ['Pelepasan autentikator', 'Removal of an authenticator'],
  user: ['Pengguna', 'User'],
  state: ['Status', 'Status'],
  proposedAt: ['Diusulkan', 'Proposed'],
  dueAt: ['Dilepas pada', 'Is removed at'],
  endedAt: ['Berakhir', 'Ended'],
  endedBy: ['Diakhiri oleh', 'Ended by'],
  states: {
    proposed: ['Diusulkan', 'Proposed'],
    agreed: ['Disetujui, menunggu sehari', 'Agreed, waits for a day'],
    recovered: ['Dilepas', 'Removed'],
    stopped: ['Dihentikan', 'Stopped'],
    void: ['Batal', 'Void'],
  },
  agree: ['Setujui', 'Approve'],
  agreeHint: [
    'Autentikator dilepas setelah 24 jam. Periksa dahulu bagaimana identitasnya diperiksa.',
    'The authenticator is removed after 24 hours. First read how the identity was checked.',
  ],
  stop: ['Hentikan', 'Stop'],
  stopHint: ['Autentikator tetap terpasang.', 'The authenticator stays bound.'],
})
