import { load, type Page } from '../page.ts'
import './approvals.css'
import { changeTexts } from './change-texts.ts'
import { moneyTexts } from './money-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { decisionTexts } from './texts.ts'

const queue = { id: decisionTexts.id.approvals, en: decisionTexts.en.approvals }

type Named = 'withdrawals' | 'withdrawal' | 'claims' | 'claim' | 'suspense' | 'suspenseItem'
const money = (name: Named) => ({ id: moneyTexts.id[name], en: moneyTexts.en[name] })

const decisions = 'decisions'
const oldest = '?sort=asc'

export const pages: readonly Page[] = [
  {
    path: '/approvals',
    title: queue,
    group: decisions,
    begin: oldest,
    View: load(async () => (await import('./queue.tsx')).Queue),
  },
  {
    path: '/withdrawals',
    title: money('withdrawals'),
    group: decisions,
    View: load(async () => (await import('./withdrawals.tsx')).Withdrawals),
  },
  {
    path: '/withdrawals/:id',
    title: money('withdrawal'),
    View: load(async () => (await import('./withdrawal.tsx')).WithdrawalPage),
  },
  {
    path: '/deposits',
    title: money('claims'),
    group: decisions,
    View: load(async () => (await import('./claims.tsx')).Claims),
  },
  {
    path: '/deposits/:id',
    title: money('claim'),
    View: load(async () => (await import('./claim.tsx')).ClaimPage),
  },
  {
    path: '/suspense',
    title: money('suspense'),
    group: decisions,
    View: load(async () => (await import('./suspense.tsx')).SuspenseItems),
  },
  {
    path: '/suspense/:id',
    title: money('suspenseItem'),
    View: load(async () => (await import('./suspense-item.tsx')).SuspensePage),
  },
  {
    path: '/proposals',
    title: { id: changeTexts.id.proposals, en: changeTexts.en.proposals },
    group: decisions,
    role: 'finance',
    View: load(async () => (await import('./proposals.tsx')).Proposals),
  },
  {
    path: '/proposals/:id',
    title: { id: changeTexts.id.proposal, en: changeTexts.en.proposal },
    role: 'finance',
    View: load(async () => (await import('./proposal.tsx')).ProposalPage),
  },
  {
    path: '/recoveries',
    title: { id: recoveryTexts.id.recoveries, en: recoveryTexts.en.recoveries },
    group: decisions,
    View: load(async () => (await import('./recoveries.tsx')).Recoveries),
  },
  {
    path: '/recoveries/:id',
    title: { id: recoveryTexts.id.recovery, en: recoveryTexts.en.recovery },
    View: load(async () => (await import('./recovery.tsx')).RecoveryPage),
  },
  {
    path: '/approvals/breaks/:id',
    title: { id: changeTexts.id.break, en: changeTexts.en.break },
    View: load(async () => (await import('./break.tsx')).BreakPage),
  },
  {
    path: '/approvals/operators/:id',
    title: { id: changeTexts.id.operator, en: changeTexts.en.operator },
    role: 'admin',
    View: load(async () => (await import('./operator.tsx')).OperatorPage),
  },
]
