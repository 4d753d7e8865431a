import { texts } from '../../ui/language.tsx'

/** The words of authenticators that operators remove. */
export const recoveryTexts = texts(
  {
    recoveries: 'Autentikator hilang',
    recovery: 'Pelepasan autentikator',
    user: 'Pengguna',
    state: 'Status',
    proposedAt: 'Diusulkan',
    dueAt: 'Dilepas pada',
    endedAt: 'Berakhir',
    endedBy: 'Diakhiri oleh',
    states: {
      proposed: 'Diusulkan',
      agreed: 'Disetujui, menunggu sehari',
      recovered: 'Dilepas',
      stopped: 'Dihentikan',
      void: 'Batal',
    },
    agree: 'Setujui',
    agreeHint:
      'Autentikator dilepas setelah 24 jam. Periksa dahulu bagaimana identitasnya diperiksa.',
    stop: 'Hentikan',
    stopHint: 'Autentikator tetap terpasang.',
  },
  {
    recoveries: 'Lost authenticators',
    recovery: 'Removal of an authenticator',
    user: 'User',
    state: 'Status',
    proposedAt: 'Proposed',
    dueAt: 'Is removed at',
    endedAt: 'Ended',
    endedBy: 'Ended by',
    states: {
      proposed: 'Proposed',
      agreed: 'Agreed, waits for a day',
      recovered: 'Removed',
      stopped: 'Stopped',
      void: 'Void',
    },
    agree: 'Approve',
    agreeHint:
      'The authenticator is removed after 24 hours. First read how the identity was checked.',
    stop: 'Stop',
    stopHint: 'The authenticator stays bound.',
  },
)
