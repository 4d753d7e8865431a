import {
  type components,
  type LiabilityVerdict,
  type Tukar,
  verifyLiabilities,
} from '@tukar/client'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { proofTexts } from '../texts/proof.ts'

type OwnProof = components['schemas']['OwnLiabilityProof']
type Verified = Readonly<{ proof: OwnProof; verdicts: readonly LiabilityVerdict[] }>

/** Reads the newest proof, and verifies the user's branches against the published roots. */
async function readVerified(tukar: Tukar): Promise<Verified | null> {
  const [newest] = await tukar.get('/api/proofs/liabilities')
  if (newest === undefined) return null
  const [proof, { email }] = await Promise.all([
    tukar.get('/api/users/proof-of-liabilities', { params: { query: { id: newest.id } } }),
    tukar.get('/api/users/me'),
  ])
  return { proof, verdicts: await verifyLiabilities(newest.assets, { ...proof, email }) }
}

/** The user's balances in the newest proof of liabilities, verified on this device. */
export function Proof() {
  const t = useTexts(proofTexts)
  const found = useRead(['coins', 'proof'], readVerified)
  return (
    <>
      <p>{t.about}</p>
      <Loaded query={found}>
        {(verified) => (verified === null ? <Empty>{t.none}</Empty> : <Shown {...verified} />)}
      </Loaded>
    </>
  )
}

function Shown({ proof, verdicts }: Verified) {
  const t = useTexts(proofTexts)
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(proof)], { type: 'application/json' }),
      `proof-${proof.id}.json`,
    )
  return (
    <>
      <section className="card flush" aria-label={t.balances}>
        <p className="inset">
          {t.takenAt} <Time at={proof.takenAt} />
        </p>
        {verdicts.length === 0 && <p className="inset">{t.nothing}</p>}
        <ul className="list">
          {verdicts.map(({ symbol, balance, fault }) => (
            <li key={symbol} className="item">
              <span>{balance === null ? symbol : <Amount value={balance} symbol={symbol} />}</span>
              <Status tone={fault === null ? 'good' : 'bad'}>
                {fault === null ? t.proven : t.faults[fault]}
              </Status>
            </li>
          ))}
        </ul>
      </section>
      <p className="hint">
        {t.moved} <Link href="/history/moves">{t.moves}</Link>
      </p>
      <button type="button" className="quiet" onClick={save}>
        {t.save}
      </button>
      <p className="hint">
        {t.saveHint} <a href="/proofs">{t.page}</a>
      </p>
    </>
  )
}
