import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentKinds } from '#contract/states.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import frame from '#web/features/admin/frame/frame.module.css'
import section from '#web/features/admin/frame/section.module.css'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { unbroken, useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { InputField, SelectField } from '#web/ui/form-field.tsx'
import { nothing } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

const tones = { now: 'good', later: 'accent', past: undefined } as const

type Tariff = ReplyOf<'GET /api/admin/tariffs'>[number]

const stateOrder: Tariff['state'][] = ['now', 'later', 'past']

/** Sorts prices: those in effect first, and among them the ones that people buy most. */
export const sortTariffs = (tariffs: Tariff[]) =>
  tariffs.toSorted(
    (a, b) =>
      stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
      b.sold - a.sold ||
      paymentKinds.indexOf(a.product) - paymentKinds.indexOf(b.product),
  )

/** List of all prices, past and present. `isAdding` opens the form for a new one. */
export function TariffList({ isAdding, onClose }: { isAdding: boolean; onClose: () => void }) {
  const { t, sum, day } = useAdminFormats()
  const tariffs = useQuery(query('GET /api/admin/tariffs')).data
  if (!tariffs) return <div aria-busy="true" />
  return (
    <>
      <p className={cx(frame.note, 'cap muted')}>{t('admin.tariffs.hint')}</p>
      <div className={section.table}>
        {sortTariffs(tariffs).map(
          ({ id, product, category, period_days, amount, valid_from, state, sold }) => (
            <div key={id} className={cx(section.row, section.flat, section.inset)}>
              <div className="grow stack stack-1">
                <div className="row row-between">
                  <p className="sub">
                    <b className={cx('num', section.whole)}>{sum(amount, 'RUB')}</b> ·{' '}
                    {t(`admin.payments.kind.${product}`)}
                  </p>
                  <Badge tone={tones[state]}>{t(`admin.tariffs.state.${state}`)}</Badge>
                </div>
                <DottedLine className="cap muted num">
                  {category?.name ?? t('admin.tariffs.all')}
                  {period_days !== null && unbroken(t('admin.tariffs.days', { count: period_days }))}
                  {unbroken(t('admin.tariffs.from', { date: day(valid_from) }))}
                  {unbroken(t('admin.tariffs.sold', { count: sold }))}
                </DottedLine>
              </div>
            </div>
          ),
        )}
      </div>
      {isAdding && <TariffForm onClose={onClose} />}
    </>
  )
}

/** Form for a new price, which takes effect after a confirmation in the bot. Earlier purchases keep their price. */
function TariffForm({ onClose }: { onClose: () => void }) {
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
  const staff = useStaffAct(onClose, 'GET /api/admin/tariffs')
  const saveTariff = () =>
    staff.actConfirmed(
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
      t('admin.tariffs.saved'),
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('admin.tariffs.add')}
      footer={
        <Button
          wide
          disabled={!amount.trim() || (!isBoost && !days)}
          loading={staff.isBusy}
          onClick={saveTariff}
        >
          {t('admin.tariffs.save')}
        </Button>
      }
    >
      <SelectField
        label={t('admin.tariffs.product')}
        required
        value={product}
        options={paymentKinds.map((value) => ({ value, label: t(`admin.payments.kind.${value}`) }))}
        onValue={(value) => setProduct(value as typeof product)}
      />
      <SelectField
        label={t('admin.category')}
        value={category}
        placeholder={t('admin.tariffs.all')}
        options={leaves.map(({ id, names }) => ({ value: String(id), label: names[language] }))}
        onValue={setCategory}
      />
      {!isBoost && (
        <InputField
          label={t('admin.tariffs.period')}
          required
          type="number"
          min={1}
          max={366}
          value={days}
          onValue={setDays}
        />
      )}
      <InputField
        label={t('admin.tariffs.amount')}
        required
        inputMode="decimal"
        value={amount}
        onValue={setAmount}
      />
      <InputField
        label={t('admin.tariffs.validFrom')}
        hint={t('admin.tariffs.validHint')}
        type="date"
        value={from}
        onValue={setFrom}
      />
    </Sheet>
  )
}
