import { load, type Page } from '../page.ts'
import './approvals.css'

const decisions = 'decisions'
const oldest = '?sort=asc'

export const pages: readonly Page[] = [
  {
    path: '/approvals',
    title: { id: 'Persetujuan', en: 'Approvals' },
    group: decisions,
    begin: oldest,
    View: load(async () => (await import('./queue.tsx')).Queue),
  },
  {
    path: '/withdrawals',
    title: { id: 'Penarikan', en: 'Withdrawals' },
    group: decisions,
    View: load(async () => (await import('./withdrawals.tsx')).Withdrawals),
  },
  {
    path: '/withdrawals/:id',
    title: { id: 'Penarikan', en: 'Withdrawal' },
    View: load(async () => (await import('./withdrawal.tsx')).WithdrawalPage),
  },
  {
    path: '/deposits',
    title: { id: 'Klaim transfer', en: 'Claimed transfers' },
    group: decisions,
    View: load(async () => (await import('./claims.tsx')).Claims),
  },
  {
    path: '/deposits/:id',
    title: { id: 'Klaim transfer', en: 'Claimed transfer' },
    View: load(async () => (await import('./claim.tsx')).ClaimPage),
  },
  {
    path: '/suspense',
    title: { id: 'Uang tanpa pemilik', en: 'Suspense' },
    group: decisions,
    View: load(async () => (await import('./suspense.tsx')).SuspenseItems),
  },
  {
    path: '/suspense/:id',
    title: { id: 'Uang tanpa pemilik', en: 'Suspense item' },
    View: load(async () => (await import('./suspense-item.tsx')).SuspensePage),
  },
  {
    path: '/proposals',
    title: { id: 'Usulan perubahan', en: 'Proposed changes' },
    group: decisions,
    role: 'finance',
    View: load(async () => (await import('./proposals.tsx')).Proposals),
  },
  {
    path: '/proposals/:id',
    title: { id: 'Usulan perubahan', en: 'Proposed change' },
    role: 'finance',
    View: load(async () => (await import('./proposal.tsx')).ProposalPage),
  },
  {
    path: '/recoveries',
    title: { id: 'Autentikator hilang', en: 'Lost authenticators' },
    group: decisions,
    View: load(async () => (await import('./recoveries.tsx')).Recoveries),
  },
  {
    path: '/recoveries/:id',
    title: { id: 'Pelepasan autentikator', en: 'Removal of an authenticator' },
    View: load(async () => (await import('./recovery.tsx')).RecoveryPage),
  },
  {
    path: '/approvals/breaks/:id',
    title: { id: 'Selisih pembukuan', en: 'Difference of the books' },
    View: load(async () => (await import('./break.tsx')).BreakPage),
  },
  {
    path: '/approvals/operators/:id',
    title: { id: 'Operator baru', en: 'New operator' },
    role: 'admin',
    View: load(async () => (await import('./operator.tsx')).OperatorPage),
  },
]
