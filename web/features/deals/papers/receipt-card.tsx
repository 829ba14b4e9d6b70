import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { receiptOf } from '#contract/receipts.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { type Papers, useSaveLines } from './use-papers.ts'

/** Field for the receipt of a self-employed executor. Its address is checked while it is typed. */
export function ReceiptCard({ id, lines }: { id: number; lines: NonNullable<Papers['lines']> }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const saving = useSaveLines(id)
  const receipt = receiptOf(address)
  const isOwn = receipt !== null && receipt.tax_number === lines.tax_number
  const error =
    address.trim() === '' || isOwn ? undefined : t(receipt ? 'papers.receipt.foreign' : 'papers.receipt.bad')
  const show = () =>
    saving.mutate(
      { name: lines.name, tax_number: lines.tax_number, receipt_url: receipt?.url ?? null },
      { onSuccess: () => showToast({ text: t('papers.receipt.shown') }) },
    )
  return (
    <Card className="stack">
      <h2 className="head">{t('papers.receipt')}</h2>
      {lines.tax_number === null ? (
        <p className="sub muted">{t('papers.receipt.noInn')}</p>
      ) : (
        <>
          <p className="sub muted">{t('papers.receipt.text')}</p>
          <InputField
            label={t('papers.receipt.address')}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            maxLength={limits.link.max}
            placeholder="https://lknpd.nalog.ru/…"
            hint={isOwn ? <span className="good">{t('papers.receipt.good')}</span> : undefined}
            error={error}
            value={address}
            onValue={setAddress}
          />
          <Button wide variant="soft" disabled={!isOwn} loading={saving.isPending} onClick={show}>
            {t('papers.receipt.show')}
          </Button>
        </>
      )}
    </Card>
  )
}
