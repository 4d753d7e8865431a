import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { useMe, useRead } from '../data.ts'
import { CoinScreen } from '../money/coin-screen.tsx'
import { remedies } from '../remedies.ts'
import { withdrawTexts } from '../texts/withdraw.ts'
import { CoinWithdrawal } from './coin-withdrawal.tsx'
import { RupiahWithdrawal } from './rupiah-withdrawal.tsx'

/** Withdraws an asset, once the user has what withdrawals require. */
export function Withdraw() {
  const t = useTexts(withdrawTexts)
  const me = useMe()
  const status = useRead(['settings', 'wallet'], (tukar) => tukar.get('/api/wallet-status'))
  return (
    <CoinScreen>
      {(coin) => (
        <>
          {status.data?.withdrawal_status === 'inactive' && <Notice tone="bad">{t.closed}</Notice>}
          <Loaded query={me}>
            {({ identityStatus, bind2FA, email }) => {
              if (identityStatus !== 'success' || !bind2FA) {
                return <Requirements isProven={identityStatus === 'success'} />
              }
              return coin.kind === 'FIAT' ? (
                <RupiahWithdrawal coin={coin} email={email} />
              ) : (
                <CoinWithdrawal coin={coin} email={email} />
              )
            }}
          </Loaded>
        </>
      )}
    </CoinScreen>
  )
}

/** Leads to the screen of what is missing, the identity first. */
function Requirements({ isProven }: Readonly<{ isProven: boolean }>) {
  const t = useTexts(withdrawTexts)
  const missing = isProven
    ? 'api.required_for_twofa_binding'
    : 'api.identity_verification_are_required'
  return (
    <div className="card">
      <p>{isProven ? t.needsTwoFactor : t.needsIdentity}</p>
      <Link className="button primary" href={remedies[missing]}>
        {t.fixNow}
      </Link>
    </div>
  )
}
