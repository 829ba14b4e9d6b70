import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentKinds } from '#contract/states.ts'
import { api } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { withConfirmation } from '#web/features/admin/frame/confirmed-call.ts'
import { refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { nothing, Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Creates a price, effective after a confirmation in the bot. Earlier purchases keep their price. */
export function TariffForm({ onClose }: { onClose: () => void }) {
  const { t, language } = useAdminFormats()
  const [product, setProduct] = useState<(typeof paymentKinds)[number]>('project')
  const [category, setCategory] = useState(nothing)
  const [days, setDays] = useState('30')
  const [amount, setAmount] = useState('')
  const [from, setFrom] = useState('')
  const leaves = (useQuery(query('GET /api/admin/categories')).data ?? []).filter(
    ({ parent_id, closed_at }) => parent_id !== null && closed_at === null,
  )
  const isBoost = product === 'response'
  const save = useMutation({
    mutationFn: () =>
      withConfirmation(
        () =>
          api('POST /api/admin/tariffs', {
            body: {
              product,
              amount,
              valid_from: from || null,
              category_id: category === nothing ? null : Number(category),
              period_days: isBoost ? null : Number(days),
            },
          }),
        t('admin.press'),
      ),
    onError: (error) => void showFailure(error),
    onSuccess: () => {
      onClose()
      showToast({ text: t('admin.tariffs.saved') })
    },
    onSettled: () => void refresh('GET /api/admin/tariffs'),
  })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('admin.tariffs.add')}
      gripLabel={t('a11y.sheetGrip')}
      footer={
        <Button
          wide
          disabled={!amount.trim() || (!isBoost && !days)}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('admin.tariffs.save')}
        </Button>
      }
    >
      <Field label={t('admin.tariffs.product')} required>
        {(control) => (
          <Select
            {...control}
            value={product}
            options={paymentKinds.map((value) => ({ value, label: t(`admin.payments.kind.${value}`) }))}
            onChange={(event) => setProduct(event.target.value as typeof product)}
          />
        )}
      </Field>
      <Field label={t('admin.category')}>
        {(control) => (
          <Select
            {...control}
            value={category}
            placeholder={t('admin.tariffs.all')}
            options={leaves.map(({ id, names }) => ({ value: String(id), label: names[language] }))}
            onChange={(event) => setCategory(event.target.value)}
          />
        )}
      </Field>
      {!isBoost && (
        <Field label={t('admin.tariffs.period')} required>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={366}
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('admin.tariffs.amount')} required>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('admin.tariffs.validFrom')} hint={t('admin.tariffs.validHint')}>
        {(control) => (
          <Input {...control} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        )}
      </Field>
    </Sheet>
  )
}
