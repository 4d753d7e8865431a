import { textOf } from '@tukar/client/texts'
import { useState } from 'react'
import { Confirm } from '../../ui/dialog.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { tradingTexts } from '../texts/trading.ts'
import { useTukar } from '../tukar.tsx'

/** Asks, then cancels. The stream reports the new state, so the list needs no other news. */
export function CancelOrder({ orderNo }: Readonly<{ orderNo: string }>) {
  const t = useTexts(tradingTexts)
  const language = useLanguage()
  const { tukar } = useTukar()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const cancel = async () => {
    setAsking(false)
    try {
      const path = { orderNo }
      await tukar.delete('/api/exchange/venue/order/{orderNo}', { params: { path } })
      toast(t.cancelled)
    } catch (error) {
      toast(textOf(error, language))
    }
  }
  return (
    <>
      <button type="button" className="small" onClick={() => setAsking(true)}>
        {t.cancel}
      </button>
      {asking && (
        <Confirm
          title={t.cancelTitle}
          action={t.cancel}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        >
          <p>{t.cancelText}</p>
        </Confirm>
      )}
    </>
  )
}
